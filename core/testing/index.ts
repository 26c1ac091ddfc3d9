export * from './database.ts'
export { makeDatabaseFolder } from './database-folder.ts'
export * from './log.ts'
export * from './test-server.ts'

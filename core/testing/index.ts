export * from './database.ts'
export * from './log.ts'
export * from './test-server.ts'

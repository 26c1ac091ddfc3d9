export * from './start-scaffolder.ts'
export * from './git-backend.ts'

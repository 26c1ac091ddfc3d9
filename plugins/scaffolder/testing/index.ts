export * from './start-scaffolder.ts'

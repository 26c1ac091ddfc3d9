export * from './start-scorecards.ts'

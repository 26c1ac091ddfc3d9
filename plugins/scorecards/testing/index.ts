export * from './start-scorecards.ts'
export * from './authorize-one-team.ts'

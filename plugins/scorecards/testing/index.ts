export * from './start-scorecards.ts'
export * from './one-team-policy.ts'

export * from './agents.ts'
export * from './contract.ts'
export * from './paths.ts'
export * from './permissions.ts'

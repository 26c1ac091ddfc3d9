export * from './contract.ts'
export * from './events.ts'
export * from './fact.ts'
export * from './permissions.ts'

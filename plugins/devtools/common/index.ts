export * from './contract.ts'
export * from './paths.ts'
export * from './performance.ts'
export * from './permissions.ts'

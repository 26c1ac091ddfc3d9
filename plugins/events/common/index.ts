export * from './contract.ts'
export * from './permissions.ts'

export * from './contract.ts'
export * from './session.ts'

export * from './contract.ts'
export * from './signal.ts'

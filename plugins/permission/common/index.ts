export * from './condition.ts'
export * from './contract.ts'
export * from './refusal.ts'

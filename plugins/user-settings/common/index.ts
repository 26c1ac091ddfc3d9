export * from './access-token.ts'
export * from './contract.ts'
export * from './paths.ts'
export * from './setting.ts'

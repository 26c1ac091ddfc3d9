export * from './access-token.ts'
export * from './contract.ts'
export * from './setting.ts'
export * from './web-config.ts'

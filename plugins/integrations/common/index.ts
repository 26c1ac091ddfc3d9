export * from './codeowners.ts'
export * from './contract.ts'
export * from './scm-scopes.ts'

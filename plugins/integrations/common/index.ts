export * from './codeowners.ts'
export * from './scm-scopes.ts'

export * from './contract.ts'
export * from './permissions.ts'
export * from './session.ts'
export * from './user-access.ts'

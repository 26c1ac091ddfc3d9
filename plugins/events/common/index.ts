export * from './contract.ts'
export * from './permissions.ts'
export * from './webhook-event.ts'

export * from './mail-server.ts'
export * from './test-notifications.ts'

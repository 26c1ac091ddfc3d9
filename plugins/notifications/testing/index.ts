export * from './test-notifications.ts'

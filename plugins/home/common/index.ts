export * from './web-config.ts'

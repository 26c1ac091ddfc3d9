export * from './api-server.ts'
export * from './object-shapes.ts'
export * from './discovery.ts'
export { createLog } from './pod-logs.ts'

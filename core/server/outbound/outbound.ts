// A door of its own: worker threads read from outside, and must not load the whole server for it.
export * from './address-guard.ts'
export * from './allow-list.ts'
export * from './guarded-request.ts'
export type { HttpAnswer } from './http-request.ts'
export * from './limit-bytes.ts'
export * from './outbound-errors.ts'
export * from './stream-request.ts'
export * from './open-socket.ts'

// An entry point of its own: worker threads use it too, and must not load the whole server for it.
export * from './follower.ts'
export * from './hash-table.ts'
export type { PartStore } from './part-store.ts'
export * from './resized.ts'
export * from './saved-index.ts'
export * from './segments.ts'
export * from './text-table.ts'

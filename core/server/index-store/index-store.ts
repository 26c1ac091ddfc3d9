// An entry point of its own: worker threads use it too, and must not load the whole server for it.
export * from './arrays.ts'
export * from './column.ts'
export * from './follower.ts'
export type { MarkOptions } from './cells.ts'
export type { NewParts, PartStore, ReplaceOutcome } from './part-store.ts'
export * from './saved-index.ts'
export * from './text-table.ts'

// A door of its own: worker threads use it too, and must not load the whole server for it.
export { createBackgroundTurn, createTurn } from '../work/turn.ts'
export { backoffMs, createWakeLoop, type WakeLoop } from '../work/wake-loop.ts'
export * from './bounded-process.ts'
export * from './long-lived-worker.ts'
export * from './resident-bytes.ts'
export * from './serve-worker.ts'
export { collectGarbage } from '../operations/collect-garbage.ts'
export { giveBackSpareMemory } from '../host/spare-memory.ts'

import type { EnginePage, EngineQuery } from '../engine.ts'

/** Who may see what of each type, as a thread is told: everything, or what is checked under a key. */
export type ThreadVisibility = ReadonlyMap<string, 'all' | string>

/** A query as it reaches the thread: functions stay behind. */
export type ThreadQuery = Omit<EngineQuery, 'types'> & { readonly types: ThreadVisibility }
export type ThreadPage = Omit<EnginePage, 'types'> & { readonly types: ThreadVisibility }

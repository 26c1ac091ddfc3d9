import { z } from 'zod'

/** What a user can be told about an entity: that it was changed or removed, and that it has got errors. */
export const watchEvents = ['changed', 'broken'] as const
export const WatchEvent = z.enum(watchEvents)
export type WatchEvent = z.output<typeof WatchEvent>

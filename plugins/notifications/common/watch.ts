import { z } from 'zod'

/**
 * What a user can be told about an entity: `changed`, that it was changed or removed, `broken`, that it begins or ceases to break a rule, and what other plugins
 * tell by names of their own.
 */
export const WatchEvent = z.string().regex(/^[a-z][a-z-]{0,49}$/, 'must be lower-case letters and hyphens')
export type WatchEvent = z.output<typeof WatchEvent>

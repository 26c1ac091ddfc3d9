import { defineEvent } from '@portico/core/common'
import { z } from 'zod'

/** Tells which facts of entities are others than before, in batches of at most 500 entities. */
export const factsChanged = defineEvent(
  'connectors.facts-changed',
  z.object({ changes: z.array(z.object({ entityRef: z.string(), names: z.array(z.string()) })) }),
)

/** Programs have described other facts than before. */
export const definitionsChanged = defineEvent('connectors.definitions-changed', z.object({}))

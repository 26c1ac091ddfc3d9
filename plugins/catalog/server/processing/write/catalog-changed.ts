import { defineEvent } from '@portico/core/common'
import { z } from 'zod'

/** What changed, in one revision. */
export interface CatalogChanged {
  readonly revision: number
  readonly created: readonly string[]
  readonly updated: readonly string[]
  /** Those of the updated of which nothing but their relations has changed. */
  readonly relationsOnly: readonly string[]
  readonly deleted: readonly string[]
}

const refs = z.array(z.string())

/** Says which entities changed. */
export const catalogChanged = defineEvent<CatalogChanged>(
  'catalog.entity-changed',
  z.object({ revision: z.number(), created: refs, updated: refs, relationsOnly: refs, deleted: refs }),
)

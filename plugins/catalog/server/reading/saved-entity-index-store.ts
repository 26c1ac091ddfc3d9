import type { Core } from '@portico/core/server'
import { createSavedIndex } from '@portico/core/server/index-store'
import { createEntityIndex } from '../entity-index/entity-index.ts'
import { indexName } from './feed.ts'

/** Raised when an index is made in another way, or has other columns for the same entities. */
export const indexVersion = 6

const hourMs = 3_600_000
const maxAgeHours = 6 * 24

/** The index as it was saved last, in the catalog's schema. */
export function createSavedEntityIndex({ work: { partStore }, log }: Pick<Core, 'work' | 'log'>, retentionMs: () => number) {
  const store = partStore({
    changedQuery: `
      (select from entity where revision > $1 limit $2)
      union all (select from change where kind = 'deleted' and revision > $1 limit $2)`,
    // The history tells what was deleted since; its end may be half deleted.
    maxAgeHours: () => Math.min(maxAgeHours, (retentionMs() / hourMs) * 0.9),
  })
  return createSavedIndex({ store, log, name: indexName, version: String(indexVersion), create: createEntityIndex })
}

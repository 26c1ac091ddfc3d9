import type { CoreWork } from '@portico/core/server'

// The history tells what was deleted since; most organisations keep it longer. An index that is older than the history is not used.
const maxAgeHours = 30 * 24

/** The copy of the saved index in the database. */
export const createIndexCopyStore = (partStore: CoreWork['partStore']) =>
  partStore({
    changedQuery: `
      (select from entity where revision > $1 limit $2)
      union all (select from change where kind = 'deleted' and revision > $1 limit $2)`,
    maxAgeHours,
    freshHours: maxAgeHours,
  })

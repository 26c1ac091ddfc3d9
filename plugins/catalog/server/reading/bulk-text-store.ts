import type { Core } from '@portico/core/server'
import { sql } from 'kysely'

export type BulkTextStore = ReturnType<typeof createBulkTextStore>

/** The stored texts of many entities, as bytes. */
export function createBulkTextStore(readBytes: Core['readBytes']) {
  return {
    /** Whole texts by number, in that order; what has gone meanwhile is left out. */
    byIds(ids: readonly number[]): Promise<Buffer[]> {
      return readBytes(sql`
        select t.text from unnest(${sql.lit(`{${ids.join(',')}}`)}::int[]) with ordinality n (id, at) join entity_text t using (id) order by n.at`)
    },
  }
}

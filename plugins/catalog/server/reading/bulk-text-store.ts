import type { Core } from '@portico/core/server'
import { sql } from 'kysely'
import type { PageBuffer, PageBuffers } from './page-buffers.ts'

/** A message for each of many texts costs more than their bytes, and one long value is copied again and again while it arrives. */
const textsPerValue = 20

export type BulkTextStore = ReturnType<typeof createBulkTextStore>

/** The stored texts of many entities, as bytes. */
export function createBulkTextStore(readBytes: Core['readBytes'], buffers: PageBuffers) {
  return {
    /** Whole texts by number, in that order; what has gone meanwhile is left out. */
    async byIds(ids: readonly number[]): Promise<PageBuffer> {
      const page = buffers.take()
      const query = sql`
        select string_agg(t.text, ',' order by n.at)
        from unnest(${sql.lit(`{${ids.join(',')}}`)}::int[]) with ordinality n (id, at) join entity_text t using (id)
        group by (n.at - 1) / ${sql.lit(textsPerValue)} order by (n.at - 1) / ${sql.lit(textsPerValue)}`
      await readBytes(query, page.add)
      return page
    },
  }
}

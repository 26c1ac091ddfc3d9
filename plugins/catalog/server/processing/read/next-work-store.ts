import { sql } from 'kysely'
import type { CatalogDatabase } from '../write/catalog-database-store.ts'
import { bucketSize } from './claim-store.ts'

/**
 * In how many milliseconds a reader would find something to do; undefined when nothing is planned. It looks for all that a pass does:
 * sources that are due or have no plan yet, readers that died, entities to stitch, and names that have become free for providers.
 */
export async function findNextWorkMs(db: CatalogDatabase, intervalMs: number | undefined): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select case when exists (select from stitch where retry_at is null)
      or exists (
        select from conflict c join source s on s.id = c.source_id
        where s.type = 'provider' and c.document is not null
          and not exists (select from entity e where e.id = c.ref_id and e.source_id is not null))
      or ${intervalMs !== undefined} and (exists (select from bucket where due_at is null)
        or (select coalesce(max(id), 0) / ${bucketSize} from source) > (select coalesce(max(id), -1) from bucket))
      then 0
      else extract(epoch from least((select min(due_at) from source), (select min(due_at) from bucket), (select min(lease_until) from claim),
        (select min(retry_at) from stitch)) - now())::float8 * 1000 end as ms`.execute(db)
  return rows[0]?.ms ?? undefined
}

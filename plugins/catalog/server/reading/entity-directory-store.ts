import type { EntityDirectory } from '@portico/core/server'
import { sql } from 'kysely'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'

/** Which entities there are, as the database has it. A catalog that has never read anything says nothing about anybody. */
export function createEntityDirectory(db: CatalogDatabase): EntityDirectory {
  return {
    async missing(refs) {
      const { rows } = await sql<{ ref: string }>`
        select n.ref from unnest(${refs}::text[]) n (ref)
        where exists (select from entity) and not exists (select from entity where entity.ref = n.ref)`.execute(db)
      return rows.map(({ ref }) => ref)
    },
  }
}

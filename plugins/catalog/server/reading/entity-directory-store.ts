import type { Entity } from '@portico/catalog/common'
import type { EntityDirectory } from '@portico/core/server'
import { anyOf } from '@portico/core/server/expressions'
import { sql } from 'kysely'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'
import { groupsOfUser, isUser } from './user-groups.ts'

/** Which entities there are, as the database has it. A catalog that has never read anything says nothing about anybody. */
export function createEntityDirectory(db: CatalogDatabase): EntityDirectory {
  async function read(refs: readonly string[]): Promise<(Entity | undefined)[]> {
    const rows = await db.selectFrom('entity_text').select(['ref', 'text']).where('ref', '=', anyOf(refs)).execute()
    const found = new Map(rows.map(({ ref, text }) => [ref, JSON.parse(text ?? '{}') as Entity]))
    return refs.map(ref => found.get(ref))
  }

  return {
    async missing(refs) {
      const { rows } = await sql<{ ref: string }>`
        select n.ref from unnest(${refs}::text[]) n (ref)
        where exists (select from entity) and not exists (select from entity where entity.ref = n.ref)`.execute(db)
      return rows.map(({ ref }) => ref)
    },
    async groupsOf(userRef, options) {
      const [user] = await read([userRef])
      return isUser(user) ? groupsOfUser(user, read, options) : undefined
    },
  }
}

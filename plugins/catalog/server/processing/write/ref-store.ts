import { anyOf } from '@portico/core/server/expressions'
import { sql } from 'kysely'
import { createRefNumbers } from './ref-numbers.ts'
import type { CatalogDatabase } from './catalog-database-store.ts'

// Some 80 bytes each, while there is something to read. Beyond it most relations of an entity have to be looked up by name again.
const maxCached = 2_000_000

/** What a relation is called at both ends. */
export interface RelationTypePair {
  readonly type: string
  readonly inverse: string
}

export type RefStore = ReturnType<typeof createRefStore>

/** The numbers of refs and relation types. They never change, so they are asked for once. */
export function createRefStore(db: CatalogDatabase) {
  let cached = createRefNumbers()
  const typeIds = new Map<string, number>()
  const types = new Map<number, RelationTypePair>()

  function cache(id: number, ref: string): void {
    if (cached.size >= maxCached) cached = createRefNumbers()
    cached.add(id, ref)
  }

  /** Adds what is not there. Not within a transaction: others must be able to use the numbers at once. */
  async function add(refs: readonly string[]): Promise<void> {
    const { rows } = await sql<{ id: number; ref: string }>`
      with found as (select id, ref from ref_name where ref = any(${refs}::text[])),
        added as (
          insert into ref_name (ref) select ref from unnest(${refs}::text[]) ref where ref not in (select ref from found) order by ref
          on conflict do nothing returning id, ref)
      select * from found union all select * from added`.execute(db)
    for (const { id, ref } of rows) cache(id, ref)
  }

  async function addType({ type, inverse }: RelationTypePair): Promise<number> {
    await db
      .insertInto('relation_type')
      .values({ type, inverse })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await loadTypes()
    return typeIds.get(`${type} ${inverse}`)!
  }

  async function loadTypes(): Promise<void> {
    for (const { id, type, inverse } of await db.selectFrom('relation_type').selectAll().execute()) {
      typeIds.set(`${type} ${inverse}`, id)
      types.set(id, { type, inverse })
    }
  }

  return {
    /** The number of each ref, new ones included. */
    async idsOf(refs: Iterable<string>): Promise<(ref: string) => number> {
      const wanted = new Set(refs)
      // What another server adds at the same moment is found on the second try.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const missing = [...wanted].filter(ref => cached.idOf(ref) === undefined)
        if (missing.length === 0) break
        await add(missing)
      }
      // Kept beside the memory, which may be emptied meanwhile.
      const found = new Map([...wanted].map(ref => [ref, cached.idOf(ref)!]))
      return ref => found.get(ref)!
    },
    async namesOf(wanted: Iterable<number>): Promise<(id: number) => string> {
      const all = new Set(wanted)
      const missing = [...all].filter(id => cached.refOf(id) === undefined)
      if (missing.length > 0) {
        for (const { id, ref } of await db.selectFrom('ref_name').selectAll().where('id', '=', anyOf(missing)).execute()) cache(id, ref)
      }
      const found = new Map([...all].map(id => [id, cached.refOf(id) ?? '']))
      return id => found.get(id) ?? ''
    },
    async typeIdsOf(pairs: Iterable<RelationTypePair>): Promise<(pair: RelationTypePair) => number> {
      for (const pair of pairs) if (!typeIds.has(`${pair.type} ${pair.inverse}`)) await addType(pair)
      return ({ type, inverse }) => typeIds.get(`${type} ${inverse}`)!
    },
    async typeOf(wanted: Iterable<number>): Promise<(id: number) => RelationTypePair> {
      for (const id of wanted) if (!types.has(id)) await loadTypes()
      return id => types.get(id)!
    },
  }
}

import type { Entity } from '@portico/catalog/common'
import { sql, type NotNull } from 'kysely'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'

/** What tests look at. */
export function readAll(db: CatalogDatabase) {
  return {
    async entities(): Promise<Map<string, Entity>> {
      const rows = await db
        .selectFrom('entity_text')
        .select(['ref', 'text'])
        .orderBy('ref')
        .$narrowType<{ ref: NotNull; text: NotNull }>()
        .execute()
      return new Map(rows.map(({ ref, text }) => [ref, JSON.parse(text) as Entity]))
    },
    sources: () =>
      db
        .selectFrom('source')
        .select(['id', 'target', 'failures', 'error'])
        .select(sql<number | null>`extract(epoch from due_at - now())::float8`.as('due_in'))
        .orderBy('id')
        .$narrowType<{ error: { readonly name: string; readonly message: string } | null }>()
        .execute(),
    async sourceIds(): Promise<number[]> {
      return (await db.selectFrom('source').select('id').execute()).map(({ id }) => id)
    },
    changes: () =>
      db
        .selectFrom('change')
        .select(['revision', 'ref', 'kind', 'fields', 'relations_added', 'relations_removed', 'source', 'final_before'])
        .orderBy('revision')
        .orderBy('sequence')
        .execute(),
  }
}

/** An empty catalog again. */
export async function removeAll(db: CatalogDatabase): Promise<void> {
  await sql`truncate location, source, bucket, source_edge, source_match, refresh_key, claim, entity, relation, stitch, unprocessed, conflict, change, ref_name restart identity`.execute(
    db,
  )
  await db.updateTable('revision').set({ value: 0 }).execute()
  await db.updateTable('publication').set({ revision: 0 }).execute()
}

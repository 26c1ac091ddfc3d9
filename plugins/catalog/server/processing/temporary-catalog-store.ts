import type { Entity } from '@portico/catalog/common'
import { sql } from 'kysely'
import type { CatalogDatabase } from './write/catalog-database-store.ts'

interface SourceRow {
  readonly id: number
  readonly target: string
  readonly failures: number
  readonly error: { readonly name: string; readonly message: string } | null
  readonly due_in: number | null
}

interface ChangeRow {
  readonly revision: string
  readonly ref: string
  readonly kind: string
  readonly fields: string[]
  readonly relations_added: string[]
  readonly relations_removed: string[]
  readonly source: string | null
  readonly final_before: string | null
}

/** What tests look at. */
export function readAll(db: CatalogDatabase) {
  return {
    async entities(): Promise<Map<string, Entity>> {
      const { rows } = await sql<{ ref: string; text: string }>`select ref, text from entity_text order by ref`.execute(db)
      return new Map(rows.map(({ ref, text }) => [ref, JSON.parse(text) as Entity]))
    },
    async sources(): Promise<readonly SourceRow[]> {
      const { rows } = await sql<SourceRow>`
        select id, target, failures, error, extract(epoch from due_at - now())::float8 as due_in from source order by id`.execute(db)
      return rows
    },
    async sourceIds(): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`select id from source`.execute(db)
      return rows.map(({ id }) => id)
    },
    async changes(): Promise<readonly ChangeRow[]> {
      const { rows } = await sql<ChangeRow>`
        select revision, ref, kind, fields, relations_added, relations_removed, source, final_before from change order by revision, sequence`.execute(
        db,
      )
      return rows
    },
  }
}

/** An empty catalog again. */
export async function removeAll(db: CatalogDatabase): Promise<void> {
  await sql`truncate location, source, bucket, source_edge, source_match, refresh_key, claim, entity, relation, stitch, unprocessed, conflict, change, ref_name restart identity`.execute(
    db,
  )
  await sql`update revision set value = 0`.execute(db)
  await sql`update publication set revision = 0`.execute(db)
}

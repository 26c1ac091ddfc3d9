import { anyOf } from '@portico/core/server/expressions'
import type { Kysely } from 'kysely'
import { hash } from 'node:crypto'
import type { TechdocsTables } from '../migrations/tables.ts'

/** A section with the fields of the wire, without where it leads: that is up to `search.collators.techdocs.locationTemplate`. */
export interface DocsSection {
  readonly title: string
  readonly text: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** The page and the heading within the site: `guide/start/#install`. */
  readonly path: string
  readonly authorization: { readonly resourceRef: string }
  readonly [field: string]: unknown
}

/** What search finds of the docs of each entity: kept in the database, because another server may have rendered them. */
export function createSearchDocumentStore(db: Kysely<TechdocsTables>) {
  return {
    async save(ref: string, documents: readonly DocsSection[]): Promise<void> {
      const json = JSON.stringify(documents)
      const values = { entity_ref: ref, documents: json, version: hash('sha1', json, 'base64url') }
      await db
        .insertInto('search_document')
        .values(values)
        .onConflict(conflict => conflict.column('entity_ref').doUpdateSet(values))
        .execute()
    },
    async remove(refs: readonly string[]): Promise<void> {
      if (refs.length > 0)
        await db
          .deleteFrom('search_document')
          .where('entity_ref', 'in', [...refs])
          .execute()
    },
    /** Those of the entities that have documents. */
    async known(refs: readonly string[]): Promise<string[]> {
      if (refs.length === 0) return []
      const rows = await db.selectFrom('search_document').select('entity_ref').where('entity_ref', '=', anyOf(refs)).execute()
      return rows.map(row => row.entity_ref)
    },
    /** The next entities by ref, with the version of their documents. */
    versionsAfter: (ref: string, limit: number) =>
      db
        .selectFrom('search_document')
        .select(['entity_ref as group', 'version'])
        .where('entity_ref', '>', ref)
        .orderBy('entity_ref')
        .limit(limit)
        .execute(),
    async of(refs: readonly string[]): Promise<{ ref: string; documents: DocsSection[] }[]> {
      const rows = await db
        .selectFrom('search_document')
        .select(['entity_ref as ref', 'documents'])
        .where('entity_ref', 'in', [...refs])
        .execute()
      return rows.map(({ ref, documents }) => ({ ref, documents: documents as DocsSection[] }))
    },
  }
}

export type SearchDocumentStore = ReturnType<typeof createSearchDocumentStore>

import type { SearchDocument } from '@portico/search/common'
import { sql, type Kysely } from 'kysely'

interface Tables {
  search_document: { entity_ref: string; documents: SearchDocument[] }
}

/** What search finds of the docs of each entity: kept in the database, because another server may have rendered them. */
export function createSearchDocumentStore(db: Kysely<Tables>) {
  return {
    async save(ref: string, documents: readonly SearchDocument[]): Promise<void> {
      const values = { entity_ref: ref, documents: sql<SearchDocument[]>`${JSON.stringify(documents)}::jsonb` }
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
    /** The next entities by ref, with their documents. */
    after: (ref: string, limit: number) =>
      db
        .selectFrom('search_document')
        .select(['entity_ref as ref', 'documents'])
        .where('entity_ref', '>', ref)
        .orderBy('entity_ref')
        .limit(limit)
        .execute(),
  }
}

export type SearchDocumentStore = ReturnType<typeof createSearchDocumentStore>

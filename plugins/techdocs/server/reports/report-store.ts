import type { DocsReport } from '@portico/techdocs/common'
import type { Kysely, Selectable } from 'kysely'
import type { TechdocsTables } from '../migrations/tables.ts'

const facts = ['entity_ref', 'checked_at', 'last_modified_at', 'etag', 'pages', 'broken_links', 'unsupported', 'error'] as const

/** What is wrong with the docs of each entity, as of the last time they were checked. */
export function createReportStore(db: Kysely<TechdocsTables>) {
  return {
    async find(ref: string): Promise<DocsReport | undefined> {
      const row = await db.selectFrom('report').selectAll().where('entity_ref', '=', ref).executeTakeFirst()
      return row && toReport(row)
    },
    /** The version of the docs that the last report is about. */
    async etagOf(ref: string): Promise<string | undefined> {
      const row = await db.selectFrom('report').select('etag').where('entity_ref', '=', ref).executeTakeFirst()
      return row?.etag ?? undefined
    },
    /** Without notices. */
    async list(): Promise<DocsReport[]> {
      const rows = await db.selectFrom('report').select(facts).orderBy('entity_ref').execute()
      return rows.map(row => toReport({ ...row, notices: [] }))
    },
    async save(
      { entityRef, checkedAt, lastModifiedAt, pages, brokenLinks, unsupported, notices }: DocsReport,
      etag: string,
    ): Promise<void> {
      const values = {
        entity_ref: entityRef,
        checked_at: new Date(checkedAt),
        last_modified_at: lastModifiedAt === undefined ? null : new Date(lastModifiedAt),
        etag,
        pages,
        broken_links: brokenLinks ?? null,
        unsupported: unsupported ?? null,
        error: null,
        notices: JSON.stringify(notices),
      }
      await db
        .insertInto('report')
        .values(values)
        .onConflict(conflict => conflict.column('entity_ref').doUpdateSet(values))
        .execute()
    },
    /** Keeps the rest of the last report. */
    async saveError(ref: string, error: string): Promise<void> {
      const empty = {
        pages: 0,
        broken_links: 0,
        unsupported: 0,
        notices: '[]',
        last_modified_at: null,
        etag: null,
      }
      await db
        .insertInto('report')
        .values({ entity_ref: ref, checked_at: new Date(), error, ...empty })
        .onConflict(conflict => conflict.column('entity_ref').doUpdateSet({ checked_at: new Date(), error }))
        .execute()
    },
    async remove(refs: readonly string[]): Promise<void> {
      if (refs.length > 0)
        await db
          .deleteFrom('report')
          .where('entity_ref', 'in', [...refs])
          .execute()
    },
  }
}

export type ReportStore = ReturnType<typeof createReportStore>

function toReport(row: Selectable<TechdocsTables['report']>): DocsReport {
  return {
    entityRef: row.entity_ref,
    checkedAt: row.checked_at.toISOString(),
    pages: row.pages,
    notices: row.notices as DocsReport['notices'],
    ...(row.broken_links !== null && { brokenLinks: row.broken_links }),
    ...(row.unsupported !== null && { unsupported: row.unsupported }),
    ...(row.last_modified_at && { lastModifiedAt: row.last_modified_at.toISOString() }),
    ...(row.error !== null && { error: row.error }),
  }
}

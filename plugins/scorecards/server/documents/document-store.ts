import type { DocumentKind } from '@portico/scorecards/common'
import type { Kysely } from 'kysely'
import type { ScorecardsTables } from '../migrations/tables.ts'

export interface DocumentRow {
  readonly kind: DocumentKind
  readonly name: string
  readonly source: 'location' | 'portal'
  readonly target: string
  readonly line: number
  readonly text: string
  readonly changedAt: Date
  readonly changedBy?: string | undefined
}

/** What a location gave the last time. */
export interface LocationRow {
  readonly target: string
  readonly etag?: string | undefined
  readonly problems: string
}

/** Documents of the portal, and copies of those in files. */
export function createDocumentStore(db: Kysely<ScorecardsTables>) {
  return {
    async list(): Promise<DocumentRow[]> {
      const rows = await db.selectFrom('document').selectAll().orderBy('source').orderBy('target').orderBy('id').execute()
      return rows.map(row => ({
        kind: row.kind as DocumentKind,
        name: row.name,
        source: row.source as DocumentRow['source'],
        target: row.target,
        line: row.line,
        text: row.text,
        changedAt: row.changed_at,
        changedBy: row.changed_by ?? undefined,
      }))
    },
    /** Another one whenever a document came, changed or went. */
    async version(): Promise<string> {
      const { total, last } = await db
        .selectFrom('document')
        .select(eb => [eb.fn.countAll<string>().as('total'), eb.fn.max('id').as('last')])
        .executeTakeFirstOrThrow()
      return `${total} ${last ?? 0}`
    },
    /** Saves a document of the portal. */
    async put({ kind, name, text, user }: { kind: string; name: string; text: string; user: string }): Promise<void> {
      await db.transaction().execute(async within => {
        await within.deleteFrom('document').where('source', '=', 'portal').where('kind', '=', kind).where('name', '=', name).execute()
        await within.insertInto('document').values({ kind, name, source: 'portal', text, changed_by: user }).execute()
      })
    },
    async remove(kind: string, name: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('document')
        .where('source', '=', 'portal')
        .where('kind', '=', kind)
        .where('name', '=', name)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async locations(): Promise<LocationRow[]> {
      const rows = await db.selectFrom('location').selectAll().execute()
      return rows.map(({ target, etag, problems }) => ({ target, etag: etag ?? undefined, problems }))
    },
    /** Replaces what a location gave. Without documents, it keeps those that it had: it could not be read. */
    async putLocation(
      { target, etag, problems }: LocationRow,
      documents: readonly Pick<DocumentRow, 'kind' | 'name' | 'text' | 'line' | 'target'>[] | undefined,
    ): Promise<void> {
      await db.transaction().execute(async within => {
        const row = { etag: etag ?? null, problems, read_at: new Date() }
        await within
          .insertInto('location')
          .values({ target, ...row })
          .onConflict(conflict => conflict.column('target').doUpdateSet(row))
          .execute()
        if (!documents) return
        await within.deleteFrom('document').where('source', '=', 'location').where('target', '=', target).execute()
        for (const { kind, name, text, line } of documents)
          await within.insertInto('document').values({ kind, name, source: 'location', target, text, line }).execute()
      })
    },
    /** True where one of the others is gone with that. */
    async keepLocations(targets: readonly string[]): Promise<boolean> {
      const gone = (await db.selectFrom('location').select('target').execute())
        .map(({ target }) => target)
        .filter(target => !targets.includes(target))
      for (const target of gone) {
        await db.deleteFrom('document').where('source', '=', 'location').where('target', '=', target).execute()
        await db.deleteFrom('location').where('target', '=', target).execute()
      }
      return gone.length > 0
    },
    async mark(name: string): Promise<{ readonly value: string; readonly at: Date } | undefined> {
      return db.selectFrom('mark').select(['value', 'at']).where('name', '=', name).executeTakeFirst()
    },
    async putMark(name: string, value: string): Promise<void> {
      await db
        .insertInto('mark')
        .values({ name, value })
        .onConflict(conflict => conflict.column('name').doUpdateSet({ value, at: new Date() }))
        .execute()
    },
    /** The value of all servers; made by the first that needs it. */
    async markValue(name: string, make: () => string): Promise<string> {
      await db
        .insertInto('mark')
        .values({ name, value: make() })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      return (await db.selectFrom('mark').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
    },
    /** True for the first that sets it. */
    async markOnce(name: string): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('mark')
        .values({ name, value: '' })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
  }
}

export type DocumentStore = ReturnType<typeof createDocumentStore>

import { allOf, anyOf, now, secondsFromNow } from '@portico/core/server/expressions'
import { CompiledQuery, sql, type Kysely } from 'kysely'
import type { SearchTables } from '../migrations/tables.ts'
import { createDocumentReadingStore } from './document-reading-store.ts'
import { createInRevision, emptyDocument } from './revision-store.ts'
import { createStagedStore, type DocumentRow } from './staged-store.ts'

export { revisionChannel } from './revision-store.ts'
export type { DocumentRow } from './staged-store.ts'

/** What a type takes. */
export interface TypeSize {
  readonly type: string
  readonly documents: number
  readonly bytes: number
  readonly changedAt: Date
}

/** How long it is known that a document is gone. */
const traceSeconds = 7 * 24 * 3600

const clock = sql<Date>`clock_timestamp()`

export type DocumentStore = ReturnType<typeof createDocumentStore>

/** The documents of all types, and what changed in which revision. */
export function createDocumentStore(db: Kysely<SearchTables>) {
  const inRevision = createInRevision(db)

  return {
    ...createDocumentReadingStore(async <Row>(text: string, values: readonly unknown[]) => {
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
      return rows
    }),
    ...createStagedStore(db, inRevision),

    /**
     * The documents of these groups are now these. Where that is so already, nothing is written; nor where they have changed since they were
     * read. Returns how many were written.
     */
    async replaceGroups(type: string, groups: readonly string[], rows: readonly DocumentRow[], readAt?: Date): Promise<number> {
      // Looked up one by one: for two lists with `or` PostgreSQL reads all documents of the type while it has no statistics of a table that grows.
      const { rows: known } = await sql<{ location: string; group_key: string; hash: string }>`
        select found.* from unnest(${groups}::text[]) given (key), lateral (
          select location, group_key, hash from document where type = ${type} and group_key = given.key and body is not null offset 0) found
        union select found.* from unnest(${rows.map(row => row.location)}::text[]) given (location), lateral (
          select location, group_key, hash from document where type = ${type} and location = given.location and body is not null
          offset 0) found`.execute(db)
      const replaced = new Set(groups)
      const kept = new Set(rows.map(row => row.location))
      const hashes = new Map(known.map(row => [row.location, row.hash]))
      const gone = known.filter(row => replaced.has(row.group_key) && !kept.has(row.location)).map(row => row.location)
      const changed = rows.filter(row => hashes.get(row.location) !== row.hash)
      const emptied = new Set(groups)
      for (const { group } of rows) emptied.delete(group)
      // A group that is gone is not counted any more.
      if (emptied.size > 0)
        await db
          .deleteFrom('group_version')
          .where('type', '=', type)
          .where('group_key', '=', anyOf([...emptied]))
          .execute()
      if (gone.length + changed.length === 0) return 0
      return inRevision(async ({ trx, revision }) => {
        let written = 0
        if (gone.length > 0) {
          let removed = trx
            .updateTable('document')
            .set({ ...emptyDocument, revision, changed_at: clock })
            .where('type', '=', type)
            .where('body', 'is not', null)
            .where('location', '=', anyOf(gone))
          if (readAt) removed = removed.where('changed_at', '<', readAt)
          written += Number((await removed.executeTakeFirst()).numUpdatedRows)
        }
        if (changed.length > 0) {
          const put = await sql`
            insert into document (type, location, group_key, hash, body, revision, changed_at)
            select ${type}, given.location, given.group_key, given.hash, given.body, ${revision}, clock_timestamp()
            from unnest(${changed.map(row => row.location)}::text[], ${changed.map(row => row.group)}::text[],
              ${changed.map(row => row.hash)}::text[], ${changed.map(row => row.body)}::text[]) as given (location, group_key, hash, body)
            on conflict (type, location) do update set group_key = excluded.group_key, hash = excluded.hash, body = excluded.body,
              changed_at = excluded.changed_at, revision = excluded.revision
            where ${readAt ?? null}::timestamptz is null or document.changed_at < ${readAt ?? null}`.execute(trx)
          written += Number(put.numAffectedRows ?? 0)
        }
        return written
      })
    },

    /** By the clock of the database, which also dates the changes. */
    async now(): Promise<Date> {
      return (await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()).now
    },

    async count(): Promise<number> {
      const documents = db.selectFrom('document').where('body', 'is not', null)
      return Number((await documents.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
    },

    /** How many documents each type has, how many bytes they are, and when the newest changed. */
    async sizes(): Promise<TypeSize[]> {
      const rows = await db
        .selectFrom('document')
        .select(({ fn }) => [
          'type',
          fn.countAll().as('documents'),
          fn.sum(fn<number>('octet_length', ['body'])).as('bytes'),
          fn.max('changed_at').as('changed_at'),
        ])
        .where('body', 'is not', null)
        .groupBy('type')
        .orderBy('type')
        .execute()
      return rows.map(row => ({
        type: row.type,
        documents: Number(row.documents),
        bytes: Number(row.bytes),
        changedAt: row.changed_at,
      }))
    },

    /** Removes every document of types that no plugin registers any more, and traces of those that are long gone. */
    async tidy(types: readonly string[]): Promise<void> {
      await inRevision(async ({ trx, revision }) => {
        const others = allOf(types)
        const { numUpdatedRows } = await trx
          .updateTable('document')
          .set({ ...emptyDocument, revision, changed_at: now })
          .where('body', 'is not', null)
          .where('type', '<>', others)
          .executeTakeFirst()
        await trx.deleteFrom('document').where('body', 'is', null).where('changed_at', '<', secondsFromNow(-traceSeconds)).execute()
        await trx.deleteFrom('type_run').where('type', '<>', others).execute()
        await trx.deleteFrom('group_version').where('type', '<>', others).execute()
        return Number(numUpdatedRows)
      })
    },
  }
}

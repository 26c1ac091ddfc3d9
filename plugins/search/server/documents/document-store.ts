import { createBackgroundTurn } from '@portico/core/server/worker'
import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { createDocumentReadingStore } from './document-reading-store.ts'

/** A document as it is stored. */
export interface DocumentRow {
  readonly location: string
  readonly group: string
  readonly hash: string
  /** As JSON. */
  readonly body: string
}

/** What a type takes. */
export interface TypeSize {
  readonly type: string
  readonly documents: number
  readonly bytes: number
  readonly changedAt: Date
}

export const revisionChannel = 'search_revision'

/** How many documents of a run are written in one transaction. */
const publishedAtOnce = 1000

/** A transaction that writes documents under a revision. */
interface Writing {
  readonly trx: Transaction<object>
  readonly revision: number
}

export type DocumentStore = ReturnType<typeof createDocumentStore>

/** The documents of all types, and what changed in which revision. */
export function createDocumentStore(db: Kysely<object>) {
  /** Runs under the next revision; readers see either nothing or all of it. Returns how many documents were written. */
  async function inRevision(run: (writing: Writing) => Promise<number>): Promise<number> {
    return db.transaction().execute(async trx => {
      const { rows } = await sql<{ value: string }>`update revision set value = value + 1 returning value`.execute(trx)
      const revision = Number(rows[0]!.value)
      const written = await run({ trx, revision })
      if (written > 0) await sql`select pg_notify(${revisionChannel}, ${String(revision)})`.execute(trx)
      return written
    })
  }

  /** Up to which location a part of a run goes; undefined when nothing is left. */
  async function endOfPart(run: string, last: string): Promise<string | undefined> {
    const { rows } = await sql<{ location: string | null }>`
      select max(location) as location from (
        select location from staged where run = ${run} and location > ${last} and body is not null order by location limit ${publishedAtOnce}
      ) part`.execute(db)
    return rows[0]?.location ?? undefined
  }

  /** Leftovers of runs whose server died. */
  async function discardOthers(type: string, run: string): Promise<void> {
    await sql`delete from staged where type = ${type} and run <> ${run}`.execute(db)
  }

  /** Removes, in parts, what a run has not staged, by location or by group. Returns how much that was. */
  async function removeAll(run: string, type: string, since: Date, by: 'location' | 'group_key'): Promise<number> {
    const turn = createBackgroundTurn()
    let all = 0
    for (let removed = publishedAtOnce; removed === publishedAtOnce; all += removed) {
      removed = await inRevision(writing => removePart(writing, { run, type, since, by }))
      await turn.next()
    }
    return all
  }

  return {
    ...createDocumentReadingStore(async <Row>(text: string, values: readonly unknown[]) => {
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
      return rows
    }),

    /** Stages a part of a run. What is stored already in this form is staged without its body, which is not even sent then. */
    async stage(run: string, type: string, rows: readonly DocumentRow[]): Promise<void> {
      if (rows.length === 0) return
      const { rows: known } = await sql<{ location: string; hash: string }>`
        select location, hash from document
        where type = ${type} and body is not null and location = any(${rows.map(row => row.location)}::text[])`.execute(db)
      const hashes = new Map(known.map(row => [row.location, row.hash]))
      const bodies = rows.map(row => (hashes.get(row.location) === row.hash ? null : row.body))
      await sql`
        insert into staged (run, type, location, group_key, hash, body)
        select ${run}, ${type}, given.location, given.group_key, given.hash, given.body
        from unnest(${rows.map(row => row.location)}::text[], ${rows.map(row => row.group)}::text[], ${rows.map(row => row.hash)}::text[],
          ${bodies}::text[]) as given (location, group_key, hash, body)
        on conflict (run, location) do update set group_key = excluded.group_key, hash = excluded.hash, body = excluded.body`.execute(db)
    },

    /**
     * Ends a run: what it staged replaces what was there, except what live changes have written since it began. Returns how much changed.
     * It is done in parts, each under a revision of its own: whoever writes holds the revision until the commit, and live changes must not
     * wait for a whole run. After each part others have their turn.
     */
    async publish(run: string, type: string, startedAt: Date): Promise<number> {
      const turn = createBackgroundTurn()
      let changed = 0
      for (let last = ''; ;) {
        const end = await endOfPart(run, last)
        if (end === undefined) break
        changed += await inRevision(trx => putPart(trx, run, startedAt, { last, end }))
        last = end
        await turn.next()
      }
      changed += await removeAll(run, type, startedAt, 'location')
      await sql`delete from staged where run = ${run}`.execute(db)
      return changed
    },

    async discard(run: string): Promise<void> {
      await sql`delete from staged where run = ${run}`.execute(db)
    },

    discardOthers,

    async countStaged(run: string): Promise<number> {
      const { rows } = await sql<{ count: string }>`select count(*) from staged where run = ${run}`.execute(db)
      return Number(rows[0]?.count ?? 0)
    },

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
        await sql`delete from group_version where type = ${type} and group_key = any(${[...emptied]}::text[])`.execute(db)
      if (gone.length + changed.length === 0) return 0
      const isOlder = readAt ? sql`and document.changed_at < ${readAt}` : sql``
      return inRevision(async ({ trx, revision }) => {
        let written = 0
        if (gone.length > 0) {
          const removed = await sql`
            update document set body = null, hash = '', revision = ${revision}, changed_at = clock_timestamp()
            where type = ${type} and body is not null and location = any(${gone}::text[]) ${isOlder}`.execute(trx)
          written += Number(removed.numAffectedRows ?? 0)
        }
        if (changed.length > 0) {
          const put = await sql`
            insert into document (type, location, group_key, hash, body, revision, changed_at)
            select ${type}, given.location, given.group_key, given.hash, given.body, ${revision}, clock_timestamp()
            from unnest(${changed.map(row => row.location)}::text[], ${changed.map(row => row.group)}::text[],
              ${changed.map(row => row.hash)}::text[], ${changed.map(row => row.body)}::text[]) as given (location, group_key, hash, body)
            on conflict (type, location) do update set group_key = excluded.group_key, hash = excluded.hash, body = excluded.body,
              changed_at = excluded.changed_at, revision = excluded.revision where true ${isOlder}`.execute(trx)
          written += Number(put.numAffectedRows ?? 0)
        }
        return written
      })
    },

    /** Removes all documents of groups that are not listed, but what was changed since a time. Returns how many that were. */
    async keepOnly(type: string, listed: AsyncIterable<readonly string[]>, since: Date): Promise<number> {
      const run = randomUUID()
      const turn = createBackgroundTurn()
      await discardOthers(type, run)
      try {
        for await (const groups of listed) {
          await sql`insert into staged (run, type, location, group_key, hash) select ${run}, ${type}, given, given, ''
            from unnest(${groups}::text[]) as given on conflict do nothing`.execute(db)
          await turn.next()
        }
        await sql`delete from group_version where type = ${type}
          and not exists (select from staged where staged.run = ${run} and staged.location = group_version.group_key)`.execute(db)
        return await removeAll(run, type, since, 'group_key')
      } finally {
        await sql`delete from staged where run = ${run}`.execute(db)
      }
    },

    /** By the clock of the database, which also dates the changes. */
    async now(): Promise<Date> {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
      return rows[0]!.now
    },

    async count(): Promise<number> {
      const { rows } = await sql<{ count: string }>`select count(*) from document where body is not null`.execute(db)
      return Number(rows[0]?.count ?? 0)
    },

    /** How many documents each type has, how many bytes they are, and when the newest changed. */
    async sizes(): Promise<TypeSize[]> {
      const { rows } = await sql<{ type: string; documents: string; bytes: string; changed_at: Date }>`
        select type, count(*) as documents, coalesce(sum(octet_length(body)), 0) as bytes, max(changed_at) as changed_at
        from document where body is not null group by type order by type`.execute(db)
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
        const removed = await sql`
          update document set body = null, hash = '', revision = ${revision}, changed_at = now()
          where body is not null and type <> all(${types}::text[])`.execute(trx)
        await sql`delete from document where body is null and changed_at < now() - interval '7 days'`.execute(trx)
        await sql`delete from type_run where type <> all(${types}::text[])`.execute(trx)
        await sql`delete from group_version where type <> all(${types}::text[])`.execute(trx)
        return Number(removed.numAffectedRows ?? 0)
      })
    },
  }
}

async function putPart(
  { trx, revision }: Writing,
  run: string,
  startedAt: Date,
  { last, end }: { readonly last: string; readonly end: string },
): Promise<number> {
  const put = await sql`
    insert into document (type, location, group_key, hash, body, revision)
    select type, location, group_key, hash, body, ${revision} from staged
    where run = ${run} and location > ${last} and location <= ${end} and body is not null
    on conflict (type, location) do update
    set group_key = excluded.group_key, hash = excluded.hash, body = excluded.body, revision = excluded.revision, changed_at = now()
    where document.changed_at < ${startedAt} and (document.hash <> excluded.hash or document.body is null)`.execute(trx)
  return Number(put.numAffectedRows ?? 0)
}

interface Unstaged {
  readonly run: string
  readonly type: string
  /** What has changed after this stays. */
  readonly since: Date
  readonly by: 'location' | 'group_key'
}

async function removePart({ trx, revision }: Writing, { run, type, since, by }: Unstaged): Promise<number> {
  const removed = await sql`
    update document set body = null, hash = '', revision = ${revision}, changed_at = now()
    where id in (
      select id from document where type = ${type} and body is not null and changed_at < ${since}
      and not exists (select from staged where staged.run = ${run} and staged.location = ${sql.ref(`document.${by}`)}) limit ${publishedAtOnce}
    )`.execute(trx)
  return Number(removed.numAffectedRows ?? 0)
}

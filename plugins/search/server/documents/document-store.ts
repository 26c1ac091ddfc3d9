import { createBackgroundTurn } from '@portico/core/server/worker'
import { CompiledQuery, sql, type Kysely, type Transaction } from 'kysely'
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
      for (let removed = publishedAtOnce; removed === publishedAtOnce; changed += removed) {
        removed = await inRevision(trx => removePart(trx, run, type, startedAt))
        await turn.next()
      }
      await sql`delete from staged where run = ${run}`.execute(db)
      return changed
    },

    async discard(run: string): Promise<void> {
      await sql`delete from staged where run = ${run}`.execute(db)
    },

    /** Leftovers of runs whose server died. */
    async discardOthers(type: string, run: string): Promise<void> {
      await sql`delete from staged where type = ${type} and run <> ${run}`.execute(db)
    },

    async countStaged(run: string): Promise<number> {
      const { rows } = await sql<{ count: string }>`select count(*) from staged where run = ${run}`.execute(db)
      return Number(rows[0]?.count ?? 0)
    },

    /** The documents of these groups are now these. Where that is so already, nothing is written. */
    async replaceGroups(type: string, groups: readonly string[], rows: readonly DocumentRow[]): Promise<void> {
      const { rows: known } = await sql<{ location: string; group_key: string; hash: string }>`
        select location, group_key, hash from document where type = ${type} and body is not null
        and (group_key = any(${groups}::text[]) or location = any(${rows.map(row => row.location)}::text[]))`.execute(db)
      const replaced = new Set(groups)
      const kept = new Set(rows.map(row => row.location))
      const hashes = new Map(known.map(row => [row.location, row.hash]))
      const gone = known.filter(row => replaced.has(row.group_key) && !kept.has(row.location)).map(row => row.location)
      const changed = rows.filter(row => hashes.get(row.location) !== row.hash)
      if (gone.length + changed.length === 0) return
      await inRevision(async ({ trx, revision }) => {
        await sql`
          update document set body = null, hash = '', revision = ${revision}, changed_at = clock_timestamp()
          where type = ${type} and body is not null and location = any(${gone}::text[])`.execute(trx)
        await sql`
          insert into document (type, location, group_key, hash, body, revision, changed_at)
          select ${type}, given.location, given.group_key, given.hash, given.body, ${revision}, clock_timestamp()
          from unnest(${changed.map(row => row.location)}::text[], ${changed.map(row => row.group)}::text[],
            ${changed.map(row => row.hash)}::text[], ${changed.map(row => row.body)}::text[]) as given (location, group_key, hash, body)
          on conflict (type, location) do update set group_key = excluded.group_key, hash = excluded.hash, body = excluded.body,
            changed_at = excluded.changed_at, revision = excluded.revision`.execute(trx)
        return gone.length + changed.length
      })
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

async function removePart({ trx, revision }: Writing, run: string, type: string, startedAt: Date): Promise<number> {
  const removed = await sql`
    update document set body = null, hash = '', revision = ${revision}, changed_at = now()
    where id in (
      select id from document where type = ${type} and body is not null and changed_at < ${startedAt}
      and not exists (select from staged where staged.run = ${run} and staged.location = document.location) limit ${publishedAtOnce}
    )`.execute(trx)
  return Number(removed.numAffectedRows ?? 0)
}

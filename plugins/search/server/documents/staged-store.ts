import { anyOf, now } from '@portico/core/server/expressions'
import { createBackgroundTurn } from '@portico/core/server/worker'
import { sql, type Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { SearchTables } from '../migrations/tables.ts'
import { emptyDocument, type InRevision, type Writing } from './revision-store.ts'

/** A document as it is stored. */
export interface DocumentRow {
  readonly location: string
  readonly group: string
  readonly hash: string
  /** As JSON. */
  readonly body: string
}

/** How many documents of a run are written in one transaction. */
const publishedAtOnce = 1000

/** What runs have read and not yet published. */
export function createStagedStore(db: Kysely<SearchTables>, inRevision: InRevision) {
  /** Up to which location a part of a run goes; undefined when nothing is left. */
  async function endOfPart(run: string, last: string): Promise<string | undefined> {
    const part = db
      .selectFrom('staged')
      .select('location')
      .where('run', '=', run)
      .where('location', '>', last)
      .where('body', 'is not', null)
      .orderBy('location')
      .limit(publishedAtOnce)
    const { end } = await db
      .selectFrom(part.as('part'))
      .select(({ fn }) => fn.max<string | null>('location').as('end'))
      .executeTakeFirstOrThrow()
    return end ?? undefined
  }

  /** Leftovers of runs whose server died. */
  async function discardOthers(type: string, run: string): Promise<void> {
    await db.deleteFrom('staged').where('type', '=', type).where('run', '<>', run).execute()
  }

  async function discard(run: string): Promise<void> {
    await db.deleteFrom('staged').where('run', '=', run).execute()
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
    /** Stages a part of a run. What is stored already in this form is staged without its body, which is not even sent then. */
    async stage(run: string, type: string, rows: readonly DocumentRow[]): Promise<void> {
      if (rows.length === 0) return
      const known = await db
        .selectFrom('document')
        .select(['location', 'hash'])
        .where('type', '=', type)
        .where('body', 'is not', null)
        .where('location', '=', anyOf(rows.map(row => row.location)))
        .execute()
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
      await discard(run)
      return changed
    },

    discard,
    discardOthers,

    async countStaged(run: string): Promise<number> {
      const staged = db.selectFrom('staged').where('run', '=', run)
      return Number((await staged.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
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
        await db
          .deleteFrom('group_version')
          .where('type', '=', type)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('staged').where('staged.run', '=', run).whereRef('staged.location', '=', 'group_version.group_key'))),
          )
          .execute()
        return await removeAll(run, type, since, 'group_key')
      } finally {
        await discard(run)
      }
    },
  }
}

async function putPart(
  { trx, revision }: Writing,
  run: string,
  startedAt: Date,
  { last, end }: { readonly last: string; readonly end: string },
): Promise<number> {
  const part = trx
    .selectFrom('staged')
    .select(eb => ['type', 'location', 'group_key', 'hash', 'body', eb.val(revision).as('revision')])
    .where('run', '=', run)
    .where('location', '>', last)
    .where('location', '<=', end)
    .where('body', 'is not', null)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('document')
    .columns(['type', 'location', 'group_key', 'hash', 'body', 'revision'])
    .expression(part)
    .onConflict(conflict =>
      conflict
        .columns(['type', 'location'])
        .doUpdateSet(({ ref }) => ({
          group_key: ref('excluded.group_key'),
          hash: ref('excluded.hash'),
          body: ref('excluded.body'),
          revision,
          changed_at: now,
        }))
        .where('document.changed_at', '<', startedAt)
        .where(eb => eb.or([eb('document.hash', '<>', eb.ref('excluded.hash')), eb('document.body', 'is', null)])),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

interface Unstaged {
  readonly run: string
  readonly type: string
  /** What has changed after this stays. */
  readonly since: Date
  readonly by: 'location' | 'group_key'
}

async function removePart({ trx, revision }: Writing, { run, type, since, by }: Unstaged): Promise<number> {
  const unstaged = trx
    .selectFrom('document')
    .select('id')
    .where('type', '=', type)
    .where('body', 'is not', null)
    .where('changed_at', '<', since)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('staged').where('staged.run', '=', run).whereRef('staged.location', '=', `document.${by}`))),
    )
    .limit(publishedAtOnce)
  const { numUpdatedRows } = await trx
    .updateTable('document')
    .set({ ...emptyDocument, revision, changed_at: now })
    .where('id', 'in', unstaged)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

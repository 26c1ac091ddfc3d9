import type pg from 'pg'
import type { MeasureStatement } from '../database/statements.ts'

// So many parts are read by one statement, some megabytes.
const readBatch = 8
// What is older, or half as old as may be read, is replaced, however little has changed.
const freshHours = 12

export interface PartStoreOptions {
  /** The schema with the table. */
  readonly schema: string
  /** A query for what has changed since the revision $1, of which $2 rows are enough to know. */
  readonly changedQuery: string
  /** What is older is not read, and goes with the next one that is saved: what has gone since is not known any more. */
  readonly maxAgeHours: () => number
}

/** What is to be saved: how it was made, the revision in it, and from how many changes on it is worth more than the one before. */
export interface NewParts {
  readonly version: string
  readonly revision: number
  readonly minChanged: number
}

/** `fresh`: what is there is good enough. `busy`: another replica is saving one now, and may fail. */
export type ReplaceOutcome = 'saved' | 'fresh' | 'busy'

export type PartStore = ReturnType<typeof createPartStore>

/** The saved index of a plugin, in parts, in its table `index_part`: every replica finds it there, whatever its own disk has. */
export function createPartStore(
  connect: () => Promise<pg.PoolClient>,
  { schema, changedQuery, maxAgeHours }: PartStoreOptions,
  measure: MeasureStatement,
) {
  const query = <Row extends pg.QueryResultRow>(client: pg.PoolClient, statement: string, values: readonly unknown[]) =>
    measure(statement, () => client.query<Row>(statement, [...values]))

  /** With an error the connection is closed, and what it has written is gone. */
  async function withClient<T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect()
    let failure: Error | undefined
    try {
      return await run(client)
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }

  async function write(client: pg.PoolClient, { version, revision, minChanged }: NewParts, parts: NewPartBytes): Promise<ReplaceOutcome> {
    const lock = 'select pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) as is_mine'
    const { rows: locks } = await query<{ is_mine: boolean }>(client, lock, [`${schema}.index_part`, version])
    if (!locks[0]?.is_mine) return 'busy'
    const saved = "select revision from index_part where version = $1 and part = 0 and saved_at > now() - $2 * interval '1 hour'"
    const { rows: fresh } = await query<{ revision: string }>(client, saved, [version, Math.min(freshHours, maxAgeHours() / 2)])
    if (fresh[0] && (await query(client, changedQuery, [fresh[0].revision, minChanged])).rows.length < minChanged) return 'fresh'

    // Those of releases that run no more too.
    const remove = "delete from index_part where version = $1 or saved_at < now() - $2 * interval '1 hour'"
    await query(client, remove, [version, maxAgeHours()])
    const insert = 'insert into index_part (version, part, bytes, revision) values ($1, $2, $3, $4)'
    let part = 0
    for await (const bytes of parts) {
      await query(client, insert, [version, part, bytes, revision])
      part += 1
    }
    return 'saved'
  }

  return {
    /** Calls back with the parts of a version in their order; with none where nothing that can be used was saved. */
    read: (version: string, onPart: (bytes: Buffer) => Promise<void>): Promise<void> =>
      withClient(async client => {
        // One snapshot: another replica may replace the parts meanwhile.
        await client.query('begin isolation level repeatable read read only')
        const isUsable = "exists (select from index_part where version = $1 and part = 0 and saved_at > now() - $3 * interval '1 hour')"
        const statement = `select bytes from index_part where version = $1 and part >= $2 and ${isUsable} order by part limit ${readBatch}`
        const hours = maxAgeHours()
        for (let part = 0; ; part += readBatch) {
          const { rows } = await query<{ bytes: Buffer }>(client, statement, [version, part, hours])
          for (const { bytes } of rows) await onPart(bytes)
          if (rows.length < readBatch) break
        }
        await client.query('commit')
      }),

    /** Saves the parts in the place of those before. Readers see those or these. */
    replace: (wanted: NewParts, parts: NewPartBytes): Promise<ReplaceOutcome> =>
      withClient(async client => {
        await client.query('begin')
        const outcome = await write(client, wanted, parts)
        await client.query('commit')
        return outcome
      }),
  }
}

/** A part is valid until the next one is asked for. */
type NewPartBytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

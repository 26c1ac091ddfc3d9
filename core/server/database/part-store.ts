import type pg from 'pg'
import type { MeasureStatement } from './statements.ts'

/** How large a part is, at most. */
export const partBytes = 256 * 1024

export interface PartStoreOptions {
  /** The schema with the table. */
  readonly schema: string
  /** A query for what has changed since the revision $1, of which $2 rows are enough to know. */
  readonly changedQuery: string
  /** What is older is not read, and goes with the next one that is saved. */
  readonly maxAgeHours: number
  /** What is older is replaced, however little has changed. */
  readonly freshHours: number
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
  { schema, changedQuery, maxAgeHours, freshHours }: PartStoreOptions,
  measure: MeasureStatement,
) {
  const usable = `select from index_part where version = $1 and part = 0 and saved_at > ${hoursAgo(maxAgeHours)}`
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
    const saved = `select revision from index_part where version = $1 and part = 0 and saved_at > ${hoursAgo(freshHours)}`
    const { rows: fresh } = await query<{ revision: string }>(client, saved, [version])
    if (fresh[0] && (await query(client, changedQuery, [fresh[0].revision, minChanged])).rows.length < minChanged) return 'fresh'

    // Those of releases that run no more too.
    await query(client, `delete from index_part where version = $1 or saved_at < ${hoursAgo(maxAgeHours)}`, [version])
    const insert = 'insert into index_part (version, part, bytes, revision) values ($1, $2, $3, $4)'
    let part = 0
    for await (const bytes of parts) {
      await query(client, insert, [version, part, bytes, revision])
      part += 1
    }
    return 'saved'
  }

  return {
    /** The parts of a version in their order; none where nothing that can be used was saved. */
    read: (version: string, onPart: (bytes: Buffer) => void): Promise<void> =>
      withClient(async client => {
        // All parts as they were at the first of them, also where another replica replaces them meanwhile.
        await client.query('begin isolation level repeatable read')
        const part = 'select bytes from index_part where version = $1 and part = $2'
        const isUsable = (await query(client, usable, [version])).rows.length > 0
        for (let at = 0; isUsable; at++) {
          const { rows } = await query<{ bytes: Buffer }>(client, part, [version, at])
          if (!rows[0]) break
          onPart(rows[0].bytes)
        }
        await client.query('commit')
      }),

    has: (version: string): Promise<boolean> => withClient(async client => (await query(client, usable, [version])).rows.length > 0),

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

const hoursAgo = (hours: number) => `now() - interval '${hours} hours'`

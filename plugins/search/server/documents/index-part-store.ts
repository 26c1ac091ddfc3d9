import { readBytes } from '@portico/core/server/worker'
import pg from 'pg'

// What has gone is marked for seven days (`tidy`): an index that is older cannot learn of it.
const usableFor = "interval '6 days'"
// What another replica has saved within this time is saved again only when much has changed.
const freshFor = "interval '12 hours'"

export type IndexPartStore = ReturnType<typeof createIndexPartStore>

/** The saved index, in the database: every replica finds it there, whatever its own disk has. */
export function createIndexPartStore(pool: pg.Pool) {
  return {
    /** The parts of a version in their order; none where nothing that can be used was saved. Their bytes are valid during the call only. */
    async read(version: string, onPart: (bytes: Buffer) => void): Promise<void> {
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        const name = pg.escapeLiteral(version)
        const isUsable = `exists (select from index_part where version = ${name} and part = 0 and saved_at > now() - ${usableFor})`
        await readBytes(client, `select bytes from index_part where version = ${name} and ${isUsable} order by part`, onPart)
      } catch (error) {
        failure = error as Error
        throw error
      } finally {
        client.release(failure)
      }
    },

    /**
     * Saves the parts of a version in the place of those before. Readers see those or these. Does nothing while another replica saves, or
     * where less than `minChanged` documents have changed since one did. Returns whether they were saved.
     */
    async replace(version: string, revision: number, minChanged: number, parts: Iterable<Uint8Array>): Promise<boolean> {
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        await client.query('begin')
        const isSaved = (await isWanted(client, version, minChanged)) && (await writeParts(client, version, revision, parts))
        await client.query('commit')
        return isSaved
      } catch (error) {
        failure = error as Error
        throw error
      } finally {
        // With an error the connection is closed, and what it has written is gone.
        client.release(failure)
      }
    },
  }
}

async function isWanted(client: pg.PoolClient, version: string, minChanged: number): Promise<boolean> {
  const { rows: locks } = await client.query<{ is_mine: boolean }>(
    "select pg_try_advisory_xact_lock(hashtext('search.index_part'), hashtext($1)) as is_mine",
    [version],
  )
  if (!locks[0]?.is_mine) return false
  const { rows: fresh } = await client.query(
    `select from index_part saved where version = $1 and part = 0 and saved_at > now() - ${freshFor} and $2 > (
      select count(*) from (select from document where revision > saved.revision limit $2) changed
    )`,
    [version, minChanged],
  )
  return fresh.length === 0
}

async function writeParts(client: pg.PoolClient, version: string, revision: number, parts: Iterable<Uint8Array>): Promise<true> {
  // Those of releases that run no more too.
  await client.query(`delete from index_part where version = $1 or saved_at < now() - ${usableFor}`, [version])
  let part = 0
  for (const bytes of parts) {
    await client.query('insert into index_part (version, part, bytes, revision) values ($1, $2, $3, $4)', [version, part, bytes, revision])
    part += 1
  }
  return true
}

import type { Core } from '@portico/core/server'
import { sql, type Kysely } from 'kysely'

export type SnapshotPartStore = ReturnType<typeof createSnapshotPartStore>

/** What is to be kept: how the index was made, the revision in it, and from how many changes on it is worth more than the one before. */
export interface NewSnapshot {
  readonly version: string
  readonly revision: number
  readonly minChanged: number
}

/** A copy of the saved index in the database: a replica finds it there, whatever its own disk has. */
export function createSnapshotPartStore(db: Kysely<unknown>, readBytes: Core['readBytes']) {
  return {
    /** The parts of a version in their order; none where there is no copy. Their bytes are valid during the call only. */
    read: (version: string, onPart: (bytes: Buffer) => void): Promise<void> =>
      readBytes(sql`select bytes from index_part where version = ${sql.lit(version)} order by part`, onPart),

    async has(version: string): Promise<boolean> {
      const { rows } = await sql`select from index_part where version = ${version} and part = 0`.execute(db)
      return rows.length > 0
    },

    /**
     * Keeps the parts in the place of those before. Readers see those or these. Does nothing while another replica does it, or where less has
     * changed since one did. Returns whether they are kept.
     */
    replace: (snapshot: NewSnapshot, parts: AsyncIterable<Uint8Array>): Promise<boolean> =>
      db.transaction().execute(async transaction => {
        if (!(await isWanted(transaction, snapshot))) return false
        const { version, revision } = snapshot
        // Those of releases that run no more too.
        await sql`delete from index_part where version = ${version} or saved_at < now() - interval '30 days'`.execute(transaction)
        let part = 0
        for await (const bytes of parts) {
          await sql`insert into index_part (version, part, bytes, revision) values (${version}, ${part}, ${bytes}, ${revision})`.execute(
            transaction,
          )
          part += 1
        }
        return true
      }),
  }
}

async function isWanted(db: Kysely<unknown>, { version, minChanged }: NewSnapshot): Promise<boolean> {
  const { rows: locks } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('catalog.index_part'), hashtext(${version})) as is_mine`.execute(db)
  if (!locks[0]?.is_mine) return false
  const { rows: good } = await sql`
    select from index_part saved where version = ${version} and part = 0 and ${minChanged} > (
      select count(*) from (
        (select from entity where revision > saved.revision limit ${minChanged})
        union all (select from change where kind = 'deleted' and revision > saved.revision limit ${minChanged})
      ) changed
    )`.execute(db)
  return good.length === 0
}

import { sql, type Kysely } from 'kysely'

/** A change of the catalog: which revision, and when in microseconds. */
export interface KnownChange {
  readonly revision: number
  readonly at: string
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>

const microseconds = sql`(extract(epoch from at) * 1000000)::bigint::text`

/** What a saved index is compared with. */
export function createSnapshotStore(db: Kysely<unknown>) {
  return {
    async revision(): Promise<number> {
      const { rows } = await sql<{ value: string }>`select value from revision`.execute(db)
      return Number(rows[0]?.value ?? 0)
    },

    /** The last change up to a revision. */
    async lastChange(revision: number): Promise<KnownChange | undefined> {
      const { rows } = await sql<{ revision: string; at: string }>`
        select revision, ${microseconds} as at from change where revision <= ${revision} order by revision desc, sequence limit 1`.execute(
        db,
      )
      return rows[0] && { revision: Number(rows[0].revision), at: rows[0].at }
    },

    /** Whether a change is in the history, and everything after it too: what is older than the history is kept may be half deleted. */
    async hasChange({ revision, at }: KnownChange, retentionMs: number): Promise<boolean> {
      const { rows } = await sql`
        select from change where revision = ${revision} and ${microseconds} = ${at}
          and at > now() - make_interval(secs => ${(retentionMs / 1000) * 0.9}) limit 1`.execute(db)
      return rows.length > 0
    },
  }
}

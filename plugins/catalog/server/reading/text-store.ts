import { sql, type Kysely } from 'kysely'

/** One step of the catalog: an entity as it is now, or that it is gone. */
export interface FeedRow {
  readonly id: number
  readonly ref: string
  readonly final: string | undefined
  readonly revision: number
}

interface RawFeedRow {
  readonly id: string | number
  readonly ref: string
  readonly final: string | null
  readonly revision: string
}

export type TextStore = ReturnType<typeof createTextStore>

/** The stored texts of entities, as they go out. */
export function createTextStore(db: Kysely<unknown>) {
  return {
    async byRefs(refs: readonly string[]): Promise<Map<string, string>> {
      if (refs.length === 0) return new Map()
      const { rows } = await sql<{ ref: string; final: string }>`select ref, final from entity where ref = any(${refs}::text[])`.execute(db)
      return new Map(rows.map(row => [row.ref, row.final]))
    },

    async byUid(uid: string): Promise<{ readonly ref: string; readonly text: string } | undefined> {
      const { rows } = await sql<{ ref: string; text: string }>`select ref, final as text from entity where uid = ${uid}`.execute(db)
      return rows[0]
    },

    /** By number; an entity that went away since its number was found is missing. */
    async byIds(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{
        id: string | number
        final: string
      }>`select id, final from entity where id = any(${ids}::bigint[])`.execute(db)
      return new Map(rows.map(row => [Number(row.id), row.final]))
    },

    async revision(): Promise<number> {
      const { rows } = await sql<{ value: string }>`select value from revision`.execute(db)
      return Number(rows[0]?.value ?? 0)
    },

    /** All entities by number, a piece at a time. */
    async pieceAfter(id: number, limit: number): Promise<FeedRow[]> {
      const { rows } =
        await sql<RawFeedRow>`select id, ref, final, revision from entity where id > ${id} order by id limit ${limit}`.execute(db)
      return rows.map(toFeedRow)
    },

    /** What came, changed and went after a revision, in order, at most about `limit` but never part of a revision. */
    async stepsAfter(revision: number, limit: number): Promise<FeedRow[]> {
      const read = async (max: number) => {
        const { rows } = await sql<RawFeedRow>`
          (select id, ref, final, revision from entity where revision > ${revision} order by revision limit ${max})
          union all
          (select entity_id, ref, null, revision from change where kind = 'deleted' and revision > ${revision} order by revision limit ${max})
          order by revision limit ${max}`.execute(db)
        return rows.map(toFeedRow)
      }
      const rows = await read(limit)
      const last = rows.at(-1)
      if (rows.length < limit || !last) return rows
      const whole = rows.filter(row => row.revision < last.revision)
      return whole.length > 0 ? whole : read(1_000_000_000)
    },
  }
}

function toFeedRow({ id, ref, final, revision }: RawFeedRow): FeedRow {
  return { id: Number(id), ref, final: final ?? undefined, revision: Number(revision) }
}

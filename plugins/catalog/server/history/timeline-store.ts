import { sql, type Kysely } from 'kysely'

/** Of what a timeline is. */
export interface TimelineScope {
  /** In lower case. */
  readonly kind?: string | undefined
  /** In full and in lower case. */
  readonly entityRef?: string | undefined
}

export interface PartCount {
  readonly part: number
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly count: number
}

export type TimelineStore = ReturnType<typeof createTimelineStore>

/** How much changed when. */
export function createTimelineStore(db: Kysely<unknown>) {
  const ofKind = (kind: string | undefined) => (kind === undefined ? sql`true` : sql`starts_with(ref, ${`${kind}:`})`)

  return {
    /** The changes in each of some equal parts of a time, counted from 1. */
    async counts({ kind, entityRef }: TimelineScope, from: Date, to: Date, parts: number): Promise<PartCount[]> {
      const ofEntity = entityRef === undefined ? sql`true` : sql`entity_id = (select id from ref_name where ref = ${entityRef})`
      const seconds = (to.getTime() - from.getTime()) / 1000 / parts
      const { rows } = await sql<PartCount>`
        select least(${parts}, greatest(1, ceil(extract(epoch from date_trunc('milliseconds', at) - ${from}::timestamptz) / ${seconds})))::int as part,
          kind, count(*)::int as count
        from change where ${ofKind(kind)} and ${ofEntity} group by 1, 2`.execute(db)
      return rows
    },

    /** What happened to some entities within a time: whether they came, and which of their fields changed. */
    async marks(refs: readonly string[], from: Date, to: Date): Promise<{ ref: string; is_new: boolean; fields: string[] }[]> {
      const { rows } = await sql<{ ref: string; is_new: boolean; fields: string[] | null }>`
        select n.ref, bool_or(c.kind = 'created') as is_new,
          (select array_agg(distinct f) from change cc, unnest(cc.fields) f where cc.entity_id = n.id
            and cc.at > ${from} and date_trunc('milliseconds', cc.at) > ${from} and date_trunc('milliseconds', cc.at) <= ${to}) as fields
        from ref_name n join change c on c.entity_id = n.id
        where n.ref = any(${refs}::text[]) and c.at > ${from} and date_trunc('milliseconds', c.at) > ${from} and date_trunc('milliseconds', c.at) <= ${to}
        group by n.id, n.ref`.execute(db)
      return rows.map(row => ({ ...row, fields: row.fields ?? [] }))
    },

    /** Entities that went within a time and had not come back by its end, with the last that was known of them. */
    async removed(kind: string | undefined, from: Date, to: Date, max: number): Promise<{ ref: string; last: string; total: number }[]> {
      const { rows } = await sql<{ ref: string; last: string; total: number }>`
        select ref, last, count(*) over ()::int as total from (
          select distinct on (entity_id) ref, kind, final_before as last from change
          where ${ofKind(kind)} and at > ${from} and date_trunc('milliseconds', at) > ${from} and date_trunc('milliseconds', at) <= ${to}
          order by entity_id, revision desc, sequence desc) found
        where kind = 'deleted' order by ref limit ${max}`.execute(db)
      return rows
    },
  }
}

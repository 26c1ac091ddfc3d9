import { sql, type ExpressionBuilder, type NotNull, type RawBuilder, type SqlBool } from 'kysely'
import type { CatalogTables } from '../migrations/tables.ts'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'

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
export function createTimelineStore(db: CatalogDatabase) {
  return {
    /** The changes in each of some equal parts of a time, counted from 1. */
    async counts({ kind, entityRef }: TimelineScope, from: Date, to: Date, parts: number): Promise<PartCount[]> {
      const seconds = (to.getTime() - from.getTime()) / 1000 / parts
      let changes = db.selectFrom('change').where(isOfKind(kind))
      if (entityRef !== undefined)
        changes = changes.where('entity_id', '=', eb => eb.selectFrom('ref_name').select('id').where('ref', '=', entityRef))
      const part = sql<number>`
        least(${parts}, greatest(1, ceil(extract(epoch from date_trunc('milliseconds', at) - ${from}::timestamptz) / ${seconds})))::int`
      return changes
        .select(({ fn, cast }) => [part.as('part'), 'kind', cast<number>(fn.countAll(), 'integer').as('count')])
        .groupBy(['part', 'kind'])
        .$narrowType<{ kind: PartCount['kind'] }>()
        .execute()
    },

    /** What happened to some entities within a time: whether they came, and which of their fields changed. */
    async marks(refs: readonly string[], from: Date, to: Date): Promise<{ ref: string; is_new: boolean; fields: string[] }[]> {
      const { rows } = await sql<{ ref: string; is_new: boolean; fields: string[] | null }>`
        select n.ref, bool_or(c.kind = 'created') as is_new,
          (select array_agg(distinct f) from change cc, unnest(cc.fields) f
            where cc.entity_id = n.id and ${isWithin(sql.ref('cc.at'), from, to)}) as fields
        from ref_name n join change c on c.entity_id = n.id
        where n.ref = any(${refs}::text[]) and ${isWithin(sql.ref('c.at'), from, to)}
        group by n.id, n.ref`.execute(db)
      return rows.map(row => ({ ...row, fields: row.fields ?? [] }))
    },

    /** Entities that went within a time and had not come back by its end, with the last that was known of them. */
    async removed(kind: string | undefined, from: Date, to: Date, max: number): Promise<{ ref: string; last: string; total: number }[]> {
      const last = db
        .selectFrom('change')
        .distinctOn('entity_id')
        .select(['ref', 'kind', 'final_before as last'])
        .where(isOfKind(kind))
        .where(isWithin(sql.ref('at'), from, to))
        .orderBy('entity_id')
        .orderBy('revision', 'desc')
        .orderBy('sequence', 'desc')
      return db
        .selectFrom(last.as('found'))
        .select(['ref', 'last', sql<number>`count(*) over ()::int`.as('total')])
        .where('kind', '=', 'deleted')
        .orderBy('ref')
        .limit(max)
        .$narrowType<{ last: NotNull }>()
        .execute()
    },
  }
}

function isOfKind(kind: string | undefined) {
  return ({ fn, lit, val }: ExpressionBuilder<CatalogTables, 'change'>) =>
    kind === undefined ? lit(true) : fn<SqlBool>('starts_with', ['ref', val(`${kind}:`)])
}

/** Moments are told to the millisecond. The first condition is the one that an index is for. */
function isWithin(at: RawBuilder<unknown>, from: Date, to: Date) {
  return sql<boolean>`${at} > ${from} and date_trunc('milliseconds', ${at}) > ${from} and date_trunc('milliseconds', ${at}) <= ${to}`
}

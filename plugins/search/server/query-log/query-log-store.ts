import type { LoggedQuery } from '@portico/search/common'
import { secondsFromNow } from '@portico/core/server/expressions'
import { sql, type Kysely } from 'kysely'
import type { SearchTables } from '../migrations/tables.ts'

export type QueryLogStore = ReturnType<typeof createQueryLogStore>

/** What was asked in the last day, by hour. Who asked is not kept. */
export function createQueryLogStore(db: Kysely<SearchTables>) {
  const list = async (order: 'slowest' | 'emptiest', limit: number): Promise<LoggedQuery[]> => {
    let last = db
      .selectFrom('question')
      .select(({ fn }) => ['term', fn.sum('asked').as('asked'), fn.sum('empty').as('empty'), fn.max('slowest_ms').as('slowest_ms')])
      .where('hour', '>', secondsFromNow(-24 * 3600))
      .groupBy('term')
      .orderBy(({ fn }) => (order === 'emptiest' ? fn.sum('empty') : fn.max('slowest_ms')), 'desc')
    if (order === 'emptiest') last = last.having(({ fn }) => fn.sum('empty'), '>', 0)
    const rows = await last.orderBy('term').limit(limit).execute()
    return rows.map(row => ({ term: row.term, asked: Number(row.asked), empty: Number(row.empty), slowestMs: row.slowest_ms }))
  }
  return {
    async add(queries: readonly LoggedQuery[]): Promise<void> {
      if (queries.length === 0) return
      await sql`
        insert into question (hour, term, asked, empty, slowest_ms)
        select date_trunc('hour', now()), * from unnest(${queries.map(each => each.term)}::text[], ${queries.map(each => each.asked)}::int[],
          ${queries.map(each => each.empty)}::int[], ${queries.map(each => each.slowestMs)}::float8[])
        on conflict (hour, term) do update set asked = question.asked + excluded.asked, empty = question.empty + excluded.empty,
          slowest_ms = greatest(question.slowest_ms, excluded.slowest_ms)`.execute(db)
    },
    slowest: (limit: number) => list('slowest', limit),
    emptiest: (limit: number) => list('emptiest', limit),
    async forget(): Promise<void> {
      await db
        .deleteFrom('question')
        .where('hour', '<', secondsFromNow(-25 * 3600))
        .execute()
    },
  }
}

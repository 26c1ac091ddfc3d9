import type { LoggedQuery } from '@portico/search/common'
import { sql, type Kysely } from 'kysely'

export type QuestionStore = ReturnType<typeof createQuestionStore>

/** What was asked in the last day, by hour. Who asked is not kept. */
export function createQuestionStore(db: Kysely<object>) {
  const list = async (order: 'slowest' | 'emptiest', limit: number): Promise<LoggedQuery[]> => {
    const { rows } = await sql<{ term: string; asked: string; empty: string; slowest_ms: number }>`
      select term, sum(asked) as asked, sum(empty) as empty, max(slowest_ms) as slowest_ms from question
      where hour > now() - interval '24 hours' group by term
      ${order === 'emptiest' ? sql`having sum(empty) > 0 order by sum(empty) desc, term` : sql`order by max(slowest_ms) desc, term`}
      limit ${limit}`.execute(db)
    return rows.map(row => ({ term: row.term, asked: Number(row.asked), empty: Number(row.empty), slowestMs: row.slowest_ms }))
  }
  return {
    async add(questions: readonly LoggedQuery[]): Promise<void> {
      if (questions.length === 0) return
      await sql`
        insert into question (hour, term, asked, empty, slowest_ms)
        select date_trunc('hour', now()), * from unnest(${questions.map(each => each.term)}::text[], ${questions.map(each => each.asked)}::int[],
          ${questions.map(each => each.empty)}::int[], ${questions.map(each => each.slowestMs)}::float8[])
        on conflict (hour, term) do update set asked = question.asked + excluded.asked, empty = question.empty + excluded.empty,
          slowest_ms = greatest(question.slowest_ms, excluded.slowest_ms)`.execute(db)
    },
    slowest: (limit: number) => list('slowest', limit),
    emptiest: (limit: number) => list('emptiest', limit),
    async forget(): Promise<void> {
      await sql`delete from question where hour < now() - interval '25 hours'`.execute(db)
    },
  }
}

import { anyOf } from '@portico/core/server/expressions'
import { sql } from 'kysely'
import type { CatalogTransaction } from '../write/catalog-database-store.ts'

/** A source that is a pattern, and what fits it. */
export interface PatternWrite {
  readonly id: number
  readonly type: string
  readonly origin: string
  readonly depth: number
  readonly targets: readonly string[]
}

/** Which sources patterns lead to. Everything happens inside of a transaction that holds the lock of the revision. */
export const matchStore = {
  /** Sets what fits patterns. Returns the sources that they lead to, and those that lost a path to them. */
  async set(trx: CatalogTransaction, patterns: readonly PatternWrite[]): Promise<{ reached: number[]; lost: number[] }> {
    if (patterns.length === 0) return { reached: [], lost: [] }
    const rows = patterns.flatMap(({ targets, ...pattern }) => targets.map(target => ({ ...pattern, target })))
    const ids = patterns.map(({ id }) => id)
    const fitting = sql`unnest(
      ${rows.map(row => row.id)}::int[], ${rows.map(row => row.type)}::text[], ${rows.map(row => row.target)}::text[],
      ${rows.map(row => row.origin)}::text[], ${rows.map(row => row.depth)}::int[]) n (pattern_id, type, target, origin, depth)`
    await sql`
      insert into source (type, target, origin, depth, due_at)
      select distinct on (type, target) type, target, origin, depth, now() from ${fitting}
      where not exists (select from source s where s.type = n.type and md5(s.target) = md5(n.target)) order by type, target, origin
      on conflict (type, md5(target)) do nothing`.execute(trx)
    const { rows: reached } = await sql<{ source_id: number }>`
      insert into source_match (pattern_id, source_id)
      select distinct n.pattern_id, s.id from ${fitting} join source s on s.type = n.type and md5(s.target) = md5(n.target)
      on conflict (pattern_id, source_id) do update set source_id = excluded.source_id returning source_id`.execute(trx)
    const { rows: lost } = await sql<{ source_id: number; pattern_id: number; had_error: boolean }>`
      delete from source_match m using source s
      where m.pattern_id = any(${ids}::int[]) and s.id = m.source_id and not exists (
        select from ${fitting} where n.pattern_id = m.pattern_id and n.type = s.type and n.target = s.target)
      returning m.source_id, m.pattern_id, s.error is not null as had_error`.execute(trx)
    // Locations show the errors of what they lead to, so they look different when that is something else.
    const broken = lost.filter(({ had_error }) => had_error).map(({ pattern_id }) => pattern_id)
    await trx
      .insertInto('stitch')
      .columns(['id'])
      .expression(eb => eb.selectFrom('source_parent').select('parent_id').where('source_id', '=', anyOf(broken)))
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const sourceOf = ({ source_id }: { source_id: number }) => source_id
    return { reached: reached.map(sourceOf), lost: lost.map(sourceOf) }
  },
}

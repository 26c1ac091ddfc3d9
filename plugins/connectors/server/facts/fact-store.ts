import { anyOf } from '@portico/core/server/expressions'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { ConnectorsTables } from '../migrations/tables.ts'
import type { JsonValue } from './fact-value.ts'

export interface StoredFact {
  readonly entity_ref: string
  readonly name: string
  readonly value: JsonValue
  readonly at: Date
  readonly checked_at: Date
  readonly error: { readonly code: string; readonly message: string; readonly since: string } | null
}

/** A value that was read. */
export interface FactWrite {
  readonly entityRef: string
  readonly name: string
  readonly source: string
  readonly value: JsonValue
  /** When it was read. */
  readonly at: Date
  readonly history: boolean
}

export interface FactFailure {
  readonly entityRef: string
  readonly name: string
  readonly source: string
  readonly code: string
  readonly message: string
}

export interface FactKey {
  readonly entityRef: string
  readonly name: string
}

export interface FactQuery {
  readonly entityRefs?: readonly string[] | undefined
  readonly names?: readonly string[] | undefined
}

export type ConnectorsTransaction = Transaction<ConnectorsTables>

export type FactStore = ReturnType<typeof createFactStore>

const columns = ['entity_ref', 'name', 'value', 'at', 'checked_at', 'error'] as const

/** Facts and the values that they had. */
export function createFactStore(db: Kysely<ConnectorsTables>) {
  function matching({ entityRefs, names }: FactQuery) {
    let query = db.selectFrom('fact').select(columns)
    if (entityRefs) query = query.where('entity_ref', '=', anyOf(entityRefs))
    if (names) query = query.where('name', '=', anyOf(names))
    return query.$narrowType<StoredFact>()
  }

  return {
    /** Stores values and, of those that are others than before, a point. Returns which are others, or have an error no longer. */
    async put(writes: readonly FactWrite[], within: ConnectorsTransaction): Promise<FactKey[]> {
      const given = JSON.stringify(
        writes.map(({ entityRef, name, source, value, at, history }) => ({ entity_ref: entityRef, name, source, value, at, history })),
      )
      const { rows } = await sql<{ entity_ref: string; name: string }>`
        with given as (
          select * from jsonb_to_recordset(${given}::jsonb)
            as g(entity_ref text, name text, source text, value jsonb, at timestamptz, history boolean)
        ),
        before as (select f.entity_ref, f.name, f.value, f.error from fact f join given using (entity_ref, name)),
        stored as (
          insert into fact as f (entity_ref, name, source, value, at, checked_at)
          select entity_ref, name, source, value, at, at from given order by entity_ref, name
          on conflict (entity_ref, name) do update set
            source = excluded.source,
            value = excluded.value,
            at = case when f.value is distinct from excluded.value then excluded.at else f.at end,
            checked_at = excluded.checked_at,
            error = null
          where f.checked_at <= excluded.checked_at
          returning f.entity_ref, f.name, f.value, f.checked_at
        ),
        changed as (
          select s.entity_ref, s.name, s.value, s.checked_at, b.entity_ref is null or b.value is distinct from s.value as is_other,
            b.error is not null as had_error
          from stored s left join before b using (entity_ref, name)
        ),
        points as (
          insert into fact_point (entity_ref, name, at, value)
          select c.entity_ref, c.name, c.checked_at, c.value from changed c join given g using (entity_ref, name)
          where c.is_other and g.history
          on conflict do nothing
        )
        select entity_ref, name from changed where is_other or had_error`.execute(within)
      return rows.map(row => ({ entityRef: row.entity_ref, name: row.name }))
    },
    /** The last values stay. Returns those whose error is another than before. */
    async fail(failures: readonly FactFailure[], at: Date, within: ConnectorsTransaction): Promise<FactKey[]> {
      const given = JSON.stringify(
        failures.map(({ entityRef, name, source, code, message }) => ({ entity_ref: entityRef, name, source, code, message })),
      )
      const { rows } = await sql<{ entity_ref: string; name: string }>`
        with given as (
          select *, jsonb_build_object('code', code, 'message', message, 'since', ${at.toISOString()}::text) as error
          from jsonb_to_recordset(${given}::jsonb) as g(entity_ref text, name text, source text, code text, message text)
        )
        insert into fact as f (entity_ref, name, source, at, checked_at, error)
        select entity_ref, name, source, ${at}, ${at}, error from given order by entity_ref, name
        on conflict (entity_ref, name) do update set
          error = case when f.error is null then excluded.error
            else excluded.error || jsonb_build_object('since', f.error ->> 'since') end
        where f.error is null or f.error ->> 'code' <> excluded.error ->> 'code' or f.error ->> 'message' <> excluded.error ->> 'message'
        returning f.entity_ref, f.name`.execute(within)
      return rows.map(row => ({ entityRef: row.entity_ref, name: row.name }))
    },
    /** The values are still so. Returns those that had an error. */
    async confirm({ entityRefs = [], names = [] }: FactQuery, at: Date, within: ConnectorsTransaction): Promise<FactKey[]> {
      const { rows } = await sql<{ entity_ref: string; name: string; had_error: boolean }>`
        with before as (
          select entity_ref, name, error is not null as had_error from fact
          where entity_ref = any(${entityRefs}::text[]) and name = any(${names}::text[])
          order by entity_ref, name for update
        )
        update fact f set checked_at = ${at}, error = null from before b
        where f.entity_ref = b.entity_ref and f.name = b.name
        returning f.entity_ref, f.name, b.had_error`.execute(within)
      return rows.filter(row => row.had_error).map(row => ({ entityRef: row.entity_ref, name: row.name }))
    },
    list: (query: FactQuery): Promise<StoredFact[]> => matching(query).orderBy('entity_ref').orderBy('name').execute(),
    /** A page in the order of entities and names, after a key. */
    async page(query: FactQuery, after: FactKey | undefined, limit: number): Promise<StoredFact[]> {
      let page = matching(query)
      if (after) page = page.where(({ eb, refTuple, tuple }) => eb(refTuple('entity_ref', 'name'), '>', tuple(after.entityRef, after.name)))
      return page.orderBy('entity_ref').orderBy('name').limit(limit).execute()
    },
    /** What was known at a moment. */
    async at(moment: Date, { entityRefs, names }: FactQuery): Promise<StoredFact[]> {
      let query = db
        .selectFrom('fact_point')
        .distinctOn(['entity_ref', 'name'])
        .select(['entity_ref', 'name', 'value', 'at', 'at as checked_at'])
        .where('at', '<=', moment)
      if (entityRefs) query = query.where('entity_ref', '=', anyOf(entityRefs))
      if (names) query = query.where('name', '=', anyOf(names))
      const rows = await query.orderBy('entity_ref').orderBy('name').orderBy('at', 'desc').execute()
      return rows.map(row => ({ ...row, value: row.value as JsonValue, error: null }))
    },
    /** The points within a time, and the one before it, which holds at its begin. */
    async points({ entityRef, name }: FactKey, from: Date, to: Date, limit: number): Promise<{ at: Date; value: JsonValue }[]> {
      const of = db.selectFrom('fact_point').select(['at', 'value']).where('entity_ref', '=', entityRef).where('name', '=', name)
      const [before, within] = await Promise.all([
        of.where('at', '<', from).orderBy('at', 'desc').limit(1).execute(),
        of.where('at', '>=', from).where('at', '<=', to).orderBy('at', 'desc').limit(limit).execute(),
      ])
      return [...within, ...before].toReversed().map(({ at, value }) => ({ at, value: value as JsonValue }))
    },
    /** How many values of each source could not be read the last time. */
    async failing(): Promise<ReadonlyMap<string, number>> {
      const { rows } = await sql<{ source: string; count: number }>`
        select source, count(*)::int as count from fact where error is not null group by source`.execute(db)
      return new Map(rows.map(({ source, count }) => [source, count]))
    },
    /** States that a fact has besides these. */
    async statesBesides(name: string, named: readonly string[], limit: number): Promise<string[]> {
      const { rows } = await sql<{ state: string }>`
        select distinct value #>> '{}' as state from fact
        where name = ${name} and value #>> '{}' <> all(${named}::text[]) order by state limit ${limit}`.execute(db)
      return rows.map(({ state }) => state)
    },
    failures: (source: string, limit: number): Promise<StoredFact[]> =>
      matching({}).where('source', '=', source).where('error', 'is not', null).limit(limit).execute(),
    async removeEntities(refs: readonly string[]): Promise<void> {
      await db.deleteFrom('fact').where('entity_ref', '=', anyOf(refs)).execute()
      await db.deleteFrom('fact_point').where('entity_ref', '=', anyOf(refs)).execute()
    },
    /** Values of one source that are no longer told about these entities; the points stay until they are too old. */
    async removeValues(source: string, refs: readonly string[]): Promise<FactKey[]> {
      const rows = await db
        .deleteFrom('fact')
        .where('source', '=', source)
        .where('entity_ref', '=', anyOf(refs))
        .returning(['entity_ref', 'name'])
        .execute()
      return rows.map(row => ({ entityRef: row.entity_ref, name: row.name }))
    },
    async removeNamed(keys: readonly FactKey[]): Promise<void> {
      const given = JSON.stringify(keys.map(({ entityRef, name }) => ({ entity_ref: entityRef, name })))
      await sql`
        delete from fact f using jsonb_to_recordset(${given}::jsonb) as g(entity_ref text, name text)
        where f.entity_ref = g.entity_ref and f.name = g.name`.execute(db)
    },
    /** The last values of sources that tell nothing any more, and of facts that a source has no more. Points stay until they are too old. */
    async removeOthers(source: string, names: readonly string[]): Promise<void> {
      await sql`delete from fact where source = ${source} and not (name = any(${names}::text[]))`.execute(db)
    },
    async removeName(name: string): Promise<void> {
      await db.deleteFrom('fact').where('name', '=', name).execute()
      await db.deleteFrom('fact_point').where('name', '=', name).execute()
    },
    /** Of points that are older, the last of each part of a time stays. */
    async thin(before: Date, part: '1 hour' | '1 day'): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        with old as (
          select ctid as place, row_number() over (
            partition by entity_ref, name, date_bin(${part}::interval, at, timestamptz '2000-01-01') order by at desc
          ) as place_in_part
          from fact_point where at < ${before}
        ),
        gone as (delete from fact_point p using old where p.ctid = old.place and old.place_in_part > 1 returning 1)
        select count(*)::int as count from gone`.execute(db)
      return rows[0]?.count ?? 0
    },
    /** The last point of each fact stays, so that it is known what it was. */
    async prune(before: Date): Promise<void> {
      await sql`
        delete from fact_point p where at < ${before} and exists (
          select from fact_point later where later.entity_ref = p.entity_ref and later.name = p.name and later.at > p.at
        )`.execute(db)
    },
    transaction: <T>(run: (within: ConnectorsTransaction) => Promise<T>): Promise<T> => db.transaction().execute(run),
  }
}

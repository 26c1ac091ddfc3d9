import { anyOf } from '@portico/core/server/expressions'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { ScorecardsTables } from '../migrations/tables.ts'
import { decodeCells, decodeDifference, type CellChange, type Cells } from './cells.ts'
import type { Facets } from './facets.ts'

/** What every server keeps of an entity. */
export interface EntityResults {
  readonly ref: string
  readonly facets: Facets
  readonly cells: Cells
}

export interface StoredEntity extends EntityResults {
  readonly id: string
  readonly createdAt: Date | undefined
  readonly dueAt: Date | undefined
  readonly changesSinceFull: number
}

/** An entity after its evaluation. Without `change`, only its times are different from before. */
export interface EvaluatedRow {
  readonly ref: string
  readonly facets: string
  readonly cells: string
  readonly createdAt: Date | undefined
  readonly dueAt: Date | undefined
  readonly change?: { readonly difference: string; readonly details: string; readonly isFull: boolean }
}

export interface StoredChange {
  readonly at: Date
  readonly cells: Cells
  readonly changes: readonly CellChange[]
  readonly details: string
  readonly isFull: boolean
}

const pageSize = 5000

/** Results: as they are now, and every change of them. */
export function createResultStore(db: Kysely<ScorecardsTables>) {
  const toResults = (row: { ref: string; facets: string; cells: string }): EntityResults => ({
    ref: row.ref,
    facets: JSON.parse(row.facets) as Facets,
    cells: decodeCells(row.cells),
  })

  return {
    /** All, a page at a time, with the highest revision. */
    async *all(): AsyncGenerator<{ readonly rows: EntityResults[]; readonly revision: number }> {
      let after = '0'
      for (;;) {
        const rows = await db.selectFrom('entity').selectAll().where('id', '>', after).orderBy('id').limit(pageSize).execute()
        if (rows.length === 0) return
        yield { rows: rows.map(toResults), revision: Math.max(...rows.map(({ revision }) => Number(revision))) }
        after = rows[rows.length - 1]!.id
      }
    },
    async byRefs(refs: readonly string[]): Promise<Map<string, EntityResults>> {
      const rows = await db.selectFrom('entity').selectAll().where('ref', '=', anyOf(refs)).execute()
      return new Map(rows.map(row => [row.ref, toResults(row)]))
    },
    async since(revision: number): Promise<{ readonly rows: EntityResults[]; readonly revision: number }> {
      const found = await db
        .selectFrom('entity')
        .selectAll()
        .where('revision', '>', String(revision))
        .orderBy('revision')
        .limit(pageSize)
        .execute()
      return { rows: found.map(toResults), revision: Number(found[found.length - 1]?.revision ?? revision) }
    },
    async stored(refs: readonly string[], within: Transaction<ScorecardsTables>): Promise<Map<string, StoredEntity>> {
      const rows = await within.selectFrom('entity').selectAll().where('ref', '=', anyOf(refs)).execute()
      return new Map(
        rows.map(row => [
          row.ref,
          {
            ...toResults(row),
            id: row.id,
            createdAt: row.created_at ?? undefined,
            dueAt: row.due_at ?? undefined,
            changesSinceFull: row.changes_since_full,
          },
        ]),
      )
    },
    /** Writes evaluated entities, and what changed, in two statements. */
    async write(rows: readonly EvaluatedRow[], at: Date, within: Transaction<ScorecardsTables>): Promise<void> {
      if (rows.length === 0) return
      const of = <T>(pick: (row: EvaluatedRow) => T) => rows.map(pick)
      await sql`
        insert into entity as e (ref, facets, cells, created_at, evaluated_at, due_at, changes_since_full)
        select r.ref, r.facets, r.cells, r.created_at, ${at}, r.due_at, case when r.is_full then 0 when r.has_change then 1 else 2 end
        from unnest(${of(({ ref }) => ref)}::text[], ${of(({ facets }) => facets)}::text[], ${of(({ cells }) => cells)}::text[],
          ${of(({ createdAt }) => createdAt ?? null)}::timestamptz[], ${of(({ dueAt }) => dueAt ?? null)}::timestamptz[],
          ${of(({ change }) => change !== undefined)}::bool[], ${of(({ change }) => change?.isFull ?? false)}::bool[])
          as r(ref, facets, cells, created_at, due_at, has_change, is_full)
        on conflict (ref) do update set facets = excluded.facets, cells = excluded.cells, evaluated_at = excluded.evaluated_at, due_at = excluded.due_at,
          changes_since_full = case excluded.changes_since_full when 0 then 0 when 1 then e.changes_since_full + 1 else e.changes_since_full end,
          revision = nextval('entity_revision')`.execute(within)
      const changed = rows.filter(({ change }) => change !== undefined)
      if (changed.length === 0) return
      await sql`
        insert into change (entity_id, at, facets, cells, difference, details, is_full)
        select entity.id, ${at}, r.facets, r.cells, r.difference, r.details, r.is_full
        from unnest(${changed.map(({ ref }) => ref)}::text[], ${changed.map(({ facets }) => facets)}::text[], ${changed.map(({ cells }) => cells)}::text[],
          ${changed.map(({ change }) => change!.difference)}::text[], ${changed.map(({ change }) => change!.details)}::text[],
          ${changed.map(({ change }) => change!.isFull)}::bool[]) as r(ref, facets, cells, difference, details, is_full)
        join entity on entity.ref = r.ref`.execute(within)
    },
    /** The changes of an entity from the newest back to one that has everything, or to a number of them. */
    async changesOf(
      ref: string,
      { until, before }: { readonly until?: Date | undefined; readonly before?: Date | undefined },
    ): Promise<StoredChange[]> {
      let query = db
        .selectFrom('change')
        .innerJoin('entity', 'entity.id', 'change.entity_id')
        .select(['change.at', 'change.cells', 'change.difference', 'change.details', 'change.is_full'])
        .where('entity.ref', '=', ref)
      if (until) query = query.where('change.at', '<=', until)
      if (before) query = query.where('change.at', '<', before)
      const rows = await query.orderBy('change.at', 'desc').orderBy('change.id', 'desc').limit(500).execute()
      return rows.map(row => ({
        at: row.at,
        cells: decodeCells(row.cells),
        changes: decodeDifference(row.difference),
        details: row.details,
        isFull: row.is_full,
      }))
    },
    /** All entities as they were at a moment. */
    async at(moment: Date): Promise<EntityResults[]> {
      const { rows } = await sql<{ ref: string; facets: string; cells: string }>`
        select entity.ref, c.facets, c.cells from entity
        join lateral (select facets, cells from change where entity_id = entity.id and at <= ${moment} order by at desc, id desc limit 1) c on true
        where c.cells <> ''`.execute(db)
      return rows.map(toResults)
    },
    /** What changed within a time, in order, in pages. */
    async *between(
      from: Date,
      to: Date,
    ): AsyncGenerator<{ readonly ref: string; readonly at: Date; readonly facets: string; readonly difference: string }[]> {
      let after = '0'
      let since = from
      for (;;) {
        const { rows } = await sql<{ id: string; ref: string; at: Date; facets: string; difference: string }>`
          select change.id, entity.ref, change.at, change.facets, change.difference from change join entity on entity.id = change.entity_id
          where (change.at, change.id) > (${since}, ${after}::bigint) and change.at <= ${to} order by change.at, change.id limit ${pageSize}`.execute(
          db,
        )
        if (rows.length === 0) return
        yield rows
        after = rows[rows.length - 1]!.id
        since = rows[rows.length - 1]!.at
        if (rows.length < pageSize) return
      }
    },
    async beginning(): Promise<Date | undefined> {
      const row = await db.selectFrom('change').select('at').orderBy('at').limit(1).executeTakeFirst()
      return row?.at
    },
    /** Removes changes that a later full one before the moment makes unnecessary. */
    async prune(before: Date): Promise<void> {
      await sql`
        delete from change using change as later
        where later.entity_id = change.entity_id and later.is_full and later.at < ${before} and (later.at, later.id) > (change.at, change.id)`.execute(
        db,
      )
    },
  }
}

export type ResultStore = ReturnType<typeof createResultStore>

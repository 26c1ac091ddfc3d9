import { maskCredentials } from '@portico/catalog/common'
import { anyOf } from '@portico/core/server/expressions'
import { sql, type NotNull } from 'kysely'
import type { EntityError } from '../processing/process/process-entity.ts'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'
import { bucketSize } from '../processing/read/claim-store.ts'
import type { ProblemRow } from './problem-row.ts'

export type HealthStore = ReturnType<typeof createHealthStore>

interface SourceName {
  readonly source: string
  readonly isProvider: boolean
}

const documentsAtOnce = 1000

/** Another text whenever any of the rows is another. */
const mark = sql`count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0)`

/** Reads what is wrong in the catalog. */
export function createHealthStore(db: CatalogDatabase) {
  /** Documents that are wrong: those that name themselves, those of entities whose last good version is there, and all others. */
  async function failedDocuments(): Promise<ProblemRow[]> {
    const { rows } = await sql<{
      id: string
      ref: string | null
      entity_id: number | null
      source_id: number
      file: string | null
      line: number | null
      error: EntityError
      more: number
      since: Date
    }>`
      select 'document:' || u.id as id, u.ref, null::int as entity_id, u.source_id, u.location_key as file, u.line, u.errors -> 0 as error,
          json_array_length(u.errors) - 1 as more, u.since from unprocessed u
      union all
      select 'entity:' || e.id, e.ref, e.id, e.source_id, e.location_key, null, e.errors -> 0, json_array_length(e.errors) - 1, e.processed_at
        from entity e where e.errors is not null
      union all
      select 'stitch:' || e.id, e.ref, e.id, e.source_id, e.location_key, null, t.error, 0, t.since
        from stitch t join entity e using (id) where t.error is not null
      union all
      select 'nameless:' || s.id || ':' || p.place, null, null, s.id, null, null, p.error, 0, coalesce(s.changed_at, s.created_at)
        from source s, json_array_elements(s.problems) with ordinality p (error, place)
        where s.problems is not null and p.error ->> 'name' <> 'NotAllowedError'
          and not exists (select from unprocessed u where u.source_id = s.id and u.errors ->> 0 = p.error::text)
      order by source_id, line, ref`.execute(db)
    return rows.map(row => ({
      id: row.id,
      type: 'failed-document',
      ...present({ ref: row.ref, entityId: row.entity_id, sourceId: row.source_id, line: row.error.line ?? row.line }),
      ...(row.file !== null && { file: maskCredentials(row.file) }),
      message: maskCredentials(row.error.message),
      more: row.more,
      isForbidden: row.error.name === 'NotAllowedError',
      since: row.since,
    }))
  }

  /** Sources that could not be read, but for those in which one document failed in a way that nobody expected: that one is told of. */
  async function failingSources(): Promise<ProblemRow[]> {
    const { rows } = await sql<{ id: number; error: EntityError; since: Date }>`
      select id, error, coalesce(succeeded_at, created_at) as since from source
      where error is not null and (failures > 0 or (fingerprint is null and (is_config or location_id is not null)))
        and (problems -> 0)::text is distinct from error::text order by id`.execute(db)
    return rows.map(({ id, error, since }) => ({
      id: `source:${id}`,
      type: error.name === 'NotAllowedError' ? 'forbidden-source' : 'unreadable-source',
      sourceId: id,
      message: maskCredentials(error.message),
      isForbidden: error.name === 'NotAllowedError',
      since,
    }))
  }

  async function conflicts(): Promise<ProblemRow[]> {
    const rows = await db
      .selectFrom('conflict as c')
      .innerJoin('ref_name as n', 'n.id', 'c.ref_id')
      .leftJoin('entity as e', 'e.id', 'c.ref_id')
      .select([
        'c.source_id',
        'c.ref_id',
        'n.ref',
        'e.id as entity_id',
        'e.source_id as holder_id',
        'c.line',
        'c.location_key as file',
        'c.since',
      ])
      .orderBy('n.ref')
      .orderBy('c.source_id')
      .execute()
    const names = await namesOf(rows.map(row => row.holder_id))
    return rows.map(row => ({
      id: `name:${row.source_id}:${row.ref_id}`,
      type: 'name-conflict',
      ref: row.ref,
      sourceId: row.source_id,
      since: row.since,
      ...present({ entityId: row.entity_id, line: row.line, holder: names.get(row.holder_id ?? -1)?.source }),
      ...(row.file !== null && { file: maskCredentials(row.file) }),
    }))
  }

  /** Relations of which one end is missing, told of the entity that declares them. */
  async function danglingReferences(): Promise<ProblemRow[]> {
    const { rows } = await sql<{ id: number; ref: string; source_id: number | null; target: string; target_id: number; relation: string }>`
      select distinct n.ref as target, e.ref, e.id, e.source_id, d.target_id, d.relation from (
        select coalesce(r.origin_id, r.from_id) as id, r.to_id as target_id, t.type as relation from relation r join relation_type t on t.id = r.type_id
          where not exists (select from entity where entity.id = r.to_id)
        union all
        select r.origin_id, r.from_id, t.inverse from relation r join relation_type t on t.id = r.type_id
          where r.origin_id is not null and not exists (select from entity where entity.id = r.from_id)) d
      join entity e on e.id = d.id join ref_name n on n.id = d.target_id order by 1, 2`.execute(db)
    return rows.map(row => ({
      id: `reference:${row.id}:${row.relation}:${row.target_id}`,
      type: 'dangling-reference',
      ref: row.ref,
      entityId: row.id,
      target: row.target,
      targetId: row.target_id,
      relation: row.relation,
      ...present({ sourceId: row.source_id }),
    }))
  }

  /** Those of the entities that have a problem. */
  const toProblems = (type: 'orphan' | 'unowned', rows: readonly { id: number; ref: string; source_id: number | null }[]): ProblemRow[] =>
    rows.map(({ id, ref, source_id }) => ({ id: `${type}:${id}`, type, ref, entityId: id, ...present({ sourceId: source_id }) }))

  const selectEntities = () => db.selectFrom('entity').select(['id', 'ref', 'source_id']).orderBy('ref')

  async function orphans(): Promise<ProblemRow[]> {
    return toProblems('orphan', await selectEntities().where('is_orphan', '=', true).execute())
  }

  async function unowned(kinds: readonly string[]): Promise<ProblemRow[]> {
    const found = await selectEntities()
      .where(sql`split_part(ref, ':', 1)`, '=', anyOf(kinds))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('relation as r')
              .innerJoin('relation_type as t', 't.id', 'r.type_id')
              .whereRef('r.from_id', '=', 'entity.id')
              .where('t.type', '=', 'ownedBy'),
          ),
        ),
      )
      .execute()
    return toProblems('unowned', found)
  }

  async function overdueSources(graceMs: number): Promise<ProblemRow[]> {
    const { rows } = await sql<{ id: number; due_at: Date }>`
      select s.id, coalesce(s.due_at, b.due_at) as due_at from source s left join bucket b on b.id = s.id / ${bucketSize}
      where s.error is null and s.type <> 'provider' and coalesce(s.due_at, b.due_at) < now() - make_interval(secs => ${graceMs / 1000})
      order by 2`.execute(db)
    return rows.map(({ id, due_at }) => ({ id: `stale:${id}`, type: 'stale-source', sourceId: id, since: due_at }))
  }

  async function namesOf(ids: readonly (number | null | undefined)[]): Promise<Map<number, SourceName>> {
    const known = [...new Set(ids.filter(id => typeof id === 'number'))]
    const rows = await db.selectFrom('source').select(['id', 'type', 'target']).where('id', '=', anyOf(known)).execute()
    return new Map(
      rows.map(({ id, type, target }) => {
        const isProvider = type === 'provider'
        return [id, { source: isProvider ? target : maskCredentials(`${type}:${target}`), isProvider }]
      }),
    )
  }

  return {
    /** Another text whenever any problem may be another. It costs a fraction of what reading them does. */
    async stamp(): Promise<string> {
      const { rows } = await sql<{ stamp: string }>`
        select concat_ws('/', (select value from revision), (select ${mark} from unprocessed), (select ${mark} from conflict),
          (select ${mark} from source where error is not null or problems is not null), (select ${mark} from stitch where error is not null),
          (select ${mark} from entity where errors is not null)) as stamp`.execute(db)
      return rows[0]!.stamp
    },

    /** Everything that is wrong, by type and then by what belongs together. `ownedKinds` in lower case. */
    async problems({ ownedKinds, graceMs }: { ownedKinds: readonly string[]; graceMs: number }): Promise<ProblemRow[]> {
      const found = await Promise.all([
        failedDocuments(),
        failingSources(),
        conflicts(),
        danglingReferences(),
        orphans(),
        unowned(ownedKinds),
        overdueSources(graceMs),
      ])
      const rows = found.flat()
      const names = await namesOf(rows.map(({ sourceId }) => sourceId))
      return rows.map(row => ({ ...row, ...(row.sourceId !== undefined && names.get(row.sourceId)) }))
    },

    /** The documents that failed and have no entity, a batch at a time. */
    async *documents(): AsyncGenerator<readonly { readonly id: string; readonly document: string }[]> {
      for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
        const rows = await db
          .selectFrom('unprocessed')
          .select(['id', 'document'])
          .where('id', '>', last)
          .orderBy('id')
          .limit(documentsAtOnce)
          .execute()
        const end = rows.at(-1)
        if (!end) return
        yield rows.map(({ id, document }) => ({ id: `document:${id}`, document }))
        last = end.id
      }
    },

    /** The entities that come from some sources. */
    async entitiesOf(sourceIds: readonly number[]): Promise<Map<number, string[]>> {
      const rows = await db
        .selectFrom('entity')
        .select(({ fn }) => ['source_id', fn.agg<string[]>('array_agg', ['ref']).as('refs')])
        .where('source_id', '=', anyOf(sourceIds))
        .groupBy('source_id')
        .$narrowType<{ source_id: NotNull }>()
        .execute()
      return new Map(rows.map(({ source_id, refs }) => [source_id, refs]))
    },
  }
}

/** Only what there is: the database says null for what is absent. */
function present<T extends Record<string, string | number | null | undefined>>(given: T): { -readonly [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as never
}

import { maskCredentials } from '@portico/catalog/common'
import { sql, type Selectable } from 'kysely'
import type { CatalogTables } from '../migrations/tables.ts'
import type { CatalogDatabase } from './write/catalog-database-store.ts'
import type { EntityError } from './process/process-entity.ts'
import { bucketSize } from './read/claim-store.ts'
import { generatedPrefix, generatedRef } from './read/generated-location.ts'

/** One source that has, had or wants an entity. */
export interface SourceDetails {
  /** `location` where the catalog reads it, `provider` where a plugin supplies it. */
  readonly type: 'location' | 'provider'
  /** The location ref, or the provider's name. */
  readonly name: string
  readonly origin: string
  readonly registeredBy: 'config' | 'api' | 'provider' | 'entity'
  /** holder: the entity is its own; refused: another has the name; failed: its document is wrong; listed: it holds it and it is not there yet. */
  readonly role: 'holder' | 'refused' | 'failed' | 'listed'
  readonly locationKey: string | undefined
  readonly line: number | undefined
  readonly lastReadAt: Date | undefined
  readonly lastSuccessAt: Date | undefined
  readonly lastChangeAt: Date | undefined
  readonly nextReadAt: Date | undefined
  readonly failures: number
  readonly version: string | undefined
  readonly error: EntityError | undefined
  /** Mistakes in this source's document of the entity. */
  readonly errors: readonly EntityError[]
  /** That document, where it failed. */
  readonly document: unknown
  /** Since when it has been refused or has failed. */
  readonly since: Date | undefined
  readonly isBeingRead: boolean
  /** Location entities that lead to the source. */
  readonly parentRefs: readonly string[]
}

/** Everything there is to know about why an entity is as it is, or not there. */
export interface ExplainDetails {
  readonly ref: string
  readonly entity:
    | {
        readonly uid: string
        readonly isOrphan: boolean
        readonly createdAt: Date
        readonly processedAt: Date
        readonly revision: number
        readonly locationKey: string | undefined
        readonly errors: readonly EntityError[]
      }
    | undefined
  readonly sources: readonly SourceDetails[]
  /** The last time it was removed. */
  readonly deleted: { readonly at: Date; readonly source: string | undefined; readonly revision: number } | undefined
  /** Others have a relation to it. */
  readonly mentionedBy: number
  /** Where no source is known to hold it: some that could not be taken in, any of which may. */
  readonly failing: readonly { readonly name: string; readonly error: EntityError }[]
}

const maxFailing = 3

type SourceColumn = 'type' | 'target' | 'origin' | 'is_config' | 'location_id' | 'changed_at' | 'failures' | 'version'

interface RawSource extends Pick<Selectable<CatalogTables['source']>, SourceColumn | 'read_at' | 'succeeded_at' | 'due_at'> {
  readonly role: SourceDetails['role']
  readonly since: Date | null
  readonly line: number | null
  readonly location_key: string | null
  readonly errors: EntityError[] | null
  readonly document: string | null
  readonly error: EntityError | null
  readonly is_claimed: boolean
  readonly parents: string[] | null
}

/** Gathers what is known about an entity, whether it is there or not. */
export function createExplainStore(db: CatalogDatabase) {
  return async function explainDetails(ref: string): Promise<ExplainDetails> {
    const { rows: sources } = await sql<RawSource>`
      with named as (select id from ref_name where ref = ${ref}),
        wanting as (
          select 'holder' as role, source_id, null::timestamptz as since, null::int as line, location_key, errors, null::text as document from entity where ref = ${ref}
          union all select 'refused', source_id, since, line, location_key, null, null from conflict where ref_id in (select id from named)
          union all select 'failed', source_id, since, line, location_key, errors, document from unprocessed where ref = ${ref}
          union all select 'listed', s.id, null, null, null, null, null from source s, named
            where s.document_id @> array[named.id] and not exists (select from entity where ref = ${ref})
              and not exists (select from unprocessed u where u.source_id = s.id and u.ref = ${ref})
              and not exists (select from conflict c where c.source_id = s.id and c.ref_id = named.id)
          union all select 'listed', s.id, null, null, null, null, null from source s left join location l on l.id = s.location_id
            where (l.entity_ref = ${ref} or s.id = ${await configuredRoot(db, ref)}) and not exists (select from entity where ref = ${ref}))
      select w.*, coalesce(w.line, s.document_line[array_position(s.document_id, (select id from named))]) as line,
        s.type, s.target, s.origin, s.is_config, s.location_id, s.changed_at, s.failures, s.version, s.error,
        case when s.due_at is null then greatest(s.read_at, b.read_at) else s.read_at end as read_at,
        case when s.error is not null then s.succeeded_at when s.due_at is null then greatest(s.read_at, b.read_at) else s.read_at end as succeeded_at,
        case when s.type <> 'provider' then coalesce(s.due_at, b.due_at) end as due_at,
        exists (select from claim where s.id = any(claim.source_id) and lease_until > now()) as is_claimed,
        (select array_agg(distinct n.ref order by n.ref) from source_parent p join ref_name n on n.id = p.parent_id where p.source_id = s.id) as parents
      from wanting w join source s on s.id = w.source_id left join bucket b on b.id = s.id / ${bucketSize} order by w.role, s.id`.execute(
      db,
    )
    // After its sources: what was read is then never newer than the entity.
    const entity = await db
      .selectFrom('entity')
      .leftJoin('stitch', 'stitch.id', 'entity.id')
      .select([
        'uid',
        'is_orphan',
        'created_at',
        'processed_at',
        'revision',
        'location_key',
        'entity.errors',
        'stitch.error as stitch_error',
      ])
      .where('ref', '=', ref)
      .$narrowType<{ errors: EntityError[] | null; stitch_error: EntityError | null }>()
      .executeTakeFirst()
    const named = db.selectFrom('ref_name').select('id').where('ref', '=', ref)
    const last = await db
      .selectFrom('change')
      .select(['at', 'source', 'revision'])
      .where('entity_id', '=', named)
      .where('kind', '=', 'deleted')
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { mentions } = await db
      .selectFrom('relation')
      .select(({ fn }) => fn.countAll().as('mentions'))
      .where('to_id', '=', named)
      .executeTakeFirstOrThrow()
    return {
      ref,
      entity: entity && {
        uid: entity.uid,
        isOrphan: entity.is_orphan,
        createdAt: entity.created_at,
        processedAt: entity.processed_at,
        revision: Number(entity.revision),
        locationKey: entity.location_key ?? undefined,
        errors: [...(entity.errors ?? []), ...(entity.stitch_error ? [entity.stitch_error] : [])],
      },
      sources: sources.map(toDetails),
      deleted: last && { at: last.at, source: last.source ?? undefined, revision: Number(last.revision) },
      mentionedBy: Number(mentions),
      failing: entity || sources.length > 0 ? [] : await failingSources(db, maxFailing),
    }
  }
}

/** The configured source that a generated Location stands for, also before it was read for the first time. */
async function configuredRoot(db: CatalogDatabase, ref: string): Promise<number | null> {
  if (!ref.startsWith(generatedPrefix)) return null
  const rows = await db.selectFrom('source').select(['id', 'type', 'target']).where('is_config', '=', true).execute()
  return rows.find(row => generatedRef(row) === ref)?.id ?? null
}

/** Sources that could not be read or taken in, those that fail longest first. */
export async function failingSources(
  db: CatalogDatabase,
  max: number,
): Promise<{ name: string; error: EntityError; failures: number; count: number }[]> {
  const { rows } = await sql<{ name: string; error: EntityError; failures: number; count: number }>`
    select type || ':' || target as name, error, failures, count(*) over ()::int as count
    from source where error is not null order by failures desc, id limit ${max}`.execute(db)
  return rows.map(({ name, error, ...row }) => ({
    ...row,
    name: maskCredentials(name),
    error: { ...error, message: maskCredentials(error.message) },
  }))
}

function toDetails(row: RawSource): SourceDetails {
  const isProvider = row.type === 'provider'
  return {
    type: isProvider ? 'provider' : 'location',
    name: isProvider ? row.target : maskCredentials(`${row.type}:${row.target}`),
    origin: maskCredentials(row.origin),
    registeredBy: isProvider ? 'provider' : row.is_config ? 'config' : row.location_id !== null ? 'api' : 'entity',
    role: row.role,
    locationKey: row.location_key ?? undefined,
    line: row.line ?? undefined,
    lastReadAt: row.read_at ?? undefined,
    lastSuccessAt: row.succeeded_at ?? undefined,
    lastChangeAt: row.changed_at ?? undefined,
    nextReadAt: row.due_at ?? undefined,
    failures: row.failures,
    version: row.version ?? undefined,
    error: row.error ?? undefined,
    errors: row.errors ?? [],
    document: row.document === null ? undefined : (JSON.parse(row.document) as unknown),
    since: row.since ?? undefined,
    isBeingRead: row.is_claimed,
    parentRefs: row.parents ?? [],
  }
}

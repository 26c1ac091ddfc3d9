import { sql } from 'kysely'
import type { CatalogDatabase, CatalogTransaction } from './catalog-database-store.ts'
import type { EntityError } from './process-entity.ts'

/** A file that is included in entities of a source, as it was when it was read. */
export interface Dependency {
  readonly target: string
  readonly etag?: string | undefined
  readonly hash: string
}

/** A source that this server has claimed. */
export interface ClaimedSource {
  readonly id: number
  readonly type: string
  readonly target: string
  readonly origin: string
  readonly depth: number
  /** Refs of the Location entities that stand for it, where it is a root. */
  readonly rootRefs: readonly string[]
  /** Everybody who leads here says that it need not be there. */
  readonly isOptional: boolean
  readonly fingerprint: string | undefined
  readonly etag: string | undefined
  readonly contentHash: string | undefined
  readonly dependencies: readonly Dependency[]
  readonly generation: number
  readonly failures: number
  readonly error: EntityError | undefined
}

export interface Claim {
  readonly id: string
  readonly sources: readonly ClaimedSource[]
}

/** What is written down when a source was read to the end. */
export interface SourceEnd {
  readonly id: number
  readonly generation: number
  readonly fingerprint: string
  readonly etag: string | undefined
  readonly contentHash: string
  readonly version: string | undefined
  readonly dependencies: readonly Dependency[]
  readonly problems: readonly EntityError[]
  readonly documents: readonly { readonly id: number; readonly line: number | undefined }[]
  /** Something unexpected happened to a document: the source counts as failing, and is read whole again after so long. */
  readonly retryMs?: number | undefined
}

interface RawSource {
  id: number
  type: string
  target: string
  origin: string
  depth: number
  is_config: boolean
  location_ref: string | null
  is_optional: boolean | null
  fingerprint: string | null
  etag: string | null
  content_hash: string | null
  dependencies: Dependency[] | null
  generation: number
  failures: number
  error: EntityError | null
}

export const bucketSize = 512

const columns = sql`s.id, s.type, s.target, s.origin, s.depth, s.is_config, s.location_id, s.fingerprint, s.etag, s.content_hash, s.dependencies,
  s.generation, s.failures, s.error`

export type SourceStore = ReturnType<typeof createSourceStore>

/** The sources: who reads which, when, and what came of it. */
export function createSourceStore(db: CatalogDatabase, generatedRef: (location: { type: string; target: string }) => string) {
  function toSource(row: RawSource): ClaimedSource {
    const own = row.is_config ? [generatedRef(row)] : []
    return {
      id: row.id,
      type: row.type,
      target: row.target,
      origin: row.origin,
      depth: row.depth,
      rootRefs: [...new Set([...own, ...(row.location_ref === null ? [] : [row.location_ref])])],
      isOptional: row.is_optional === true && own.length === 0 && row.location_ref === null,
      fingerprint: row.fingerprint ?? undefined,
      etag: row.etag ?? undefined,
      contentHash: row.content_hash?.replaceAll('-', ''),
      dependencies: row.dependencies ?? [],
      generation: row.generation,
      failures: row.failures,
      error: row.error ?? undefined,
    }
  }

  return {
    /** Takes sources that are due, and that nobody else is reading: first those with a time of their own, then a bucket. */
    async claim(owner: string, options: { most: number; leaseMs: number; intervalMs: number | undefined }): Promise<Claim | undefined> {
      const { most, leaseMs, intervalMs } = options
      const single = sql`
        with due as (select id from source where due_at <= now() order by due_at limit ${most} for update skip locked),
          taken as (update source s set due_at = null, read_at = now() from due where s.id = due.id returning s.*)`
      const nextMs = intervalMs === undefined ? null : intervalMs * (1 + Math.random() / 2)
      const together = sql`
        with due as (select id from bucket where due_at <= now() order by due_at limit 1 for update skip locked),
          turned as (
            update bucket b set due_at = now() + make_interval(secs => ${nextMs}::float8 / 1000), read_at = now(), previous_read_at = b.read_at
            from due where b.id = due.id returning b.id),
          taken as (
            select s.* from turned join source s on s.id between turned.id * ${bucketSize} and turned.id * ${bucketSize} + ${bucketSize - 1}
            where s.due_at is null and s.type <> 'provider')`
      for (const taken of [single, together]) {
        const { rows } = await sql<RawSource & { claim_id: string }>`
          ${taken}, noted as (
            insert into claim (owner, source_id, lease_until) select ${owner}, array_agg(id), now() + make_interval(secs => ${leaseMs / 1000})
            from taken having count(*) > 0 returning id)
          select ${columns}, noted.id as claim_id, location.entity_ref as location_ref,
            (select bool_and(is_optional) from way where way.source_id = s.id) as is_optional
          from noted, taken s left join location on location.id = s.location_id order by s.id`.execute(db)
        const [first] = rows
        if (first) return { id: first.claim_id, sources: rows.map(toSource) }
      }
      return undefined
    },
    /** Plans the reading of what has no plan yet. */
    async plan(intervalMs: number | undefined): Promise<void> {
      if (intervalMs === undefined) return
      await sql`
        insert into bucket (id, due_at)
        select id, now() + make_interval(secs => ${intervalMs / 1000} * (1 + random() / 2))
        from generate_series(0, (select coalesce(max(id), 0) / ${bucketSize} from source)) id
        where not exists (select from bucket known where known.id = id) on conflict do nothing`.execute(db)
      await sql`update bucket set due_at = now() + make_interval(secs => ${intervalMs / 1000}) where due_at is null`.execute(db)
    },
    /** The source that stands for a provider, which nobody reads. */
    async openProvider(name: string): Promise<ClaimedSource> {
      const { rows } = await sql<RawSource>`
        insert into source (type, target, origin) values ('provider', ${name}, ${`provider:${name}`})
        on conflict (type, md5(target)) do update set read_at = now()
        returning *, null as location_ref, false as is_optional`.execute(db)
      return toSource(rows[0]!)
    },
    async renew(claimIds: readonly string[], leaseMs: number): Promise<void> {
      await sql`update claim set lease_until = now() + make_interval(secs => ${leaseMs / 1000}) where id = any(${claimIds}::bigint[])`.execute(
        db,
      )
    },
    async release(claimId: string): Promise<void> {
      await sql`delete from claim where id = ${claimId}`.execute(db)
    },
    /** What a server was reading when it died, or what one that stops leaves behind, is due again. */
    async adopt(owner?: string): Promise<number> {
      const { numAffectedRows } = await sql`
        with lost as (
          delete from claim where id in (
            select id from claim where lease_until < now() or owner = ${owner ?? null} for update skip locked) returning source_id)
        update source set due_at = now() where id in (select unnest(source_id) from lost)`.execute(db)
      return Number(numAffectedRows ?? 0)
    },
    async hasDue(): Promise<boolean> {
      const { rows } = await sql`
        select where exists (select from source where due_at <= now()) or exists (select from bucket where due_at <= now())`.execute(db)
      return rows.length > 0
    },
    /** In how many milliseconds there is something to do; undefined when nothing is planned. */
    async nextDueMs(): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        select extract(epoch from least(
          (select min(due_at) from source), (select min(due_at) from bucket), (select min(lease_until) from claim),
          (select min(retry_at) from stitch)) - now())::float8 * 1000 as ms`.execute(db)
      return rows[0]?.ms ?? undefined
    },
    /** The hashes of the documents from which the entities of these sources were made. */
    async knownInputs(sourceIds: readonly number[]): Promise<Map<number, Map<string, string>>> {
      const { rows } = await sql<{ source_id: number; ref: string; input_hash: string }>`
        select source_id, ref, input_hash from entity
        where source_id = any(${sourceIds}::int[]) and input_hash is not null and errors is null and not is_orphan`.execute(db)
      const known = new Map<number, Map<string, string>>(sourceIds.map(id => [id, new Map()]))
      for (const { source_id, ref, input_hash } of rows) known.get(source_id)?.set(input_hash.replaceAll('-', ''), ref)
      return known
    },

    /** Reading went well. What was asked for meanwhile (another generation) is not overwritten: the source stays due. */
    async end(trx: CatalogTransaction, ends: readonly SourceEnd[]): Promise<void> {
      if (ends.length === 0) return
      const rows = ends.map(({ id, generation, fingerprint, etag, contentHash, version, ...end }) => ({
        id,
        generation,
        fingerprint,
        etag,
        contentHash,
        version,
        retryMs: end.retryMs,
        problems: end.problems.length > 0 ? end.problems : undefined,
        dependencies: end.dependencies.length > 0 ? end.dependencies : undefined,
        ids: end.documents.map(({ id }) => id),
        lines: end.documents.map(({ line }) => line ?? null),
      }))
      await sql`
        update source s set fingerprint = n.fingerprint, etag = case when s.generation = n.generation and n."retryMs" is null then n.etag end,
          content_hash = case when s.generation = n.generation and n."retryMs" is null then n."contentHash" end, version = n.version,
          dependencies = n.dependencies, problems = n.problems, error = n.problems -> 0,
          failures = case when n."retryMs" is null then 0 else s.failures + 1 end,
          due_at = case when s.generation = n.generation and s.type <> 'provider' then coalesce(now() + make_interval(secs => n."retryMs" / 1000), s.due_at)
            else s.due_at end,
          read_at = now(), changed_at = now(), document_id = n.ids, document_line = n.lines
        from json_to_recordset(${JSON.stringify(rows)}::json) as n (id int, generation int, fingerprint text, etag text, "contentHash" uuid, version text,
          "retryMs" float8, dependencies json, problems json, ids int[], lines int[])
        where s.id = n.id`.execute(trx)
    },
    /** Nothing has changed, but the source failed before or goes by another etag now. */
    async endUnchanged(
      trx: CatalogDatabase,
      ends: readonly Pick<SourceEnd, 'id' | 'generation' | 'etag' | 'fingerprint'>[],
    ): Promise<void> {
      if (ends.length === 0) return
      await sql`
        update source s set etag = case when s.generation = n.generation then n.etag end, failures = 0, error = s.problems -> 0
        from json_to_recordset(${JSON.stringify(ends)}::json) as n (id int, generation int, etag text) where s.id = n.id`.execute(trx)
    },
    /** Reading went wrong. `isReset`: part of it may have been written, so it is read whole the next time. */
    async fail(
      trx: CatalogDatabase,
      failed: readonly { id: number; generation: number; error: EntityError; retryMs: number; isReset?: boolean }[],
    ): Promise<void> {
      if (failed.length === 0) return
      await sql`
        update source s set error = n.error, failures = s.failures + 1, read_at = now(),
          succeeded_at = case when s.error is not null then s.succeeded_at
            else greatest(s.changed_at, (select previous_read_at from bucket where bucket.id = s.id / ${bucketSize})) end,
          due_at = case when s.generation = n.generation and s.type <> 'provider' then now() + make_interval(secs => n."retryMs" / 1000)
            else s.due_at end,
          etag = case when n."isReset" then null else s.etag end, content_hash = case when n."isReset" then null else s.content_hash end
        from json_to_recordset(${JSON.stringify(failed)}::json) as n (id int, generation int, error json, "retryMs" float8, "isReset" bool) where s.id = n.id`.execute(
        trx,
      )
    },
    /** The Location entities that lead to these sources, or stand for them. */
    async parentIds(trx: CatalogDatabase, sourceIds: readonly number[]): Promise<number[]> {
      if (sourceIds.length === 0) return []
      const { rows } = await sql<{ id: number }>`
        select distinct parent_id as id from source_parent where source_id = any(${sourceIds}::int[])`.execute(trx)
      return rows.map(({ id }) => id)
    },
  }
}

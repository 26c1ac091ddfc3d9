import { anyOf, now, secondsFromNow } from '@portico/core/server/expressions'
import { sql, type Selectable } from 'kysely'
import type { CatalogTables } from '../../migrations/tables.ts'
import type { CatalogDatabase } from '../write/catalog-database-store.ts'
import type { EntityError } from '../process/process-entity.ts'

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
  /** Reading it probably ended the last reader. */
  readonly isSuspect: boolean
  /** What it held then. */
  readonly suspectHash: string | undefined
}

export interface Claim {
  readonly id: string
  readonly sources: readonly ClaimedSource[]
}

/** A reader that ended without releasing its claims. */
export interface ReaderDeath {
  readonly owner: string
  /** The source that was being worked on, where that is known. */
  readonly suspect: number | undefined
  readonly reason: string
}

type SourceColumn =
  | ('id' | 'type' | 'target' | 'origin' | 'depth' | 'is_config' | 'fingerprint' | 'etag' | 'content_hash' | 'dependencies')
  | ('generation' | 'failures' | 'error' | 'crashes' | 'suspect_hash')

/** A row of the table, and what leads there. */
export interface RawSource extends Pick<Selectable<CatalogTables['source']>, SourceColumn> {
  readonly location_ref: string | null
  readonly is_optional: boolean | null
}

export interface ClaimOptions {
  readonly max: number
  readonly leaseMs: number
  readonly intervalMs: number | undefined
}

interface Taker extends Pick<ClaimOptions, 'max' | 'leaseMs'> {
  readonly owner: string
}

export const bucketSize = 512

const suspectsAtOnce = 20
/** From so many on it is read alone. */
export const provenCrashes = 2

/** For a source that is to be read soon: what is being read at this moment does not count. */
export const dueNow = { due_at: now, generation: sql<number>`source.generation + 1` }

/** For a source that is to be read soon, and whole. */
export const dueWhole = { ...dueNow, etag: null, content_hash: null }

const columns = sql`s.id, s.type, s.target, s.origin, s.depth, s.is_config, s.location_id, s.fingerprint, s.etag, s.content_hash, s.dependencies,
  s.generation, s.failures, s.error, s.crashes, s.suspect_hash`

// What is being read is not read twice at once: the older of two readings might be written last.
const isFree = sql`s.id not in (select unnest(source_id) from claim where lease_until > now())`

/** Writes down who reads what was taken. */
const noted = (owner: string, leaseMs: number) => sql`, noted as (
    insert into claim (owner, source_id, lease_until)
    select ${owner}, array_agg(id), now() + make_interval(secs => ${leaseMs / 1000}) from taken having count(*) > 0 returning id)
  select ${columns}, noted.id as claim_id, location.entity_ref as location_ref,
    (select bool_and(is_optional) from way where way.source_id = s.id) as is_optional
  from noted, taken s left join location on location.id = s.location_id order by s.id`

/** Who reads which sources, and when. What is claimed and not renewed is due again: its reader has died. */
export function createClaimStore(db: CatalogDatabase, toSource: (row: RawSource) => ClaimedSource) {
  const toClaim = ([first, ...others]: readonly (RawSource & { readonly claim_id: string })[]): Claim | undefined =>
    first && { id: first.claim_id, sources: [first, ...others].map(toSource) }

  /** Takes sources that have a time of their own, and have ended at least so many readers, and at most. */
  async function claimDue({ owner, leaseMs, max }: Taker, minCrashes: number, maxCrashes: number): Promise<Claim | undefined> {
    const { rows } = await sql<RawSource & { claim_id: string }>`
      with due as (
          select id from source s where due_at <= now() and crashes between ${minCrashes} and ${maxCrashes} and ${isFree}
          order by due_at, id limit ${max} for update skip locked),
        taken as (update source s set due_at = null, read_at = now() from due where s.id = due.id returning s.*)
      ${noted(owner, leaseMs)}`.execute(db)
    return toClaim(rows)
  }

  /** Takes a bucket. */
  async function claimBucket({ owner, leaseMs }: Omit<Taker, 'max'>, nextMs: number | null): Promise<Claim | undefined> {
    const { rows } = await sql<RawSource & { claim_id: string }>`
      with due as (select id from bucket where due_at <= now() order by due_at limit 1 for update skip locked),
        turned as (
          update bucket b set due_at = now() + make_interval(secs => ${nextMs}::float8 / 1000), read_at = now(), previous_read_at = b.read_at
          from due where b.id = due.id returning b.id),
        taken as (
          select s.* from turned join source s on s.id between turned.id * ${bucketSize} and turned.id * ${bucketSize} + ${bucketSize - 1}
          where s.due_at is null and s.type <> 'provider' and s.crashes = 0 and ${isFree})
      ${noted(owner, leaseMs)}`.execute(db)
    return toClaim(rows)
  }

  return {
    /** Takes sources that are due and not claimed: first those with a time of their own, then a bucket. */
    async claim(owner: string, { max, leaseMs, intervalMs }: ClaimOptions): Promise<Claim | undefined> {
      const nextMs = intervalMs === undefined ? null : intervalMs * (1 + Math.random() / 2)
      return (await claimDue({ owner, leaseMs, max }, 0, 0)) ?? claimBucket({ owner, leaseMs }, nextMs)
    },
    /** Takes sources that a reader had claimed when it died: first several that may be to blame, then each probable one alone. */
    async claimSuspects(owner: string, { leaseMs }: Pick<ClaimOptions, 'leaseMs'>): Promise<Claim | undefined> {
      const several = await claimDue({ owner, leaseMs, max: suspectsAtOnce }, 1, 1)
      return several ?? claimDue({ owner, leaseMs, max: 1 }, provenCrashes, provenCrashes)
    },
    /** Plans the reading of what has no plan yet. */
    async plan(intervalMs: number | undefined): Promise<void> {
      if (intervalMs === undefined) return
      await sql`
        insert into bucket (id, due_at)
        select id, now() + make_interval(secs => ${intervalMs / 1000} * (1 + random() / 2))
        from generate_series(0, (select coalesce(max(id), 0) / ${bucketSize} from source)) id
        where not exists (select from bucket known where known.id = id) on conflict do nothing`.execute(db)
      await db
        .updateTable('bucket')
        .set({ due_at: secondsFromNow(intervalMs / 1000) })
        .where('due_at', 'is', null)
        .execute()
    },
    async renew(claimIds: readonly string[], leaseMs: number): Promise<void> {
      await db
        .updateTable('claim')
        .set({ lease_until: secondsFromNow(leaseMs / 1000) })
        .where('id', '=', anyOf(claimIds))
        .execute()
    },
    /** Everything of a claim is done. What is still suspected of ending its reader stays so. */
    async release(claimId: string, suspects: readonly number[] = []): Promise<void> {
      await sql`
        with done as (delete from claim where id = ${claimId} returning source_id)
        update source set crashes = 0, suspect_hash = null
        where id in (select unnest(source_id) from done) and crashes > 0 and id <> all(${suspects}::int[])`.execute(db)
    },
    /** Notes what a suspect holds, before it is processed. */
    async suspect(id: number, contentHash: string): Promise<void> {
      await db.updateTable('source').set({ suspect_hash: contentHash }).where('id', '=', id).execute()
    },
    /**
     * What a server was reading when it died, or what one that stops leaves behind, is due again. Sources that a death is put down to are
     * read apart from the others, and have failed when it happens once more.
     */
    async adopt(owner: string, deaths: readonly ReaderDeath[] = []): Promise<void> {
      const blamed = deaths.flatMap(({ suspect }) => (suspect === undefined ? [] : [suspect]))
      const known = deaths.flatMap(death => (death.suspect === undefined ? [] : [death.owner]))
      const error = {
        name: 'OutOfMemoryError',
        message: `Reading it ended the process that did: ${deaths.at(-1)?.reason ?? 'it was killed'}`,
      }
      await sql`
        with lost as (
            delete from claim where id in (
              select id from claim where lease_until < now() or owner = ${owner} or owner = any(${deaths.map(each => each.owner)}::uuid[])
              for update skip locked) returning source_id, owner),
          judged as (
            select unnest(source_id) as id, case when owner = ${owner} then 0 when owner = any(${known}::uuid[]) then -1 else 1 end as blame from lost),
          blamed as (select id, case when blame >= 0 then blame when id = any(${blamed}::int[]) then ${provenCrashes} else 0 end as blame from judged)
        update source s set crashes = least(${provenCrashes}, s.crashes + b.blame),
          failures = case when b.blame > 0 and s.crashes >= ${provenCrashes} then s.failures + 1 else s.failures end,
          error = case when b.blame > 0 and s.crashes >= ${provenCrashes} then ${JSON.stringify(error)}::json else s.error end,
          due_at = case when b.blame > 0 and s.crashes >= ${provenCrashes}
            then now() + make_interval(secs => least(30 * 2 ^ least(s.failures, 10), 3600)) else now() end
        from blamed b where s.id = b.id`.execute(db)
    },
    async hasDue(): Promise<boolean> {
      const { rows } = await sql`
        select where exists (select from source s where due_at <= now() and crashes = 0 and ${isFree}) or exists (select from bucket where due_at <= now())`.execute(
        db,
      )
      return rows.length > 0
    },
    /** In how many milliseconds there is something to do; undefined when nothing is planned. */
    async nextDueMs(): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        select extract(epoch from least(
          (select min(due_at) from source s where ${isFree}), (select min(due_at) from bucket), (select min(lease_until) from claim),
          (select min(retry_at) from stitch)) - now())::float8 * 1000 as ms`.execute(db)
      return rows[0]?.ms ?? undefined
    },
  }
}

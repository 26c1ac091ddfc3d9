import type { StatementSender } from '../database-status.ts'

/** One table of ours, with what it holds and how it is read. */
export interface TableLoad {
  readonly schema: string
  readonly table: string
  readonly rows: number
  /** Rows that were changed or deleted and whose room is not free yet. */
  readonly deadRows: number
  readonly tableBytes: number
  readonly indexBytes: number
  readonly wholeScans: number
  readonly rowsByWholeScans: number
  readonly indexScans: number
}

/** How the database is doing. */
export interface DatabaseLoad {
  readonly version: string
  readonly sizeBytes: number
  readonly connections: number
  readonly maxConnections: number
  /** The share of reads that PostgreSQL answered from its own cache; undefined before it has read anything. */
  readonly cacheHitShare: number | undefined
  /** The largest first. */
  readonly tables: readonly TableLoad[]
}

/** A queue of jobs over all replicas. */
export interface QueueLoad {
  readonly plugin: string
  readonly name: string
  readonly waiting: number
  readonly running: number
  /** How long the job that is due longest has been waiting. */
  readonly oldestSeconds: number
  /** Failed for good within the last day. */
  readonly failed: number
}

const general = `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
  (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
  current_setting('max_connections')::int as max,
  (select blks_hit::float8 / nullif(blks_hit + blks_read, 0) from pg_stat_database where datname = current_database()) as hits`

const tables = `select stat.schemaname as schema, stat.relname as table, stat.n_live_tup::float8 as rows, stat.n_dead_tup::float8 as "deadRows",
    (pg_total_relation_size(stat.relid) - pg_indexes_size(stat.relid))::float8 as "tableBytes", pg_indexes_size(stat.relid)::float8 as "indexBytes",
    stat.seq_scan::float8 as "wholeScans", stat.seq_tup_read::float8 as "rowsByWholeScans", coalesce(stat.idx_scan, 0)::float8 as "indexScans"
  from pg_stat_user_tables stat
  where exists (select from pg_class ledger join pg_namespace schema on schema.oid = ledger.relnamespace
    where schema.nspname = stat.schemaname and ledger.relname = 'kysely_migration')
  order by pg_total_relation_size(stat.relid) desc limit 200`

const queues = `select plugin, name, count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'running')::int as running,
    coalesce(extract(epoch from now() - min(run_at) filter (where state = 'waiting' and run_at <= now()))::float8, 0) as "oldestSeconds",
    count(*) filter (where state = 'failed')::int as failed
  from core.job where state in ('waiting', 'running') or (state = 'failed' and finished_at > now() - interval '1 day')
  group by plugin, name order by waiting desc, plugin, name`

/** Reads how the database is doing; throws when it does not answer. */
export async function readDatabaseLoad(database: StatementSender): Promise<DatabaseLoad> {
  const [fields] = (await database.query(general)).rows as {
    version: string
    size: number
    connections: number
    max: number
    hits: number | null
  }[]
  return {
    version: fields!.version,
    sizeBytes: fields!.size,
    connections: fields!.connections,
    maxConnections: fields!.max,
    cacheHitShare: fields!.hits ?? undefined,
    tables: (await database.query(tables)).rows as TableLoad[],
  }
}

/** Reads the queues of jobs that have something in them. */
export async function readQueues(database: StatementSender): Promise<QueueLoad[]> {
  return (await database.query(queues)).rows as QueueLoad[]
}

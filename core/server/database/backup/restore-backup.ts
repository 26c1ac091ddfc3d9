import pg from 'pg'
import type { Logger } from '../../operations/log.ts'
import type { Database } from '../database.ts'
import { migrateWithin } from '../migrate.ts'
import type { SchemaMigrations } from '../migration-plan.ts'
import { checkBackupFile, readBackupRows } from './backup-file.ts'
import type { BackupManifest, BackupRow, BackupTable } from './backup-manifest.ts'
import { nameOf, portalSchemas, portalTables, applyNeutralSettings, type TableColumn } from './portal-tables.ts'

const batchRows = 500
const maxBatchBytes = 8_000_000

export interface RestoreOptions {
  readonly file: string
  /** What this portal knows. */
  readonly schemas: readonly SchemaMigrations[]
  /** Whether what is in the database is removed first. */
  readonly force: boolean
  readonly log: Logger
}

/**
 * Puts a backup into the database, whole or not at all. The schemas are made by the very migrations that had been done when the backup
 * was made; later ones follow at the next start.
 */
export async function restoreBackup(database: Database, { file, schemas, force, log }: RestoreOptions): Promise<BackupManifest> {
  const manifest = await checkBackupFile(file)
  const wanted = schemasOf(manifest, schemas)
  const client = new pg.Client({ ...database.clientConfig, application_name: 'portico restore' })
  await client.connect()
  try {
    await refuseRunningServers(database, client)
    await client.query('begin')
    await makeEmpty(client, force)
    await migrateWithin(client, wanted, log)
    await applyNeutralSettings(client)
    await fill(client, manifest, file)
    await client.query('commit')
    return manifest
  } finally {
    await client.end()
  }
}

/** The migrations to do; throws where the backup is of a portal that is newer, or has plugins that this one has not. */
function schemasOf(manifest: BackupManifest, known: readonly SchemaMigrations[]): SchemaMigrations[] {
  return Object.entries(manifest.migrations).map(([schema, names]) => {
    const own = known.find(each => each.schema === schema)
    if (!own) throw new Error(`The backup has data of the plugin "${schema}", which this portal does not have. Nothing was restored`)
    const unknown = names.filter(name => !Object.hasOwn(own.migrations, name))
    if (unknown.length > 0)
      throw new Error(
        `The backup is of a newer version (${manifest.version}): "${schema}" was migrated to "${unknown.at(-1)}", which this version does not know. Nothing was restored`,
      )
    return { schema, migrations: Object.fromEntries(names.map(name => [name, own.migrations[name]!])) }
  })
}

/** A server that runs would write between, and hold in memory what is no longer there. */
async function refuseRunningServers(database: Database, client: pg.Client): Promise<void> {
  const own = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'portico' and pid <> all($1)",
    [own.rows.map(({ pid }) => pid)],
  )
  if (rows.length > 0) throw new Error('A server is running on this database. Stop all servers, then restore')
}

async function makeEmpty(client: pg.Client, force: boolean): Promise<void> {
  const present = await portalSchemas(client)
  if (present.length === 0) return
  if (!force)
    throw new Error(`The database is not empty: it has the schemas ${present.join(', ')}. --force removes them and all that is in them`)
  for (const schema of present) await client.query(`drop schema ${client.escapeIdentifier(schema)} cascade`)
}

async function fill(client: pg.Client, manifest: BackupManifest, file: string): Promise<void> {
  const found = await portalTables(client, Object.keys(manifest.migrations))
  const columnsOf = new Map(found.map(({ schema, table, columns }) => [nameOf(client, schema, table), columns]))
  const constraints = await dropForeignKeys(client, Object.keys(manifest.migrations))
  const rows = readBackupRows(file)
  for (const table of manifest.tables) {
    const name = nameOf(client, table.schema, table.table)
    const columns = columnsOf.get(name)
    const order = table.columns.map(column => columns?.find(each => each.name === column))
    if (!columns || columns.length !== order.length || order.includes(undefined))
      throw new Error(`The table ${table.schema}.${table.table} of the backup does not fit this version. Nothing was restored`)
    // Migrations write rows too.
    await client.query(`truncate ${name}`)
    await fillTable(client, name, { table, columns: order as TableColumn[], rows })
  }
  for (const constraint of constraints) await client.query(constraint)
  for (const { schema, sequence, lastValue, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [nameOf(client, schema, sequence), lastValue, isCalled])
}

/** Rows come in the order of tables, whatever refers to what: foreign keys are taken away, and checked when they are put back. */
async function dropForeignKeys(client: pg.Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; table: string; name: string; definition: string }>(
    `select n.nspname as schema, c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = any($1)`,
    [schemas],
  )
  for (const { schema, table, name } of rows)
    await client.query(`alter table ${nameOf(client, schema, table)} drop constraint ${client.escapeIdentifier(name)}`)
  return rows.map(
    ({ schema, table, name, definition }) =>
      `alter table ${nameOf(client, schema, table)} add constraint ${client.escapeIdentifier(name)} ${definition}`,
  )
}

async function fillTable(
  client: pg.Client,
  name: string,
  given: { readonly table: BackupTable; readonly columns: readonly TableColumn[]; readonly rows: AsyncGenerator<BackupRow> },
): Promise<void> {
  const { table, columns, rows } = given
  let batch: BackupRow[] = []
  let bytes = 0
  const flush = async () => {
    if (batch.length > 0) await insert(client, name, columns, batch)
    batch = []
    bytes = 0
  }
  for (let count = 0; count < table.rows; count++) {
    const { value } = (await rows.next()) as IteratorResult<BackupRow, undefined>
    if (value?.length !== columns.length) throw new Error(`A row of ${table.schema}.${table.table} does not fit. Nothing was restored`)
    batch.push(value)
    bytes += value.reduce((sum, each) => sum + (each?.length ?? 0), 0)
    if (batch.length >= batchRows || bytes >= maxBatchBytes) await flush()
  }
  await flush()
}

async function insert(client: pg.Client, name: string, columns: readonly TableColumn[], batch: readonly BackupRow[]): Promise<void> {
  const names = columns.map(column => client.escapeIdentifier(column.name))
  if (names.length === 0) return void (await client.query(`insert into ${name} select from generate_series(1, $1)`, [batch.length]))
  const values = columns.map(({ type }, index) => `v${index}::${type}`)
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`)
  const aliases = columns.map((_, index) => `v${index}`)
  await client.query(
    `insert into ${name} (${names.join(', ')}) overriding system value
     select ${values.join(', ')} from unnest(${parameters.join(', ')}) as given(${aliases.join(', ')})`,
    columns.map((_, index) => batch.map(row => row[index])),
  )
}

import pg from 'pg'
import type { Database } from '../database.ts'
import { writeBackupFile } from './backup-file.ts'
import { backupFormat, type BackupManifest, type BackupRow } from './backup-manifest.ts'
import {
  doneMigrations,
  nameOf,
  portalSchemas,
  portalSequences,
  portalTables,
  applyNeutralSettings,
  type PortalTable,
} from './portal-tables.ts'

const batchRows = 1000

/** Writes all schemas of the portal to a file, as they are at one moment. Servers may go on meanwhile. */
export async function writeBackup(
  database: Database,
  options: { readonly file: string; readonly version: string },
): Promise<BackupManifest> {
  const client = new pg.Client({ ...database.clientConfig, application_name: 'portico backup' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    await applyNeutralSettings(client)
    const schemas = await portalSchemas(client)
    if (schemas.length === 0) throw new Error('There is nothing to back up: no server has used this database yet')
    const tables = (await portalTables(client, schemas)).filter(({ isTransient }) => !isTransient)
    const manifest: BackupManifest = {
      portico: 'backup',
      format: backupFormat,
      version: options.version,
      createdAt: new Date().toISOString(),
      migrations: await doneMigrations(client, schemas),
      tables: await countRows(client, tables),
      sequences: await portalSequences(client, schemas),
    }
    await writeBackupFile(options.file, manifest, rowsOf(client, tables))
    await client.query('commit')
    return manifest
  } finally {
    await client.end()
  }
}

async function countRows(client: pg.Client, tables: readonly PortalTable[]): Promise<BackupManifest['tables']> {
  const counted = []
  for (const { schema, table, columns } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${nameOf(client, schema, table)}`)
    counted.push({ schema, table, columns: columns.map(({ name }) => name), rows: Number(rows[0]?.count) })
  }
  return counted
}

/** By cursor, so that no table has to fit into memory. */
async function* rowsOf(client: pg.Client, tables: readonly PortalTable[]): AsyncGenerator<BackupRow> {
  for (const { schema, table, columns } of tables) {
    const list = columns.map(({ name }) => `${client.escapeIdentifier(name)}::text`).join(', ')
    await client.query(`declare backup no scroll cursor for select ${list} from ${nameOf(client, schema, table)}`)
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({ text: `fetch ${batchRows} from backup`, rowMode: 'array' })
      yield* rows
      if (rows.length < batchRows) break
    }
    await client.query('close backup')
  }
}

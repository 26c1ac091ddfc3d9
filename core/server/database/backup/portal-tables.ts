import type pg from 'pg'
import { migrationTable } from '../migration-plan.ts'
import type { BackupManifest } from './backup-manifest.ts'

export interface TableColumn {
  readonly name: string
  /** With its schema where it is none of PostgreSQL's own. */
  readonly type: string
}

export interface PortalTable {
  readonly schema: string
  readonly table: string
  readonly columns: readonly TableColumn[]
  /** What is in it may be lost, and is not backed up: it is unlogged, so that a crash of the database empties it. */
  readonly isTransient: boolean
}

/** The schemas of the portal that are in the database: those that keep a list of migrations. */
export async function portalSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    `select n.nspname as schema from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relname = $1 order by 1`,
    [migrationTable],
  )
  return rows.map(({ schema }) => schema)
}

/** The tables of the schemas, with the columns that are stored rather than computed. The search path must be empty. */
export async function portalTables(client: pg.Client, schemas: readonly string[]): Promise<PortalTable[]> {
  const { rows } = await client.query<PortalTable>(
    `select n.nspname as schema, c.relname as "table", c.relpersistence = 'u' as "isTransient",
       json_agg(json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1)
     group by 1, 2, 3 order by 1, 2`,
    [schemas],
  )
  return rows
}

/** Where the sequences of the schemas stand, identity columns included. */
export async function portalSequences(client: pg.Client, schemas: readonly string[]): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ schema: string; sequence: string }>(
    `select n.nspname as schema, c.relname as sequence from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [schemas],
  )
  const sequences = []
  for (const { schema, sequence } of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${nameOf(client, schema, sequence)}`,
    )
    sequences.push(...values.map(value => ({ schema, sequence, ...value })))
  }
  return sequences
}

/** The migrations that were done, by schema. */
export async function doneMigrations(client: pg.Client, schemas: readonly string[]): Promise<Record<string, string[]>> {
  const done: [string, string[]][] = []
  for (const schema of schemas) {
    const { rows } = await client.query<{ name: string }>(`select name from ${nameOf(client, schema, migrationTable)} order by name`)
    done.push([schema, rows.map(({ name }) => name)])
  }
  return Object.fromEntries(done)
}

export function nameOf(client: pg.Client, schema: string, name: string): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
}

/** Makes values read and written as text mean the same everywhere. */
export async function applyNeutralSettings(client: pg.Client): Promise<void> {
  await client.query("set local search_path to ''")
  await client.query("set local datestyle to 'ISO, YMD'")
  await client.query("set local intervalstyle to 'iso_8601'")
  await client.query("set local timezone to 'UTC'")
  await client.query("set local bytea_output to 'hex'")
  await client.query('set local extra_float_digits to 1')
}

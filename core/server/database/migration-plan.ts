import pg from 'pg'
import type { Migrations } from '../host/plugin-metadata.ts'
import { sqlStateOf } from './database-error.ts'

/** One plugin's schema and all its migrations. */
export interface SchemaMigrations {
  readonly schema: string
  readonly migrations: Migrations
}

/** The table in each schema where Kysely records the migrations that ran. Its column `irreversible` is there where one of them is so. */
export const migrationTable = 'kysely_migration'

/** A migration that has not run yet, or that ran and that only a newer version knows. */
export interface NamedMigration {
  readonly schema: string
  readonly name: string
  /** What of it cannot be undone. */
  readonly irreversible?: string
}

/** What is to do in a database, compared with what a program knows. */
export interface MigrationPlan {
  /** In the order in which they run. */
  readonly pending: readonly NamedMigration[]
  /** Those of them that take away what is there: of a schema that is new nothing can be lost. */
  readonly irreversible: readonly NamedMigration[]
  /** Schemas that are not there yet. */
  readonly missing: readonly string[]
  /** None of them is there. */
  readonly isNew: boolean
  /** Those that ran in a newer version. */
  readonly unknown: readonly NamedMigration[]
}

/** Reads what has run: one query where all schemas are there. */
export async function planMigrations(client: pg.ClientBase | pg.Pool, schemas: readonly SchemaMigrations[]): Promise<MigrationPlan> {
  const ledgers = await readLedgers(client, schemas)
  const done = Map.groupBy(ledgers.done, ({ schema }) => schema)
  const plans = schemas.map(({ schema, migrations }) => {
    const ran = done.get(schema) ?? []
    const names = new Set(ran.map(({ name }) => name))
    const pending = inOrder(migrations).filter(({ name }) => !names.has(name))
    return {
      pending: pending.map(each => ({ schema, ...each })),
      irreversible: ran.length === 0 ? [] : pending.filter(each => each.irreversible !== undefined).map(each => ({ schema, ...each })),
      unknown: ran.filter(({ name }) => !Object.hasOwn(migrations, name)),
    }
  })
  return {
    isNew: ledgers.schemas.length === 0,
    missing: schemas.map(({ schema }) => schema).filter(schema => !ledgers.schemas.includes(schema)),
    pending: plans.flatMap(({ pending }) => pending),
    irreversible: plans.flatMap(({ irreversible }) => irreversible),
    unknown: plans.flatMap(({ unknown }) => unknown),
  }
}

function inOrder(migrations: Migrations): Omit<NamedMigration, 'schema'>[] {
  return Object.entries(migrations)
    .map(([name, { irreversible }]) => ({ name, ...(irreversible !== undefined && { irreversible }) }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

/** The database of a newer version, which has taken away what this one uses. */
export function newerDatabase({ schema, name, irreversible }: NamedMigration): Error {
  return new Error(
    `The database is newer than this program: plugin "${schema}" was migrated to "${name}", which this version does not know ` +
      `and which cannot be undone (${irreversible}). Run the version that migrated it, or restore a backup from before.`,
  )
}

/** What is about to be lost for good, and what the operator does first. */
export function consentMissing(irreversible: readonly NamedMigration[], version: string): Error {
  return new Error(
    [
      'This version changes the database in a way that cannot be undone:',
      ...irreversible.map(migrationLine),
      'Nothing was changed. Older servers cannot work with the database afterwards, and only a backup leads back:',
      '  1. Stop all servers of the older version.',
      '  2. Make a backup: portico backup before.backup.gz',
      `  3. Start once with --accept-irreversible, or set backend.database.acceptIrreversible: '${version}', or run portico migrate --accept-irreversible`,
    ].join('\n'),
  )
}

/** A migration in a list for people. */
export function migrationLine({ schema, name, irreversible }: NamedMigration): string {
  return `  ${schema}: ${name}${irreversible === undefined ? '' : `, cannot be undone: ${irreversible}`}`
}

interface Ledgers {
  /** Those of the schemas that are there. */
  readonly schemas: readonly string[]
  readonly done: readonly NamedMigration[]
}

async function readLedgers(client: pg.ClientBase | pg.Pool, schemas: readonly SchemaMigrations[]): Promise<Ledgers> {
  const names = schemas.map(({ schema }) => schema)
  try {
    return { schemas: names, done: await readThese(client, names) }
  } catch (error) {
    // 42P01: no such table, 3F000: no such schema.
    if (!['42P01', '3F000'].includes(sqlStateOf(error) ?? '')) throw error
    const present = await existing(client, names)
    return { schemas: present, done: await readThese(client, present) }
  }
}

async function readThese(client: pg.ClientBase | pg.Pool, names: readonly string[]): Promise<NamedMigration[]> {
  if (names.length === 0) return []
  // As JSON, because the column is not there before the first migration that needs it.
  const parts = names.map(
    (schema, index) =>
      `select $${index + 1}::text as schema, name, to_jsonb(done) ->> 'irreversible' as irreversible
       from ${pg.escapeIdentifier(schema)}.${migrationTable} done`,
  )
  const { rows } = await client.query<{ schema: string; name: string; irreversible: string | null }>(parts.join(' union all '), [...names])
  return rows
    .map(({ schema, name, irreversible }) => ({ schema, name, ...(irreversible !== null && { irreversible }) }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

async function existing(client: pg.ClientBase | pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    `select n.nspname as schema from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relname = $1 and n.nspname = any($2)`,
    [migrationTable, names],
  )
  return rows.map(({ schema }) => schema)
}

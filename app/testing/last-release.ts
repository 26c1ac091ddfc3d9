import { migrateAll, planMigrations, type Database, type Migrations, type SchemaMigrations } from '@portico/core/server'
import { silentLog } from '@portico/core/testing'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const repository = path.join(import.meta.dirname, '../..')
export const lastReleaseFile = path.join(import.meta.dirname, 'last-release.json')

/** What a table is to a program that writes it: its columns, and what makes rows unique or refuses them. */
export type Tables = Readonly<Record<string, { readonly columns: Readonly<Record<string, string>>; readonly rules: readonly string[] }>>

/** The release that is in use while this version is rolled out: where its sources are in git, and what its database is like. */
export interface LastRelease {
  /** A tag, or a commit where there is no release yet. */
  readonly from: string
  readonly migrations: Readonly<Record<string, readonly string[]>>
  readonly tables: Tables
}

export const readLastRelease = () => JSON.parse(readFileSync(lastReleaseFile, 'utf8')) as LastRelease

/** The tables of the schemas, as they are in a database. */
export async function readTables({ pool }: Pick<Database, 'pool'>, schemas: readonly string[]): Promise<Tables> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string; isRequired: boolean; hasDefault: boolean }>(
    `select n.nspname || '.' || c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
     order by 1, a.attname`,
    [schemas],
  )
  const { rows: rules } = await pool.query<{ table: string; rule: string }>(
    `select n.nspname || '.' || c.relname as table, coalesce(pg_get_constraintdef(k.oid), '') as rule
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and k.contype in ('c', 'f', 'u', 'p', 'x') and c.relname not like 'kysely%'
     union
     select n.nspname || '.' || c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE INDEX \\S+ ON \\S+ ', 'UNIQUE INDEX ')
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and i.indisunique and c.relname not like 'kysely%'
     order by 1, 2`,
    [schemas],
  )
  const rulesOf = Map.groupBy(rules, ({ table }) => table)
  const entries = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const described = own.map(({ column, type, isRequired, hasDefault }) => [
      column,
      `${type}${isRequired ? ' not null' : ''}${hasDefault ? ' default' : ''}`,
    ])
    return [table, { columns: Object.fromEntries(described), rules: (rulesOf.get(table) ?? []).map(({ rule }) => rule) }]
  })
  return Object.fromEntries(entries)
}

/** What a program that knows the tables as they were before cannot do any more. */
export function takenAway(before: Tables, after: Tables): string[] {
  return Object.entries(before).flatMap(([table, old]) => {
    const now = after[table]
    if (!now) return [`the table ${table} is gone`]
    const columns = Object.entries(old.columns).flatMap(([column, was]) => {
      const is = now.columns[column]
      if (is === undefined) return [`${table}.${column} is gone`]
      const isNarrower = (is.includes(' not null') && !was.includes(' not null')) || (was.includes(' default') && !is.includes(' default'))
      return is.split(' not null')[0]!.split(' default')[0] !== was.split(' not null')[0]!.split(' default')[0] || isNarrower
        ? [`${table}.${column} was '${was}' and is '${is}'`]
        : []
    })
    const demanded = Object.entries(now.columns)
      .filter(([column, is]) => old.columns[column] === undefined && is.endsWith(' not null'))
      .map(([column]) => `${table}.${column} is new and must be given`)
    // Upserts need the rule that they name; rows that were allowed may not be any more.
    const changed = [...old.rules.filter(rule => !now.rules.includes(rule)), ...now.rules.filter(rule => !old.rules.includes(rule))].map(
      rule => `${table}: the rule ${rule} has changed`,
    )
    return [...columns, ...demanded, ...changed]
  })
}

/** The migrations of a schema that are named, and no others. */
export function only({ schema, migrations }: SchemaMigrations, names: readonly string[]): SchemaMigrations {
  return {
    schema,
    migrations: Object.fromEntries(names.flatMap(name => (migrations[name] ? [[name, migrations[name]]] : []))) as Migrations,
  }
}

/** Runs what is pending one by one, and gives each with what it took away. */
export async function migrateStepwise(database: Database, schemas: readonly SchemaMigrations[]) {
  const names = schemas.map(({ schema }) => schema)
  const { pending } = await planMigrations(database.pool, schemas)
  const done = await doneNames(database, schemas)
  const steps = []
  for (const each of pending) {
    const own = schemas.find(({ schema }) => schema === each.schema)!
    const before = await readTables(database, names)
    done.set(each.schema, [...(done.get(each.schema) ?? []), each.name])
    await migrateAll(database, [only(own, done.get(each.schema)!)], silentLog)
    steps.push({ ...each, takenAway: takenAway(before, await readTables(database, names)) })
  }
  return steps
}

async function doneNames(database: Database, schemas: readonly SchemaMigrations[]): Promise<Map<string, string[]>> {
  const { pending } = await planMigrations(database.pool, schemas)
  const isPending = (schema: string, name: string) => pending.some(each => each.schema === schema && each.name === name)
  return new Map(schemas.map(({ schema, migrations }) => [schema, Object.keys(migrations).filter(name => !isPending(schema, name))]))
}

/**
 * The sources of a release from git, in a folder, with the packages of this checkout. Undefined where git has not got them, as in a
 * shallow clone.
 */
export function checkOut(from: string, folder: string): string | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('cat-file', '-e', `${from}^{commit}`)
  } catch {
    return undefined
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', '--format=tar', from, '--', ...sources) })
  linkPackages('.', folder)
  for (const workspace of ['core', ...readdirSync(path.join(folder, 'plugins')).map(plugin => `plugins/${plugin}`)])
    linkPackages(workspace, folder)
  return path.join(folder, 'app/server.ts')
}

const sources = [
  'app',
  'core',
  'ui',
  'plugins',
  'examples',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.common.json',
  'tsconfig.server.json',
]

/** Every package is a link to that of this checkout, but those of the portal itself, which are the release's own. */
function linkPackages(workspace: string, folder: string): void {
  const from = path.join(repository, workspace, 'node_modules')
  if (!existsSync(from)) return
  const to = path.join(folder, workspace, 'node_modules')
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter(each => !each.startsWith('.') && each !== '@portico'))
    symlinkSync(path.join(from, name), path.join(to, name))
  if (workspace !== '.') return
  mkdirSync(path.join(to, '@portico'))
  const own = ['app', 'core', 'ui', 'examples/tools', ...readdirSync(path.join(folder, 'plugins')).map(plugin => `plugins/${plugin}`)]
  for (const each of own) {
    const { name } = JSON.parse(readFileSync(path.join(folder, each, 'package.json'), 'utf8')) as { name: string }
    symlinkSync(path.join(folder, each), path.join(to, name))
  }
}

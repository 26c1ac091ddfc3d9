import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Database } from './database.ts'
import { sqlStateOf } from './database-error.ts'

/** The number of the advisory lock under which replicas make roles, one after the other. */
const lockNumber = 7_046_128_031
/** Connections of one plugin in all replicas. */
const connectionLimit = 20
/** 42501: insufficient privilege. */
const notPermitted = '42501'

/** What PostgreSQL lets the portal do to keep the tables of a plugin from others. */
export type PluginRole = { readonly name: string } | { readonly problem: string }

/** What is not yet as it should be. */
interface RoleState {
  readonly role: string
  readonly exists: boolean
  readonly owns: boolean
}

/**
 * Makes the role of a plugin from outside, if there is none, and makes its schema and all that is in it the role's own. It has no rights to the
 * schemas of others. One query where nothing is to do.
 */
export async function ensurePluginRole(database: Database, plugin: string): Promise<PluginRole> {
  const state = await readState(database.pool, plugin)
  if (state.exists && state.owns) return { name: state.role }
  const client = await connect(database)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber])
    const { role, exists } = await readState(client, plugin)
    if (!exists) await client.query(`create role ${pg.escapeIdentifier(role)} nologin noinherit connection limit ${connectionLimit}`)
    await client.query(`grant ${pg.escapeIdentifier(role)} to current_user`)
    await handOver(client, plugin, role)
    await client.query('commit')
    return { name: role }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (sqlStateOf(error) !== notPermitted) throw error
    const { message } = error as Error
    return { problem: `PostgreSQL does not let the portal make a role for it (${message}): give the portal's user CREATEROLE` }
  } finally {
    await client.end()
  }
}

/** How a process of its own connects as the role. The password is made once, and kept in the portal's own schema. */
export async function pluginLogin(database: Database, plugin: string, role: string): Promise<pg.ClientConfig> {
  const client = await connect(database)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber])
    const { rows } = await client.query<{ password: string }>(
      `select password from core_login.plugin_role join pg_catalog.pg_roles on rolname = role and rolcanlogin where plugin = $1 and role = $2`,
      [plugin, role],
    )
    const password = rows[0]?.password ?? randomBytes(32).toString('base64url')
    if (rows.length === 0) {
      await client.query(`alter role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`)
      await client.query(
        `insert into core_login.plugin_role (plugin, role, password) values ($1, $2, $3)
         on conflict (plugin) do update set role = excluded.role, password = excluded.password`,
        [plugin, role, password],
      )
    }
    await client.query('commit')
    const { host, port, database: name } = client
    const { ssl } = new pg.Client(database.clientConfig) as { ssl?: pg.ClientConfig['ssl'] }
    return { host, port, database: name ?? '', user: role, password, ...(ssl !== undefined && { ssl }), keepAlive: true }
  } finally {
    await client.end()
  }
}

async function connect(database: Database): Promise<pg.Client> {
  const client = new pg.Client(database.clientConfig)
  // The statement that was under way fails, and says so.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Roles are those of the whole PostgreSQL: the name has the database in it, so that two portals do not share one. */
async function readState(client: pg.ClientBase | pg.Pool, plugin: string): Promise<RoleState> {
  const { rows } = await client.query<RoleState>(
    `with named as (select 'plugin_' || $1 || '_' || oid as role from pg_catalog.pg_database where datname = current_database())
     select named.role, owner.oid is not null as "exists",
       coalesce(pg_has_role(owner.oid, 'member'), false)
         and exists (select from pg_catalog.pg_namespace where nspname = $1 and nspowner = owner.oid)
         and not exists (select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
           where n.nspname = $1 and c.relowner <> owner.oid) as owns
     from named left join pg_catalog.pg_roles owner on owner.rolname = named.role`,
    [plugin],
  )
  return rows[0]!
}

/** What is in the schema already was made by an older portal, or restored. */
async function handOver(client: pg.ClientBase, plugin: string, role: string): Promise<void> {
  const [schema, owner] = [pg.escapeIdentifier(plugin), pg.escapeIdentifier(role)]
  const { rows } = await client.query<{ oid: string; owner: string }>(
    `select n.oid, r.oid as owner from pg_catalog.pg_namespace n, pg_catalog.pg_roles r where nspname = $1 and rolname = $2`,
    [plugin, role],
  )
  if (!rows[0]) return void (await client.query(`create schema ${schema} authorization ${owner}`))
  await client.query(`alter schema ${schema} owner to ${owner}`)
  // Sequences of columns go with their tables.
  const { rows: foreign } = await client.query<{ what: string }>(
    `select format('%s %I.%I', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
         when 'f' then 'foreign table' else 'table' end, $1::text, relname) as what
       from pg_catalog.pg_class where relnamespace = $2 and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relowner <> $3
         and not (relkind = 'S' and exists (select from pg_catalog.pg_depend where objid = pg_class.oid and deptype in ('a', 'i')))
     union all
     select format('routine %s', oid::regprocedure) from pg_catalog.pg_proc where pronamespace = $2 and proowner <> $3
     union all
     select format('type %I.%I', $1::text, typname) from pg_catalog.pg_type
       where typnamespace = $2 and typtype in ('e', 'd') and typowner <> $3`,
    [plugin, rows[0].oid, rows[0].owner],
  )
  for (const { what } of foreign) await client.query(`alter ${what} owner to ${owner}`)
}

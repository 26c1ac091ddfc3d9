/** Runs a statement: pg's pool or one client. */
export interface StatementSender {
  query(statement: string): Promise<{ rows: any[] }>
}

/** Facts about the database for support. */
export interface DatabaseStatus {
  readonly version: string
  readonly sizeBytes: number
  readonly connections: number
  /** Every schema that we migrate, with its tables and migrations. */
  readonly schemas: readonly {
    readonly schema: string
    readonly tables: number
    readonly sizeBytes: number
    readonly migrations: readonly { readonly name: string; readonly at: string }[]
  }[]
}

const general = `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
  (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`

const schemas = `select quote_ident(namespace.nspname) as quoted, namespace.nspname as schema, count(*)::int as tables,
    sum(pg_total_relation_size(relation.oid))::float8 as size
  from pg_namespace namespace join pg_class relation on relation.relnamespace = namespace.oid and relation.relkind in ('r', 'm')
  where exists (select from pg_class ledger where ledger.relnamespace = namespace.oid and ledger.relname = 'kysely_migration')
  group by namespace.nspname order by namespace.nspname`

/** Reads the facts about the database; throws when it does not answer. */
export async function readDatabaseStatus(database: StatementSender): Promise<DatabaseStatus> {
  const [fields] = (await database.query(general)).rows as { version: string; size: number; connections: number }[]
  const known = (await database.query(schemas)).rows as { quoted: string; schema: string; tables: number; size: number }[]
  return {
    version: fields!.version,
    sizeBytes: fields!.size,
    connections: fields!.connections,
    schemas: await Promise.all(
      known.map(async ({ quoted, schema, tables, size }) => {
        const ledger = await database.query(`select name, timestamp as at from ${quoted}.kysely_migration order by name`)
        return { schema, tables, sizeBytes: size, migrations: ledger.rows as { name: string; at: string }[] }
      }),
    ),
  }
}

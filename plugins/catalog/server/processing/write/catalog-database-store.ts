import { openThreadDatabase, toKyselyLog, type ThreadDatabaseOptions } from '@portico/core/server/thread-database'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'

/** The schema of the catalog. Its statements are written by hand, so its tables have no types here. */
export type CatalogDatabase = Kysely<object>
export type CatalogTransaction = Transaction<object>

/** The schema of the catalog, for a thread that shares nothing with the server's. */
export function openCatalogDatabase(options: Omit<ThreadDatabaseOptions, 'schema'>) {
  const { pool, close } = openThreadDatabase({ ...options, schema: 'catalog' })
  return { db: new Kysely<object>({ dialect: new PostgresDialect({ pool }), log: toKyselyLog(options.recordStatement) }), close }
}

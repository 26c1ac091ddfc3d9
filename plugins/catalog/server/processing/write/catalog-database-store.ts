import { openThreadDatabase, toKyselyLog, type ThreadDatabaseOptions } from '@portico/core/server/thread-database'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { CatalogTables } from '../../migrations/tables.ts'

export type CatalogDatabase = Kysely<CatalogTables>
export type CatalogTransaction = Transaction<CatalogTables>

/** The numbers of what was found. */
export const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

/** The schema of the catalog, for a thread that shares nothing with the server's. */
export function openCatalogDatabase(options: Omit<ThreadDatabaseOptions, 'schema'>) {
  const { pool, close } = openThreadDatabase({ ...options, schema: 'catalog' })
  return { db: new Kysely<CatalogTables>({ dialect: new PostgresDialect({ pool }), log: toKyselyLog(options.recordStatement) }), close }
}

/** Half a SHA-256, which PostgreSQL keeps as a uuid. */
export function toHash(uuid: string): string {
  return uuid.replaceAll('-', '')
}

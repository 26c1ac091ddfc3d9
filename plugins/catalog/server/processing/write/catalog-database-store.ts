import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** The schema of the catalog. Its statements are written by hand, so its tables have no types here. */
export type CatalogDatabase = Kysely<object>
export type CatalogTransaction = Transaction<object>

/** How to reach the database. */
export type ConnectionConfig = pg.ClientConfig

/** A few connections of one's own to the schema of the catalog, for a thread that shares nothing with the server's. */
export function openCatalogDatabase(config: ConnectionConfig, onLost: (error: Error) => void, connections = 3) {
  const pool = new pg.Pool({ ...config, options: '-c search_path=catalog', max: connections, idleTimeoutMillis: 60_000 })
  // Without a listener, a connection that breaks would end the thread.
  pool.on('error', onLost)
  pool.on('connect', client => client.on('error', () => {}))
  return {
    db: new Kysely<object>({ dialect: new PostgresDialect({ pool }) }),
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}

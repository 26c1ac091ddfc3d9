import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { noteConnectionError } from './database-error.ts'

/** The pool as one schema sees it. */
export interface SchemaView extends PostgresPool {
  connect(): Promise<pg.PoolClient>
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: any) => void) => void

/**
 * Lets one pool serve every schema: the returned function gives a view of the pool whose clients see that schema only.
 * The last search path of each client is cached, so a round trip is needed only when it changes. The pool itself hands out clients
 * with the server's default path, so a library that uses it directly never gets the path of some plugin.
 */
export function createSchemaViews(pool: pg.Pool): (schema: string) => SchemaView {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const pathOf = new WeakMap<pg.PoolClient, string>()

  async function checkOut(path: string): Promise<pg.PoolClient> {
    let client = await connect().catch(rethrowNoted)
    // A client that is released inside a transaction would pass it on to the next user, and lose its path on rollback.
    while (client.getTransactionStatus() !== 'I') {
      client.release(true)
      client = await connect().catch(rethrowNoted)
    }
    if ((pathOf.get(client) ?? 'default') === path) return client
    try {
      await client.query(`set search_path to ${path}`)
    } catch (error) {
      client.release(true)
      throw error
    }
    pathOf.set(client, path)
    return client
  }

  pool.connect = ((callback?: ConnectCallback) => {
    const client = checkOut('default')
    if (!callback) return client
    client.then(
      taken => callback(undefined, taken, taken.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }) as pg.Pool['connect']

  return schema => ({
    connect: () => checkOut(pg.escapeIdentifier(schema)),
    // Ending one view must not end the pool of the whole server.
    end: async () => {},
    options: pool.options,
  })
}

function rethrowNoted(error: unknown): never {
  noteConnectionError(error)
  throw error
}

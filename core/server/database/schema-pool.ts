import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { noteConnectionError } from './database-error.ts'

/** The pool as one schema sees it. */
export interface SchemaView extends PostgresPool {
  connect(): Promise<pg.PoolClient>
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: any) => void) => void

/** What a client has been set to. */
interface ClientState {
  /** As SQL writes it. */
  readonly path: string
  /** Whose rights its statements have: `none` is the user of the pool. */
  readonly role: string
}

const initial: ClientState = { path: 'default', role: 'none' }

/**
 * Lets one pool serve every schema: the returned function gives a view of the pool whose clients see that schema only, with the rights of a role
 * where one is named. The last state of each client is cached, so a round trip is needed only when it changes. The pool itself hands out clients
 * with the server's default path, so a library that uses it directly never gets the path of some plugin.
 */
export function createSchemaViews(pool: pg.Pool): (schema: string, role?: string) => SchemaView {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const states = new WeakMap<pg.PoolClient, ClientState>()

  async function checkOut(wanted: ClientState): Promise<pg.PoolClient> {
    let client = await connect().catch(rethrowNoted)
    // A client that is released inside a transaction would pass it on to the next user, and lose its path on rollback.
    while (client.getTransactionStatus() !== 'I') {
      client.release(true)
      client = await connect().catch(rethrowNoted)
    }
    const { path, role } = states.get(client) ?? initial
    const changes = [
      ...(role === wanted.role ? [] : [`set role ${wanted.role}`]),
      ...(path === wanted.path ? [] : [`set search_path to ${wanted.path}`]),
    ]
    if (changes.length === 0) return client
    try {
      await client.query(changes.join('; '))
    } catch (error) {
      client.release(true)
      throw error
    }
    states.set(client, wanted)
    return client
  }

  pool.connect = ((callback?: ConnectCallback) => {
    const client = checkOut(initial)
    if (!callback) return client
    client.then(
      taken => callback(undefined, taken, taken.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }) as pg.Pool['connect']

  return (schema, role) => ({
    connect: () => checkOut({ path: pg.escapeIdentifier(schema), role: role === undefined ? 'none' : pg.escapeIdentifier(role) }),
    // Ending one view must not end the pool of the whole server.
    end: async () => {},
    options: pool.options,
  })
}

function rethrowNoted(error: unknown): never {
  noteConnectionError(error)
  throw error
}

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../operations/log.ts'
import { isDatabaseUnavailable, noteConnectionError } from './database-error.ts'
import { createPartStore, type PartStore, type PartStoreOptions } from '../index-store/part-store.ts'
import { createSchemaViews } from './schema-pool.ts'
import { createMeasure, toKyselyLog, type RecordStatement } from './statements.ts'

export interface DatabaseOptions {
  /** A `postgres://` address, or the settings one by one. */
  readonly connection: string | pg.PoolConfig
  readonly poolMax?: number
  /** No statement may take longer; 0 for no limit. */
  readonly statementTimeoutMs?: number
  /** How long a connection may stay unused before it is closed. */
  readonly idleTimeoutMs?: number
  /** How long a caller waits for a connection before it gets an error that the database is not available. */
  readonly connectTimeoutMs?: number
  /** How long opening waits for a database that does not answer yet, as when both start together. */
  readonly openTimeoutMs?: number
  readonly applicationName?: string
  /** Called after every statement that was sent through `forSchema`. */
  readonly onStatement?: (schema: string, ...statement: Parameters<RecordStatement>) => void
}

export interface Database {
  /** Kysely on one schema of the database; unqualified names, also those in raw SQL, mean that schema and no other. A role limits what it may do. */
  forSchema(schema: string, role?: string): Kysely<any>
  /** The saved index of a schema, in its table `index_part`. */
  partStore(options: PartStoreOptions, role?: string): PartStore
  /** Records a statement that a thread sent through connections of its own. */
  recorderOf(schema: string): RecordStatement
  /** The shared pool. Names in statements sent through it directly must be qualified with their schema. */
  readonly pool: pg.Pool
  /** Settings for a separate connection, such as one that listens. It has no statement timeout. */
  readonly clientConfig: pg.ClientConfig
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Opens the one pool that the whole server shares, once the database answers. */
export async function openDatabase(options: DatabaseOptions, log: Logger): Promise<Database> {
  const clientConfig: pg.ClientConfig = {
    ...(typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection),
    application_name: options.applicationName ?? 'portico',
    keepAlive: true,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
  }
  const pool = new pg.Pool({
    ...clientConfig,
    max: options.poolMax ?? 10,
    idleTimeoutMillis: options.idleTimeoutMs ?? 60_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
  })
  // Without a listener, a connection that breaks while it is idle (the pool) or in use (the client) would end the process.
  pool.on('error', error => log.warn({ error: error.message }, 'an idle database connection was lost'))
  pool.on('connect', client => client.on('error', noteConnectionError))
  const viewOf = createSchemaViews(pool)
  const schemas = new Map<string, Kysely<any>>()

  const recorderOf =
    (schema: string): RecordStatement =>
    (...statement) =>
      options.onStatement?.(schema, ...statement)

  const database: Database = {
    pool,
    clientConfig,
    recorderOf,
    forSchema(schema, role) {
      const key = role === undefined ? schema : `${schema} ${role}`
      const known = schemas.get(key)
      if (known) return known
      const db = new Kysely<any>({
        dialect: new PostgresDialect({ pool: viewOf(schema, role), controlClient: pg.Client as never }),
        ...(options.onStatement && { log: toKyselyLog(recorderOf(schema)) }),
      })
      schemas.set(key, db)
      return db
    },
    partStore: (partOptions, role) => {
      const { schema } = partOptions
      return createPartStore(viewOf(schema, role).connect, partOptions, createMeasure(recorderOf(schema)))
    },
    async ping() {
      await pool.query('select 1')
    },
    async close() {
      if (!pool.ending) await pool.end()
    },
  }
  await untilAnswering(database, clientConfig, options.openTimeoutMs ?? 30_000, log)
  return database
}

async function untilAnswering(database: Database, config: pg.ClientConfig, timeoutMs: number, log: Logger): Promise<void> {
  const address = describeAddress(config)
  const deadline = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.ping()
    } catch (error) {
      const message = error instanceof Error ? error.message || String(error) : String(error)
      if (!isDatabaseUnavailable(error) || Date.now() >= deadline) {
        await database.close()
        throw new Error(`The database at ${address} cannot be used: ${message}`, { cause: error })
      }
      if (attempt === 1) log.warn({ address, error: message }, 'the database does not answer yet; waiting for it')
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
}

/** The address of the database, without user and password. */
function describeAddress(config: pg.ClientConfig): string {
  const { host, port, database } = new pg.Client(config)
  return host.startsWith('/') ? `${host} (${database})` : `${host}:${port}/${database}`
}

import pg from 'pg'
import { createPartStore, type PartStore, type PartStoreOptions } from '../index-store/part-store.ts'
import { createMeasure, type RecordStatement } from './statements.ts'

export { toKyselyLog } from './statements.ts'

export interface ThreadDatabaseOptions {
  /** `core.work.connection`. */
  readonly connection: pg.ClientConfig
  readonly schema: string
  /** An idle connection was lost. */
  readonly onLost: (error: Error) => void
  /** `recordStatement` of the thread's side. */
  readonly recordStatement: RecordStatement
}

const poolMax = 3

/** A few connections of one's own to a schema, for a thread that shares nothing with the server's. */
export function openThreadDatabase({ connection, schema, onLost, recordStatement }: ThreadDatabaseOptions) {
  const pool = new pg.Pool({ ...connection, options: `-c search_path=${schema}`, max: poolMax, idleTimeoutMillis: 60_000 })
  // Without a listener, a connection that breaks would end the thread.
  pool.on('error', onLost)
  pool.on('connect', client => client.on('error', () => {}))
  const measure = createMeasure(recordStatement)
  return {
    /** What is sent through it directly is not recorded. */
    pool,
    /** Runs one statement and returns its rows. */
    async query<Row>(statement: string, values: readonly unknown[]): Promise<Row[]> {
      const { rows } = await measure(statement, () => pool.query(statement, [...values]))
      return rows as Row[]
    },
    /** The saved index of the schema, in its table `index_part`. */
    partStore: (options: Omit<PartStoreOptions, 'schema'>): PartStore =>
      createPartStore(() => pool.connect(), { ...options, schema }, measure),
    async close(): Promise<void> {
      if (!pool.ending) await pool.end()
    },
  }
}

import { openDatabase } from '@portico/core/server'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { silentLog } from './log.ts'

/** The rows of a table that PostgreSQL read for some work, by its own count. They hold where a plan's time would depend on the machine. */
export async function countRowsRead(
  connection: pg.PoolConfig,
  { schema, table }: { readonly schema: string; readonly table: string },
  work: (db: Kysely<any>) => Promise<unknown>,
): Promise<number> {
  // One connection, so that it reports what it has read before it is asked.
  const database = await openDatabase({ connection, poolMax: 1 }, silentLog)
  const db = database.forSchema(schema)
  async function read(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ read: string }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where schemaname = ${schema} and relname = ${table}`.execute(db)
    return Number(rows[0]?.read)
  }
  try {
    const before = await read()
    await work(db)
    return (await read()) - before
  } finally {
    await database.close()
  }
}

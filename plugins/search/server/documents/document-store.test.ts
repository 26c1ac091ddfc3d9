import { openDatabase } from '@portico/core/server'
import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchPlugin } from '../index.ts'
import { createDocumentStore } from './document-store.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase({ schemas: { search: searchPlugin.migrations! } })
})
afterAll(() => opened.close())

test('documents that are replaced are looked up, however many there are and however little the database knows of them', async () => {
  // One connection, so that it reports what it has read before it is asked.
  const database = await openDatabase({ connection: opened.connection, poolMax: 1 }, silentLog)
  const db = database.forSchema('search')
  await sql`alter table document set (autovacuum_enabled = false)`.execute(db)
  await sql`
    insert into document (type, location, group_key, hash, body, revision)
    select 'wiki', '/p' || n, 'g' || n, 'old', repeat('text ', 100), 1 from generate_series(1, 5000) n`.execute(db)

  const rowsRead = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ read: string }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where schemaname = 'search' and relname = 'document'`.execute(db)
    return Number(rows[0]?.read)
  }
  const rows = Array.from({ length: 100 }, (_, n) => ({ location: `/p${n + 4951}`, group: `g${n + 4951}`, hash: 'new', body: '{}' }))
  const before = await rowsRead()
  const groups = rows.map(({ group }) => group)
  expect(await createDocumentStore(db).replaceGroups('wiki', [...groups, 'g1'], rows)).toBe(101)
  expect((await rowsRead()) - before).toBeLessThan(1000)
  await database.close()
})

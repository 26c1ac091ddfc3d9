import { countRowsRead, openTestDatabase, type TestDatabase } from '@portico/core/testing'
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
  const db = opened.database.forSchema('search')
  await sql`alter table document set (autovacuum_enabled = false)`.execute(db)
  await sql`
    insert into document (type, location, group_key, hash, body, revision)
    select 'wiki', '/p' || n, 'g' || n, 'old', repeat('text ', 100), 1 from generate_series(1, 5000) n`.execute(db)

  const rows = Array.from({ length: 100 }, (_, n) => ({ location: `/p${n + 4951}`, group: `g${n + 4951}`, hash: 'new', body: '{}' }))
  const groups = rows.map(({ group }) => group)
  const read = await countRowsRead(opened.connection, { schema: 'search', table: 'document' }, async one =>
    expect(await createDocumentStore(one).replaceGroups('wiki', [...groups, 'g1'], rows)).toBe(101),
  )
  expect(read).toBeLessThan(1000)
})

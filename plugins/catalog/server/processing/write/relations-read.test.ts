import { withCatalogDatabase } from '@portico/catalog/testing'
import { countRowsRead } from '@portico/core/testing'
import { beforeAll, expect, test } from 'vitest'
import { entityStore } from './entity-store.ts'
import { graphStore } from './graph-store.ts'

const database = withCatalogDatabase()
const relations = { schema: 'catalog', table: 'relation' }
/** A hundred entities with relations, of which every tenth was declared by another entity, and two of those others. */
const ids = [...Array.from({ length: 100 }, (_, n) => n + 1), 100_020, 100_030]

beforeAll(async () => {
  await database.query('alter table catalog.relation set (autovacuum_enabled = false)')
  await database.query(`
    insert into catalog.relation (from_id, to_id, type_id, origin_id)
    select n, 0, 1, case when n % 10 = 0 then n + 100000 end from generate_series(1, 20000) n`)
})

test('the relations that entities declare are looked up, however many there are and however little the database knows of them', async () => {
  const read = await countRowsRead(database.connection, relations, db =>
    db.transaction().execute(async trx => {
      const declared = await entityStore.relationsDeclared(trx, ids)
      const own = ids.filter(id => id < 100_000 && id % 10 !== 0).map(id => ({ from: id, to: 0, type: 1, origin: undefined }))
      const others = [20, 30].map(from => ({ from, to: 0, type: 1, origin: from + 100_000 }))
      expect(declared.toSorted((a, b) => a.from - b.from)).toEqual([...own, ...others].toSorted((a, b) => a.from - b.from))
    }),
  )
  expect(read).toBeLessThan(1000)
})

test('the same holds for those that go with their entities', async () => {
  const read = await countRowsRead(database.connection, relations, db =>
    db.transaction().execute(trx => graphStore.drop(trx, ids, { revision: 1 })),
  )
  expect(await database.count('relation')).toBe(20_000 - 92)
  expect(read).toBeLessThan(1000)
})

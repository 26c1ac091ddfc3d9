import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigratedDatabase, schemas } from './testing/migrated-database.ts'
import { readTableTypes } from './testing/tables-source.ts'

let migrated: Awaited<ReturnType<typeof openMigratedDatabase>>
beforeAll(async () => {
  migrated = await openMigratedDatabase()
})
afterAll(() => migrated.close())

// `npm run tables` is this test with permission to write.
test.each(schemas)('the table types of $schema are those of the migrated schema', async ({ schema, folder }) => {
  await expect(await readTableTypes(migrated.database.pool, schema)).toMatchFileSnapshot(`../${folder}/migrations/tables.ts`)
})

test('a column of a kind that nobody has described is refused', async () => {
  await migrated.database.pool.query('create table core.odd (place point)')
  await expect(readTableTypes(migrated.database.pool, 'core')).rejects.toThrow('odd.place has the type point')
})

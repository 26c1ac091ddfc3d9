import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { component, createTemporaryCatalog } from '../testing/temporary-catalog.ts'
import { changeStore } from '../processing/write/change-store.ts'
import { createTextStore } from './text-store.ts'

const database = withCatalogDatabase()

async function start(names: readonly string[]) {
  const files = Object.fromEntries(names.map(name => [`${name}.yaml`, component(name)]))
  const catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files }))
  for (const name of names) await catalog.add(`${name}.yaml`)
  return catalog
}

test('steps are whole revisions, as many as the limit reaches, and what went comes before what came', async () => {
  const catalog = await start(['a', 'b', 'c'])
  const store = createTextStore(database.db)
  const revisionsOf = async (after: number, limit: number) =>
    (await store.changesAfter({ revision: after }, limit)).map(({ revision }) => revision)
  // Each revision brought a component and the Location that stands for its file.
  expect(await revisionsOf(0, 1)).toEqual([1, 1])
  expect(await revisionsOf(0, 2)).toEqual([1, 1])
  expect(await revisionsOf(0, 3)).toEqual([1, 1, 2, 2])
  expect(await revisionsOf(1, 1000)).toEqual([2, 2, 3, 3])
  expect(await revisionsOf(3, 1000)).toEqual([])
  catalog.write('b.yaml', component('d'))
  await catalog.readAgain()
  const steps = await store.changesAfter({ revision: 3 }, 1000)
  expect(steps.map(({ ref, tail }) => [ref, tail !== undefined])).toEqual([
    ['component:default/b', false],
    ['component:default/d', true],
  ])
})

test('a revision says of which entities nothing but the relations has changed', async () => {
  const catalog = await start(['a', 'b'])
  catalog.write('a.yaml', component('a', { dependsOn: ['component:b'] }))
  await catalog.readAgain()
  const { revisions } = await database.db.transaction().execute(trx => changeStore.takeUnpublished(trx, 100))
  expect(revisions.slice(2).map(({ updated, relationsOnly }) => ({ updated, relationsOnly }))).toEqual([
    { updated: ['component:default/a'], relationsOnly: [] },
    { updated: ['component:default/b'], relationsOnly: ['component:default/b'] },
  ])
})

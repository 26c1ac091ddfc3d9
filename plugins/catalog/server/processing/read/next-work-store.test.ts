import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { component, createTemporaryCatalog } from '../../testing/temporary-catalog.ts'
import { findNextWorkMs } from './next-work-store.ts'
import { rootStore } from './root-store.ts'

const database = withCatalogDatabase()
const interval = 100_000
const user = (name: string) => ({
  entity: { apiVersion: 'backstage.io/v1alpha1', kind: 'User', metadata: { name }, spec: { memberOf: [] } },
})

test('there is work when a source is due or unplanned, a reader has died, or something is to be stitched or given to a provider', async () => {
  const next = () => findNextWorkMs(database.db, interval)
  const catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files: { 'all.yaml': component('one') } }))
  // Not even a plan.
  expect(await next()).toBe(0)
  expect(await findNextWorkMs(database.db, undefined)).toBeUndefined()
  await catalog.add('all.yaml')
  expect(await next()).toBeGreaterThan(interval / 2)

  await rootStore.refresh(
    database.db,
    (await catalog.sources()).map(({ id }) => id),
  )
  expect(await next()).toBeLessThanOrEqual(0)
  await catalog.pass()
  expect(await next()).toBeGreaterThan(interval / 2)

  await database.query(
    `insert into catalog.claim (owner, source_id, lease_until) values (gen_random_uuid(), '{}', now() - interval '1 second')`,
  )
  expect(await next()).toBeLessThan(0)
  await catalog.pass()
  await database.query('insert into catalog.stitch (id) select min(id) from catalog.entity')
  expect(await next()).toBe(0)
  await catalog.pass()

  catalog.write('all.yaml', component('one') + '---\n' + JSON.stringify(user('ann').entity))
  await catalog.readAgain()
  await catalog.provide('people', { type: 'full', entities: [user('ann')] })
  expect(await next()).toBeGreaterThan(interval / 2)
  // Deleted without the file being read again, which would bring it back.
  await database.query(`delete from catalog.entity where ref = 'user:default/ann'`)
  expect(await next()).toBe(0)
  await catalog.pass()
  expect(await catalog.entity('user:default/ann')).toBeDefined()
  expect(await next()).toBeGreaterThan(interval / 2)
})

import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog } from '@portico/catalog/testing'
import { expect, onTestFinished, test } from 'vitest'

const each = 25_000

test('50,000 problems are paged, grouped, filtered and counted', async () => {
  const catalog = await startCatalog({ 'a.yaml': file(document('Component', 'one'), document('Group', 'team-a')) })
  onTestFinished(() => catalog.stop())
  await catalog.until('kind=component', 1)
  const { pool } = catalog.server.database
  await pool.query(`
    insert into catalog.unprocessed (source_id, ref, line, errors, document)
    select (select min(id) from catalog.source), 'component:default/failed-' || n, n,
      json_build_array(json_build_object('name', 'InputError', 'message', 'spec.owner: is missing in document ' || n, 'line', n)),
      json_build_object('apiVersion', 'backstage.io/v1alpha1', 'kind', 'Component', 'metadata', json_build_object('name', 'failed-' || n),
        'spec', json_build_object('owner', 'team-' || n % 10))::text
    from generate_series(1, ${each}) n`)
  await pool.query(`
    with names as (
      insert into catalog.ref_name (ref) select 'group:default/missing-' || n from generate_series(1, ${each}) n returning id),
    kind as (insert into catalog.relation_type (type, inverse) values ('watchedBy', 'watches') returning id)
    insert into catalog.relation (from_id, to_id, type_id)
    select (select id from catalog.entity where ref = 'component:default/one'), names.id, kind.id from names, kind`)

  const call = (query: object) => catalog.server.call(catalogApi.listHealthProblems, { query })
  const first = await call({})
  expect([first.totalItems, first.items.length]).toEqual([2 * each, 50])
  expect(first.counts).toEqual({ total: 2 * each, types: { 'failed-document': each, 'dangling-reference': each } })
  const asks = {
    middle: { offset: 30_000, limit: 200 },
    end: { offset: 2 * each - 1 },
    type: { type: ['dangling-reference'] },
    owner: { owner: ['group:default/team-3'] },
    text: { text: 'missing-24999' },
  }
  const found = Object.fromEntries(await Promise.all(Object.entries(asks).map(async ([name, ask]) => [name, (await call(ask)).totalItems])))
  expect(found).toEqual({ middle: 2 * each, end: 2 * each, type: each, owner: each / 10, text: 1 })

  expect(await catalog.server.call(catalogApi.countHealthProblems, { query: {} })).toMatchObject({ total: 2 * each })
})

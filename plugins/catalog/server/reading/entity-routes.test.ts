import { catalogApi } from '@portico/catalog/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'

let catalog: TestCatalog
const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo']
const bodyOf = async (response: Response): Promise<any> => response.json()

beforeAll(async () => {
  const components = names.map((name, i) =>
    document('Component', name, {
      metadata: {
        title: `The ${name}`,
        tags: i % 2 ? ['java', 'go'] : ['java'],
        annotations: { 'example.com/n': String(i) },
        labels: { tier: String(i % 3) },
      },
      spec: i === 4 ? { type: 'website', system: 'shop' } : { lifecycle: i % 2 ? 'production' : 'experimental' },
    }),
  )
  catalog = await startCatalog({
    'a.yaml': file(
      ...components,
      document('Group', 'team-a'),
      document('System', 'shop'),
      document('User', 'ann', { spec: { memberOf: ['team-a'] } }),
    ),
  })
  await catalog.until('kind=component', 5)
  await catalog.until('kind=group,relations.ownerof=component:default/echo', 1)
})
afterAll(() => catalog.stop())

const get = (path: string) => catalog.server.fetch(`/api/catalog${path}`)
const namesIn = (page: { items: { metadata: { name: string } }[] }) => page.items.map(item => item.metadata.name)
const query = async (search: string) => bodyOf(await get(`/entities/by-query?${search}`))

test('GET /entities lists, filters, orders and pages with a link to what follows [CATAPI-04, CATAPI-06, CATAPI-07, CATAPI-08, CATAPI-09]', async () => {
  const all = await bodyOf(await get('/entities?filter=kind=component'))
  expect(all.map((each: any) => each.metadata.name).sort()).toEqual(names)
  const ordered = await bodyOf(await get('/entities?filter=kind=component&order=desc:metadata.name'))
  expect(ordered.map((each: any) => each.metadata.name)).toEqual(names.toReversed())
  const first = await get('/entities?filter=kind=component&order=asc:metadata.name&limit=2&offset=1')
  expect((await bodyOf(first)).map((each: any) => each.metadata.name)).toEqual(['bravo', 'charlie'])
  const link = /^<(\/entities\?[^>]+)>; rel="next"$/.exec(first.headers.get('link')!)![1]!
  expect((await bodyOf(await get(link))).map((each: any) => each.metadata.name)).toEqual(['delta', 'echo'])
  expect((await get('/entities?limit=0')).status).toBe(400)
})

test('fields keep only what was asked for, nested as it was, also keys with dots [CATAPI-05, CATAPI-11]', async () => {
  const [entity] = await bodyOf(
    await get('/entities?filter=metadata.name=alpha&fields=metadata.name,metadata.annotations.example.com/n,spec.none'),
  )
  expect(entity).toEqual({ metadata: { name: 'alpha', annotations: { 'example.com/n': '0' } } })
  expect((await query('filter=metadata.name=alpha&fields=kind')).items).toEqual([{ kind: 'Component' }])
  expect((await get('/entities?fields=a[0]')).status).toBe(400)
})

test('by-query pages by cursor in both directions, with totals [CATAPI-10, CATAPI-12, CATAPI-13, CATAPI-14, CATAPI-15]', async () => {
  const first = await query('filter=kind=component&orderField=metadata.name,asc&limit=2')
  expect([namesIn(first), first.totalItems, first.pageInfo.prevCursor]).toEqual([['alpha', 'bravo'], 5, undefined])
  const second = await query(`limit=2&cursor=${encodeURIComponent(first.pageInfo.nextCursor)}`)
  expect([namesIn(second), second.totalItems]).toEqual([['charlie', 'delta'], 5])
  const last = await query(`limit=2&cursor=${encodeURIComponent(second.pageInfo.nextCursor)}`)
  expect([namesIn(last), last.pageInfo.nextCursor]).toEqual([['echo'], undefined])
  const back = await query(`limit=2&cursor=${encodeURIComponent(last.pageInfo.prevCursor)}`)
  expect(namesIn(back)).toEqual(['charlie', 'delta'])
  expect(namesIn(await query('filter=kind=component&orderField=metadata.name,asc&limit=2&offset=3'))).toEqual(['delta', 'echo'])
  const none = await query('filter=kind=component&limit=0')
  expect(none).toEqual({ items: [], totalItems: 5, pageInfo: {} })
  expect((await query('filter=kind=component&limit=1&totalItems=exclude')).totalItems).toBe(0)
  for (const bad of ['cursor=nonsense', 'limit=-1', 'orderField=metadata.name,sideways', 'unknown=1', 'filter==x']) {
    expect([bad, (await get(`/entities/by-query?${bad}`)).status]).toEqual([bad, 400])
  }
})

test('several order fields count, and entities without a value come last either way', async () => {
  const page = await query('filter=kind=component&orderField=spec.lifecycle,desc&orderField=metadata.name,desc&limit=10')
  expect(namesIn(page)).toEqual(['echo', 'delta', 'bravo', 'charlie', 'alpha'])
  for (const direction of ['asc', 'desc']) {
    const { items, totalItems } = await query(`orderField=spec.system,${direction}&filter=kind=component`)
    expect([items[0].metadata.name, totalItems]).toEqual(['echo', 5])
  }
})

test('words are looked for in names and titles, or where the caller says [CATAPI-16]', async () => {
  expect(namesIn(await query('fullTextFilterTerm=THE%20AL&filter=kind=component'))).toEqual(['alpha'])
  expect(namesIn(await query('fullTextFilterTerm=website&fullTextFilterFields=spec.type,metadata.name'))).toEqual(['echo'])
  expect(namesIn(await query('fullTextFilterTerm=nothing'))).toEqual([])
})

test('filters: alternatives, existence, lists, items of lists, without regard to case [CATAPI-42]', async () => {
  const found = async (search: string) =>
    namesIn(await query(`${search}&orderField=metadata.name,asc`)).filter(name => names.includes(name))
  expect(await found('filter=kind=COMPONENT,spec.type=Website')).toEqual(['echo'])
  expect(await found('filter=metadata.name=alpha&filter=metadata.name=echo')).toEqual(['alpha', 'echo'])
  expect(await found('filter=metadata.name=alpha,metadata.name=echo')).toEqual(['alpha', 'echo'])
  expect(await found('filter=spec.system')).toEqual(['echo'])
  expect(await found('filter=metadata.tags.go=true')).toEqual(['bravo', 'delta'])
  expect(await found('filter=relations.ownedBy=group:default/team-a,metadata.labels.tier=0')).toEqual(['alpha', 'delta'])
})

test('POST by-query takes predicates, and its cursors go on by POST', async () => {
  const post = async (body: object) =>
    bodyOf(
      await catalog.server.fetch('/api/catalog/entities/by-query', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    )
  const page = await post({
    query: { kind: 'component', 'spec.type': { $in: ['service'] } },
    orderBy: [{ field: 'metadata.name', order: 'asc' }],
    limit: 3,
  })
  expect(namesIn(page)).toEqual(['alpha', 'bravo', 'charlie'])
  expect(JSON.parse(atob(page.pageInfo.nextCursor))).toHaveProperty('query')
  expect(namesIn(await post({ cursor: page.pageInfo.nextCursor, limit: 3 }))).toEqual(['delta'])
  expect(
    namesIn(
      await post({
        query: {
          $any: [
            { 'metadata.name': { $hasPrefix: 'al' } },
            { relations: { $contains: { type: 'partOf', targetRef: 'system:default/shop' } } },
          ],
        },
      }),
    ),
  ).toEqual(['alpha', 'echo'])
  expect((await post({ query: { $bad: 1 } })).error.name).toBe('InputError')
})

test('by-refs answers in order, null where there is none, whatever the letter case [CATAPI-17, CATAPI-18]', async () => {
  const body = {
    entityRefs: ['Component:Default/Echo', 'component:default/none', 'not a ref at all', 'user:default/ann', 'component:default/echo'],
    fields: ['metadata.name'],
  }
  const { items } = await catalog.server.call(catalogApi.getEntitiesByRefs, { body })
  expect(items.map(item => item?.metadata.name)).toEqual(['echo', undefined, undefined, 'ann', 'echo'])
  const filtered = await catalog.server.call(catalogApi.getEntitiesByRefs, { body, query: { filter: ['kind=user'] } })
  expect(filtered.items.map(item => item?.metadata.name)).toEqual([undefined, undefined, undefined, 'ann', undefined])
})

test('an entity is found by name in any case and by uid, or is an error that says so [CATAPI-22, CATAPI-25, CATAPI-43]', async () => {
  const entity = await bodyOf(await get('/entities/by-name/COMPONENT/Default/Echo'))
  expect(entity).toMatchObject({
    kind: 'Component',
    metadata: { name: 'echo', namespace: 'default', uid: expect.any(String), etag: expect.any(String) },
  })
  expect(entity.relations).toEqual([
    { type: 'ownedBy', targetRef: 'group:default/team-a' },
    { type: 'partOf', targetRef: 'system:default/shop' },
  ])
  expect(await bodyOf(await get(`/entities/by-uid/${entity.metadata.uid}`))).toEqual(entity)
  for (const path of [
    '/entities/by-name/component/default/none',
    '/entities/by-uid/none',
    '/entities/by-uid/00000000-0000-4000-8000-000000000000',
  ]) {
    const response = await get(path)
    expect([path, response.status, (await bodyOf(response)).error.name]).toEqual([path, 404, 'NotFoundError'])
  }
})

test('facets count values, for a filter and for a predicate [CATAPI-27, CATAPI-28]', async () => {
  const { facets } = await bodyOf(await get('/entity-facets?facet=spec.type&facet=metadata.tags&facet=Unknown&filter=kind=component'))
  expect(facets).toEqual({
    'spec.type': [
      { value: 'service', count: 4 },
      { value: 'website', count: 1 },
    ],
    'metadata.tags': [
      { value: 'go', count: 2 },
      { value: 'java', count: 5 },
    ],
    Unknown: [],
  })
  expect((await get('/entity-facets')).status).toBe(400)
  expect(await catalog.server.call(catalogApi.getEntityFacetsByPredicate, { body: { facets: ['kind'], query: { kind: 'user' } } })).toEqual(
    { facets: { kind: [{ value: 'User', count: 1 }] } },
  )
})

test('what has not changed is not sent again', async () => {
  for (const path of ['/entities/by-name/component/default/echo', '/entities/by-query?limit=1', '/entity-facets?facet=kind']) {
    const etag = (await get(path)).headers.get('etag')!
    const again = await catalog.server.fetch(`/api/catalog${path}`, { headers: { 'if-none-match': etag } })
    expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
  }
})

test('ancestry leads from an entity to the root it was found through [CATAPI-24]', async () => {
  const ancestry = await bodyOf(await get('/entities/by-name/component/default/echo/ancestry'))
  expect(ancestry.rootEntityRef).toBe('component:default/echo')
  expect(ancestry.items[0].entity.metadata.name).toBe('echo')
  expect(ancestry.items[0].parentEntityRefs).toEqual([expect.stringMatching(/^location:default\/generated-[0-9a-f]{40}$/)])
  expect((await get('/entities/by-name/component/default/none/ancestry')).status).toBe(404)
})

test('an anonymous caller cannot read the catalog', async () => {
  for (const path of ['/entities', '/entities/by-query', '/entity-facets?facet=kind', '/locations', '/changes', '/explain/a/b/c']) {
    expect([path, (await catalog.server.as(undefined).fetch(`/api/catalog${path}`)).status]).toEqual([path, 401])
  }
})

import { catalogApi } from '@portico/catalog/common'
import type { Condition, Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort, type PermissionRequest } from '@portico/core/server'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// Stands in for the permission service: each test says what it decides.
let decide: (request: PermissionRequest) => Decision
const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: async (_caller, requests) => requests.map(request => decide(request)) } }),
})

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    {
      'a.yaml': file(
        document('Component', 'mine', {
          spec: { owner: 'team-a' },
          metadata: { labels: { tier: '1' }, annotations: { 'example.com/open': 'yes' } },
        }),
        document('Component', 'theirs', { spec: { owner: 'team-b', type: 'website' } }),
        document('API', 'both', { spec: { owner: 'team-b' } }),
        document('Group', 'team-a'),
        document('Group', 'team-b'),
      ),
    },
    { plugins: [policy], config: { permission: { enabled: true } } },
  )
  await catalog.until('kind=component', 2)
  await catalog.until('kind=group,relations.ownerof=api:default/both', 1)
})
afterAll(() => catalog.stop())
beforeEach(() => void (decide = () => ({ result: 'ALLOW' })))

const allow: Decision = { result: 'ALLOW' }
const deny: Decision = { result: 'DENY' }
const when = (conditions: Condition): Decision => ({
  result: 'CONDITIONAL',
  pluginId: 'catalog',
  resourceType: 'catalog-entity',
  conditions,
})
const rule = (name: string, params: Record<string, unknown>): Condition => ({ rule: name, resourceType: 'catalog-entity', params })
const get = (path: string) => catalog.server.fetch(`/api/catalog${path}`)
const bodyOf = async (response: Response): Promise<any> => response.json()
const seen = async () =>
  (await catalog.server.call(catalogApi.queryEntities, { query: { orderField: ['metadata.name,asc'] } })).items
    .map(item => item.metadata.name)
    .filter(name => !name.startsWith('generated'))

test('conditions filter lists, counts, facets and single reads alike; pages and totals stay right [PERM-06]', async () => {
  decide = () => when(rule('IS_ENTITY_OWNER', { claims: ['group:default/team-a'] }))
  expect(await seen()).toEqual(['mine'])
  const page = await catalog.server.call(catalogApi.queryEntities, { query: { limit: 1 } })
  expect([page.totalItems, page.pageInfo]).toEqual([1, {}])
  expect((await bodyOf(await get('/entity-facets?facet=kind'))).facets).toEqual({ kind: [{ value: 'Component', count: 1 }] })
  expect((await get('/entities/by-name/component/default/mine')).status).toBe(200)
  expect((await get('/entities/by-name/component/default/theirs')).status).toBe(404)
  const refs = await catalog.server.call(catalogApi.getEntitiesByRefs, {
    body: { entityRefs: ['component:default/mine', 'component:default/theirs'] },
  })
  expect(refs.items.map(item => item?.metadata.name)).toEqual(['mine', undefined])
  expect((await bodyOf(await get('/entities'))).map((entity: any) => entity.metadata.name)).toEqual(['mine'])
  expect((await get('/entities/by-name/component/default/theirs/history')).status).toBe(404)
  expect((await get('/explain/component/default/theirs')).status).toBe(404)
  expect((await catalog.server.call(catalogApi.listChanges, { query: { limit: 500 } })).items.map(change => change.ref)).toEqual([
    'component:default/mine',
  ])
  const recent = await catalog.server.call(catalogApi.listRecentChanges, {
    body: { entityRefs: ['component:default/mine', 'component:default/theirs'] },
  })
  expect(recent.items.map(change => change.ref)).toEqual(['component:default/mine'])
})

test('every rule of the catalog can be a condition, nested as one likes [PERM-01]', async () => {
  const cases: [Condition, string[]][] = [
    [rule('IS_ENTITY_KIND', { kinds: ['API'] }), ['both']],
    [rule('HAS_LABEL', { label: 'tier' }), ['mine']],
    [rule('HAS_LABEL', { label: 'tier', value: '2' }), []],
    [rule('HAS_ANNOTATION', { annotation: 'example.com/open', value: 'YES' }), ['mine']],
    [rule('HAS_METADATA', { key: 'name', value: 'both' }), ['both']],
    [rule('HAS_SPEC', { key: 'type', value: 'website' }), ['theirs']],
    [
      {
        allOf: [
          rule('IS_ENTITY_KIND', { kinds: ['component', 'api'] }),
          { not: rule('IS_ENTITY_OWNER', { claims: ['group:default/team-a'] }) },
        ],
      },
      ['both', 'theirs'],
    ],
    [{ anyOf: [rule('HAS_SPEC', { key: 'type', value: 'website' }), rule('HAS_LABEL', { label: 'tier' })] }, ['mine', 'theirs']],
  ]
  for (const [conditions, expected] of cases) {
    decide = () => when(conditions)
    expect([conditions, await seen()]).toEqual([conditions, expected])
  }
})

test('denied outright: lists are empty, single reads are not found, ancestry is refused', async () => {
  decide = () => deny
  expect(await seen()).toEqual([])
  expect((await bodyOf(await get('/entity-facets?facet=kind'))).facets).toEqual({ kind: [] })
  expect((await get('/entities/by-name/component/default/mine')).status).toBe(404)
  expect((await get('/entities/by-name/component/default/mine/ancestry')).status).toBe(403)
  expect(await bodyOf(await get('/locations'))).toEqual([])
})

test('an unknown rule in a policy lets nothing through', async () => {
  decide = () => when(rule('NO_SUCH_RULE', {}))
  expect((await get('/entities/by-query')).status).toBe(403)
})

test('changing needs its own permission, asked about that very entity; a refusal names it [PERM-09]', async () => {
  decide = ({ permission, resourceRef }) =>
    permission.name === 'catalog.entity.read'
      ? allow
      : when(
          rule('IS_ENTITY_OWNER', { claims: [resourceRef === 'component:default/mine' ? 'group:default/team-a' : 'group:default/nobody'] }),
        )
  const theirs = await catalog.server.call(catalogApi.getEntityByName, {
    params: { kind: 'component', namespace: 'default', name: 'theirs' },
  })
  const refused = await get(`/entities/by-uid/${theirs.metadata.uid}`).then(() =>
    catalog.server.fetch(`/api/catalog/entities/by-uid/${theirs.metadata.uid}`, { method: 'DELETE' }),
  )
  expect([refused.status, (await bodyOf(refused)).error]).toMatchObject([
    403,
    { name: 'NotAllowedError', permission: 'catalog.entity.delete' },
  ])
  const refresh = (ref: string) =>
    catalog.server.fetch('/api/catalog/refresh', {
      method: 'POST',
      body: JSON.stringify({ entityRef: ref }),
      headers: { 'content-type': 'application/json' },
    })
  expect((await refresh('component:default/mine')).status).toBe(200)
  expect((await refresh('component:default/theirs')).status).toBe(403)
})

test('registering, validating and looking at failures need their permissions', async () => {
  decide = ({ permission }) => (permission.name.startsWith('catalog.entity.read') ? allow : deny)
  const post = async (path: string, body: object) => {
    const response = await catalog.server.fetch(`/api/catalog${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return [response.status, (await bodyOf(response)).error?.permission]
  }
  expect(await post('/locations', { type: 'url', target: 'https://example.com/x.yaml' })).toEqual([403, 'catalog.location.create'])
  expect(await post('/validate-entity', { entity: {}, location: 'url:https://example.com' })).toEqual([403, 'catalog.entity.validate'])
  expect(await post('/analyze-location', { location: { type: 'url', target: 'https://example.com' } })).toEqual([
    403,
    'catalog.location.analyze',
  ])
  expect((await get('/entities/unprocessed/failed')).status).toBe(403)
})

test('services are not asked', async () => {
  decide = () => deny
  const all = await catalog.server.as({ plugin: 'search' }).call(catalogApi.queryEntities, { query: { filter: ['kind=component'] } })
  expect(all.totalItems).toBe(2)
})

test('the permissions and rules of the catalog are declared [PERM-02]', async () => {
  const { permissions, rules } = await bodyOf(await get('/.well-known/backstage/permissions/metadata'))
  expect(permissions.map((each: { name: string }) => each.name)).toEqual(
    expect.arrayContaining([
      'catalog.entity.read',
      'catalog.entity.create',
      'catalog.entity.delete',
      'catalog.entity.refresh',
      'catalog.location.read',
      'catalog.location.create',
      'catalog.location.analyze',
      'catalog.location.delete',
      'catalog.entity.validate',
    ]),
  )
  expect(rules.map((each: { name: string }) => each.name)).toEqual([
    'IS_ENTITY_OWNER',
    'IS_ENTITY_KIND',
    'HAS_ANNOTATION',
    'HAS_LABEL',
    'HAS_METADATA',
    'HAS_SPEC',
  ])
})

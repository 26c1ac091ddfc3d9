import { eventually } from '@portico/core/testing'
import { catalogApi, type Entity } from '@portico/catalog/common'
import type { Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort } from '@portico/core/server'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const allow: Decision = { result: 'ALLOW' }
const onlyTeamA: Decision = {
  result: 'CONDITIONAL',
  pluginId: 'catalog',
  resourceType: 'catalog-entity',
  conditions: {
    anyOf: [
      { rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: ['group:default/team-a'] } },
      { rule: 'IS_ENTITY_KIND', resourceType: 'catalog-entity', params: { kinds: ['Group'] } },
    ],
  },
}

// Stands in for the permission service: each test says what it decides about reading.
let reading: Decision
const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({
    permissions: {
      authorize: async (_caller, requests) =>
        requests.map(({ permission }) => (permission.name === 'catalog.entity.read' ? reading : allow)),
    },
  }),
})

const files = {
  'a.yaml': file(
    document('Component', 'mine', { spec: { dependsOn: ['component:open', 'component:hidden', 'component:missing'] } }),
    document('Component', 'open'),
    document('Group', 'team-a'),
    document('Group', 'team-b'),
  ),
  'b.yaml': file(
    document('Component', 'hidden', { spec: { owner: 'team-b', dependsOn: ['component:open'] } }),
    document('Component', 'broken-hidden', { spec: { owner: 'team-b', lifecycle: 5 }, metadata: { description: 'secret' } }),
    document('Component', 'broken-mine', { spec: { lifecycle: 5 } }),
  ),
}

async function startWith(hideNames: boolean): Promise<TestCatalog> {
  reading = allow
  const catalog = await startCatalog(files, { plugins: [policy], config: { permission: { enabled: true } }, catalog: { hideNames } })
  await catalog.until('kind=component', 3)
  await catalog.until('kind=group,relations.ownerof=component:default/hidden', 1)
  await catalog.until('metadata.name=open,relations.dependencyof=component:default/hidden', 1)
  return catalog
}

/** What a caller sees, by the route it uses. */
function askerOf(catalog: () => TestCatalog) {
  const get = (path: string) => catalog().server.fetch(`/api/catalog${path}`)
  const bodyOf = async (path: string): Promise<any> => (await get(path)).json()
  const targets = (entity: Entity | null | undefined) =>
    entity?.relations?.map(({ targetRef }) => targetRef.replace('component:default/', ''))
  return {
    get,
    bodyOf,
    targets,
    count: async (filter: string) => (await bodyOf(`/entities/by-query?limit=0&filter=${filter}`)).totalItems as number,
  }
}

describe('where names are visible', () => {
  let catalog: TestCatalog
  beforeAll(async () => void (catalog = await startWith(false)))
  afterAll(() => catalog.stop())
  beforeEach(() => void (reading = onlyTeamA))
  const { get, bodyOf, targets, count } = askerOf(() => catalog)

  test('what is hidden is not there by its uid, and the refusal does not say what it is', async () => {
    reading = allow
    const { metadata } = await bodyOf('/entities/by-name/component/default/hidden')
    reading = onlyTeamA
    const response = await get(`/entities/by-uid/${metadata.uid}`)
    const text = await response.text()
    expect([response.status, text.includes(metadata.uid), text.includes('default/hidden')]).toEqual([404, true, false])
  })

  test('what is hidden cannot be refreshed, as if it were not there', async () => {
    const refresh = async (ref: string) =>
      (
        await catalog.server.fetch('/api/catalog/refresh', {
          method: 'POST',
          body: JSON.stringify({ entityRef: ref }),
          headers: { 'content-type': 'application/json' },
        })
      ).status
    expect(await Promise.all(['mine', 'hidden', 'missing'].map(name => refresh(`component:default/${name}`)))).toEqual([200, 404, 404])
  })

  test('documents that failed are shown to those who could read the entity', async () => {
    const failed = async () => {
      const { entities } = await catalog.server.call(catalogApi.listFailedEntities, {})
      return entities.map(({ entity_ref }) => entity_ref).sort()
    }
    expect(await failed()).toEqual(['component:default/broken-mine'])
    reading = allow
    expect(await failed()).toEqual(['component:default/broken-hidden', 'component:default/broken-mine'])
    reading = { result: 'DENY' }
    expect(await failed()).toEqual([])
  })

  test('an explanation leaves out mistakes in documents that the caller may not read', async () => {
    reading = allow
    catalog.write('b.yaml', file(files['b.yaml'], document('Component', 'open', { spec: { owner: 'team-b', type: 7 } })))
    const explain = () =>
      catalog.server.call(catalogApi.explainEntity, { params: { kind: 'component', namespace: 'default', name: 'open' } })
    await eventually(async () => expect((await explain()).errors).toHaveLength(1))
    reading = onlyTeamA
    const explained = await explain()
    expect([explained.errors, explained.sources.length, JSON.stringify(explained).includes('b.yaml')]).toEqual([[], 1, false])
    catalog.write('b.yaml', files['b.yaml'])
  })

  test('relations and ancestry name what is hidden', async () => {
    expect(targets(await bodyOf('/entities/by-name/component/default/open'))).toContain('hidden')
    expect(await count('relations.dependencyof=component:default/hidden')).toBe(1)
    const { items } = await bodyOf('/entities/by-name/component/default/mine/ancestry')
    expect(items).toHaveLength(1)
    expect(items[0].parentEntityRefs).toEqual([expect.stringMatching(/^location:default\/generated-/)])
  })
})

describe('where names are hidden too', () => {
  let catalog: TestCatalog
  beforeAll(async () => void (catalog = await startWith(true)))
  afterAll(() => catalog.stop())
  beforeEach(() => void (reading = onlyTeamA))
  const { get, bodyOf, targets, count } = askerOf(() => catalog)

  test('relations lead only to entities that are there and may be read, however they are asked for', async () => {
    const expected = ['mine', 'group:default/team-a']
    const { items } = await bodyOf('/entities/by-query?filter=metadata.name=open')
    const [listed] = await bodyOf('/entities?filter=metadata.name=open')
    const paged = await bodyOf('/entities?filter=metadata.name=open&limit=1')
    const one = await bodyOf('/entities/by-name/component/default/open')
    const byUid = await bodyOf(`/entities/by-uid/${one.metadata.uid}`)
    const { items: byRefs } = await catalog.server.call(catalogApi.getEntitiesByRefs, { body: { entityRefs: ['component:default/open'] } })
    const { items: past } = await bodyOf(`/entities/by-query?filter=metadata.name=open&asOf=${new Date().toISOString()}`)
    const { items: fields } = await bodyOf('/entities/by-query?filter=metadata.name=open&fields=relations')
    for (const entity of [items[0], listed, paged[0], one, byUid, byRefs[0], past[0], fields[0]]) expect(targets(entity)).toEqual(expected)
    expect(targets(await bodyOf('/entities/by-name/component/default/mine'))).toEqual(['open', 'group:default/team-a'])
  })

  test('an answer with fewer relations has an ETag of its own', async () => {
    const path = '/entities/by-name/component/default/open'
    const etag = (await get(path)).headers.get('etag')!
    const again = (known: string) => catalog.server.fetch(`/api/catalog${path}`, { headers: { 'if-none-match': known } })
    expect((await again(etag)).status).toBe(304)
    reading = allow
    expect((await again(etag)).status).toBe(200)
    expect(targets(await bodyOf(path))).toContain('hidden')
  })

  test('filters, words, order and facets find nothing by a name that is hidden', async () => {
    expect(await count('relations.dependencyof=component:default/mine')).toBe(1)
    expect(await count('relations.dependencyof=component:default/hidden')).toBe(0)
    expect(await count('kind=group,relations.ownerof')).toBe(1)
    const query = async (body: object) =>
      (await catalog.server.call(catalogApi.queryEntitiesByPredicate, { body: { limit: 0, ...body } })).totalItems
    expect(await query({ query: { 'relations.dependsOn': { $hasPrefix: 'component:default/hid' } } })).toBe(0)
    expect(
      await query({ query: { $all: [{ $not: { 'relations.dependencyof': 'component:default/hidden' } }, { 'metadata.name': 'open' }] } }),
    ).toBe(1)
    expect(await query({ fullTextFilter: { term: 'default/hidden', fields: ['relations.dependencyOf'] } })).toBe(0)
    expect((await get('/entities/by-query?orderField=relations.dependencyOf,asc')).status).toBe(400)
    expect((await get('/entities?order=asc:relations.dependencyof')).status).toBe(400)
    const { facets } = await bodyOf('/entity-facets?facet=relations.dependencyOf&facet=kind')
    expect(facets['relations.dependencyOf'].map(({ value }: { value: string }) => value)).toEqual(['component:default/mine'])
    reading = allow
    expect(await count('relations.dependencyof=component:default/hidden')).toBe(1)
  })

  test('ancestry and history leave the names out', async () => {
    const { items } = await bodyOf('/entities/by-name/component/default/mine/ancestry')
    expect(items.map(({ parentEntityRefs }: { parentEntityRefs: string[] }) => parentEntityRefs)).toEqual([[]])
    reading = allow
    catalog.write(
      'b.yaml',
      file(files['b.yaml'], document('Component', 'late', { spec: { owner: 'team-b', dependsOn: ['component:open'] } })),
    )
    await catalog.until('metadata.name=open,relations.dependencyof=component:default/late', 1)
    reading = onlyTeamA
    for (const path of ['/entities/by-name/component/default/open/history', '/changes?limit=500']) {
      const text = await (await get(path)).text()
      expect([path, text.includes('default/open'), /default\/(late|hidden)/.test(text)]).toEqual([path, true, false])
    }
  })
})

import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import type { Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort, type PermissionRequest } from '@portico/core/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// Stands in for the permission service: each test says what it decides.
let decide: (request: PermissionRequest) => Decision = () => ({ result: 'ALLOW' })
const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: async (_caller, requests) => requests.map(request => decide(request)) } }),
})

const component = (name: string, spec: object = {}) => document('Component', name, { spec })
let catalog: TestCatalog
let [began, grown, ended] = ['', '', '']

beforeAll(async () => {
  catalog = await startCatalog(
    {
      'a.yaml': file(component('stays'), component('changes'), component('goes'), document('Group', 'team-a'), document('Group', 'team-b')),
    },
    { plugins: [policy], config: { permission: { enabled: true } } },
  )
  await catalog.until('kind=component', 3)
  await catalog.until('kind=group,relations.ownerof=component:default/goes', 1)
  began = new Date().toISOString()
  catalog.write(
    'a.yaml',
    file(
      component('stays'),
      component('changes', { owner: 'team-b' }),
      component('goes'),
      component('comes'),
      document('Group', 'team-a'),
      document('Group', 'team-b'),
    ),
  )
  await catalog.until('metadata.name=comes', 1)
  await catalog.until('metadata.name=changes,relations.ownedby=group:default/team-b', 1)
  await catalog.until('kind=group,relations.ownerof=component:default/comes', 1)
  grown = new Date().toISOString()
  catalog.write(
    'a.yaml',
    file(
      component('stays'),
      component('changes', { owner: 'team-b' }),
      component('comes'),
      document('Group', 'team-a'),
      document('Group', 'team-b'),
    ),
  )
  await catalog.until('metadata.name=goes', 0)
  ended = new Date().toISOString()
})
afterAll(() => catalog.stop())
beforeEach(() => void (decide = () => ({ result: 'ALLOW' })))

const refs = ['stays', 'changes', 'goes', 'comes'].map(name => `component:default/${name}`)
const marks = (from: string, to: string, kind = 'component') =>
  catalog.server.call(catalogApi.listTimelineMarks, { body: { from, to, entityRefs: refs, kind } })

test('a timeline has parts of equal length from the first change until now, each with what happened in it', async () => {
  const { parts, beginsWithNothing, isCounted } = await catalog.server.call(catalogApi.getTimeline, {
    query: { kind: 'Component', parts: 10 },
  })
  expect([parts.length, beginsWithNothing, isCounted]).toEqual([10, true, true])
  parts.slice(1).forEach((part, at) => expect(part.from).toBe(parts[at]!.to))
  const sum = (key: 'created' | 'updated' | 'deleted') => parts.reduce((total, part) => total + part[key], 0)
  expect([sum('created'), sum('deleted'), parts[0]!.created]).toEqual([4, 1, 3])
  const one = await catalog.server.call(catalogApi.getTimeline, { query: { entityRef: 'component:default/goes' } })
  expect(one.parts).toHaveLength(80)
  expect(one.parts.reduce((total, { created, deleted }) => total + created + deleted, 0)).toBe(2)
  expect((await catalog.server.fetch('/api/catalog/timeline?parts=201')).status).toBe(400)
})

test('what happened to entities within a time is told: who came, who changed and in what, and who went', async () => {
  const grew = await marks(began, grown)
  expect(grew.items.find(({ entityRef }) => entityRef.endsWith('/comes'))).toMatchObject({ change: 'created' })
  expect(grew.items.find(({ entityRef }) => entityRef.endsWith('/changes'))).toMatchObject({ change: 'updated', fields: ['spec.owner'] })
  expect(grew.items.some(({ entityRef }) => entityRef.endsWith('/stays'))).toBe(false)
  expect([grew.removed, grew.removedTotal]).toEqual([[], 0])
  expect(await marks(grown, ended)).toMatchObject({ removed: ['component:default/goes'], removedTotal: 1 })
  expect(await marks(grown, ended, 'api')).toMatchObject({ removed: [], removedTotal: 0 })
  await expect(marks(ended, began)).rejects.toMatchObject({ name: 'InputError', code: 'catalog.moments-reversed' })
})

test('entities are read by refs as they were, also those that are gone, and before everything there is nothing', async () => {
  const named = async (asOf: string) => {
    const { items } = await catalog.server.call(catalogApi.getEntitiesByRefs, { query: {}, body: { entityRefs: refs, asOf } })
    return items.map(item => (item ? item.spec?.['owner'] : null))
  }
  expect(await named(began)).toEqual(['team-a', 'team-a', 'team-a', null])
  expect(await named(grown)).toEqual(['team-a', 'team-b', 'team-a', 'team-a'])
  expect(await named(ended)).toEqual(['team-a', 'team-b', null, 'team-a'])
  expect(await named('2001-01-01T00:00:00Z')).toEqual([null, null, null, null])
  const empty = await catalog.server.call(catalogApi.queryEntities, { query: { asOf: '2001-01-01T00:00:00Z' } })
  expect([empty.items, empty.totalItems]).toEqual([[], 0])
  // Relations of the past are those of the past, also where nothing else of the entity changed.
  const { items } = await catalog.server.call(catalogApi.queryEntities, { query: { filter: ['metadata.name=team-a'], asOf: began } })
  expect(items[0]?.relations?.map(({ targetRef }) => targetRef)).toEqual(
    expect.arrayContaining(['component:default/changes', 'component:default/goes', 'component:default/stays']),
  )
})

test('those who may not read everything see no counts, no marks of what they may not read, and no removals of it', async () => {
  decide = ({ permission }) =>
    permission.name === 'catalog.entity.read'
      ? {
          result: 'CONDITIONAL',
          pluginId: 'catalog',
          resourceType: 'catalog-entity',
          conditions: { rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: ['group:default/team-b'] } },
        }
      : { result: 'ALLOW' }
  const { parts, isCounted } = await catalog.server.call(catalogApi.getTimeline, { query: {} })
  expect([isCounted, parts.some(({ created, updated, deleted }) => created + updated + deleted > 0)]).toEqual([false, false])
  expect(await marks(began, grown)).toEqual({
    items: [{ entityRef: 'component:default/changes', change: 'updated', fields: [] }],
    removed: [],
    removedTotal: 0,
  })
  expect(await marks(grown, ended)).toMatchObject({ removed: [], removedTotal: 0 })
})

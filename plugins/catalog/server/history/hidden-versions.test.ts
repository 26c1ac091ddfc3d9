import { catalogApi } from '@portico/catalog/common'
import type { Condition, Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort } from '@portico/core/server'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// Stands in for the permission service: each test says who is asking.
let decision: Decision
const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: async (_caller, requests) => requests.map(() => decision) } }),
})

const as = (team: string): void => {
  const conditions: Condition = { rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: [`group:default/${team}`] } }
  decision = { result: 'CONDITIONAL', pluginId: 'catalog', resourceType: 'catalog-entity', conditions }
}
const moved = (owner: string, description: string) => document('Component', 'moved', { spec: { owner }, metadata: { description } })
const owned = (name: string, owner: string) => document('Component', name, { spec: { owner } })
const params = (name: string) => ({ kind: 'component', namespace: 'default', name })

let catalog: TestCatalog
/** The moments of the three versions of `moved`. */
let moments: string[]

beforeAll(async () => {
  decision = { result: 'ALLOW' }
  const groups = [document('Group', 'team-a'), document('Group', 'team-b')]
  catalog = await startCatalog(
    { 'a.yaml': file(moved('team-a', 'first'), owned('gone-a', 'team-a'), owned('gone-b', 'team-b'), ...groups) },
    { plugins: [policy], config: { permission: { enabled: true } } },
  )
  await catalog.until('kind=component', 3)
  catalog.write('a.yaml', file(moved('team-b', 'second'), ...groups))
  await catalog.until('metadata.description=second', 1)
  await catalog.until('kind=component', 1)
  catalog.write('a.yaml', file(moved('team-a', 'third'), ...groups))
  await catalog.until('metadata.description=third', 1)
  const { items } = await catalog.server.call(catalogApi.getEntityHistory, { params: params('moved') })
  moments = items.map(({ at }) => at).toReversed()
})
afterAll(() => catalog.stop())
beforeEach(() => void (decision = { result: 'ALLOW' }))

const historyOf = (name: string, query: { limit?: number; cursor?: string } = {}) =>
  catalog.server.call(catalogApi.getEntityHistory, { params: params(name), query })
const statusOf = async (path: string) => (await catalog.server.fetch(`/api/catalog${path}`)).status
const pastOf = async (asOf: string) => {
  const query = { filter: ['metadata.name=moved'], asOf }
  const { items, totalItems } = await catalog.server.call(catalogApi.queryEntities, { query })
  return [items.map(({ metadata }) => metadata.description), totalItems]
}

test('the past is shown by the rules of today on the version shown, also in counts', async () => {
  expect(await Promise.all(moments.map(pastOf))).toEqual([
    [['first'], 1],
    [['second'], 1],
    [['third'], 1],
  ])
  as('team-a')
  expect(await Promise.all(moments.map(pastOf))).toEqual([
    [['first'], 1],
    [[], 0],
    [['third'], 1],
  ])
  as('team-b')
  expect(await Promise.all(moments.map(pastOf))).toEqual([
    [[], 0],
    [['second'], 1],
    [[], 0],
  ])
})

test('the history hides versions that may not be read, and what became different from them', async () => {
  as('team-a')
  const { items, pageInfo } = await historyOf('moved')
  expect(items).toMatchObject([
    { kind: 'updated', fields: [], relationsAdded: [], relationsRemoved: [], after: { metadata: { description: 'third' } } },
    { kind: 'created', after: { metadata: { description: 'first' } } },
  ])
  expect(items[0]).not.toHaveProperty('before')
  expect(pageInfo).toEqual({})
  expect(JSON.stringify(items)).not.toContain('second')
  decision = { result: 'ALLOW' }
  expect((await historyOf('moved')).items[0]).toMatchObject({
    fields: expect.arrayContaining(['metadata.description', 'spec.owner']),
    before: { metadata: { description: 'second' } },
  })
})

test('pages of the history pass over what is hidden, and there is a next one only if it holds something', async () => {
  as('team-a')
  const first = await historyOf('moved', { limit: 1 })
  const second = await historyOf('moved', { limit: 1, cursor: first.pageInfo.nextCursor! })
  expect([first, second].map(({ items }) => items.map(({ kind }) => kind))).toEqual([['updated'], ['created']])
  expect(second.pageInfo).toEqual({})
})

test('a caller who may no longer read an entity still finds the versions it may read, and nothing else', async () => {
  as('team-b')
  expect(await statusOf('/entities/by-name/component/default/moved')).toBe(404)
  expect(await statusOf('/explain/component/default/moved')).toBe(404)
  const { items } = await historyOf('moved')
  expect(items).toMatchObject([{ kind: 'updated', fields: [], after: { metadata: { description: 'second' } } }])
  expect(JSON.stringify(items)).not.toMatch(/first|third/)
})

test('the history of what is gone is for those who could read it', async () => {
  as('team-a')
  expect((await historyOf('gone-a')).items.map(({ kind }) => kind)).toEqual(['deleted', 'created'])
  expect(await statusOf('/entities/by-name/component/default/gone-b/history')).toBe(404)
  expect(await statusOf('/entities/by-name/component/default/never/history')).toBe(404)
})

test('the change feed shows of each change what the history shows', async () => {
  const feedOf = async (limit: number) => {
    const items: [string, string, number][] = []
    for (let after: string | undefined; ;) {
      const page = await catalog.server.call(catalogApi.listChanges, { query: { limit, ...(after !== undefined && { after }) } })
      items.push(...page.items.map(({ ref, kind, fields }): [string, string, number] => [ref, kind, fields.length]))
      after = page.cursor
      if (!page.hasMore) return items.sort()
    }
  }
  as('team-a')
  const expected = [
    ['component:default/gone-a', 'created', 0],
    ['component:default/gone-a', 'deleted', 0],
    ['component:default/moved', 'created', 0],
    ['component:default/moved', 'updated', 0],
  ]
  expect(await feedOf(500)).toEqual(expected)
  expect(await feedOf(1)).toEqual(expected)
  decision = { result: 'DENY' }
  expect(await feedOf(500)).toEqual([])
})

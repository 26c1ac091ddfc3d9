import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import type { Condition, Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort, type PermissionRequest } from '@portico/core/server'
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
  decide = () => allow
  catalog = await startCatalog(
    {
      'mine.yaml': file(
        document('Component', 'mine', { spec: { owner: 'team-a', dependsOn: ['component:secret'] } }),
        document('Component', 'my failure!', { spec: { owner: 'team-a' } }),
      ),
      'theirs.yaml': file(
        document('Component', 'theirs', { spec: { owner: 'team-b', dependsOn: ['component:gone'] } }),
        document('Component', 'their failure!', { spec: { owner: 'team-b' } }),
        'kind: nameless',
      ),
      'teams.yaml': file(document('Group', 'team-a'), document('Group', 'team-b')),
    },
    {
      plugins: [policy],
      config: { permission: { enabled: true } },
      catalog: (folder: string) => ({
        locations: ['mine', 'theirs', 'teams', 'missing'].map(name => ({ type: 'file', target: `${folder}/${name}.yaml` })),
      }),
    },
  )
  await catalog.until('kind=component', 2)
  await untilCount(7)
})
afterAll(() => catalog.stop())
beforeEach(() => void (decide = () => allow))

const allow: Decision = { result: 'ALLOW' }
const deny: Decision = { result: 'DENY' }
const when = (conditions: Condition): Decision => ({
  result: 'CONDITIONAL',
  pluginId: 'catalog',
  resourceType: 'catalog-entity',
  conditions,
})
const teamA = when({ rule: 'IS_ENTITY_OWNER', resourceType: 'catalog-entity', params: { claims: ['group:default/team-a'] } })
const list = () => catalog.server.call(catalogApi.listHealthProblems, { query: {} })
const problems = async () =>
  (await list()).items.map(({ type, entityRef, targetRef }) => [type, entityRef, targetRef].filter(Boolean).join(' '))
const untilCount = (count: number) => eventually(async () => expect(await problems()).toHaveLength(count))

test('nobody sees problems of what they may not read: not in lists, not in counts, and not by reading again', async () => {
  const all = await list()
  decide = ({ permission }) => (permission.name === 'catalog.entity.read' ? teamA : allow)
  expect(await problems()).toEqual([
    'failed-document component:default/my failure!',
    'dangling-reference component:default/mine component:default/secret',
  ])
  expect((await catalog.server.call(catalogApi.countHealthProblems, { query: {} })).total).toBe(2)
  const theirs = all.items.filter(({ entityRef }) => !entityRef?.includes('m')).map(({ id }) => id)
  expect(theirs.length).toBeGreaterThan(1)
  for (const id of theirs) {
    await expect(catalog.server.call(catalogApi.refreshHealthProblem, { body: { id } })).rejects.toMatchObject({ name: 'NotFoundError' })
  }
  decide = ({ permission }) => (permission.name === 'catalog.entity.read' ? deny : allow)
  expect(await problems()).toEqual([])
})

test('a source that fails is told to those who may read an entity from it', async () => {
  const broken = `${document('Component', 'mine', { spec: { owner: 'team-a' } })}\n`
  catalog.remove('mine.yaml')
  await eventually(async () => expect((await list()).counts.types['unreadable-source']).toBe(2))
  decide = ({ permission }) => (permission.name === 'catalog.entity.read' ? teamA : allow)
  expect((await list()).items.filter(({ type }) => type === 'unreadable-source').map(({ source }) => source)).toEqual([
    `file:${catalog.folder}/mine.yaml`,
  ])
  catalog.write('mine.yaml', broken)
})

test('the list is refused without catalog.ingestion.read, and reading again without the permission for it', async () => {
  const { items } = await list()
  const ofEntity = items.find(({ isInCatalog }) => isInCatalog)!
  const ofDocument = items.find(({ type, entityRef }) => type === 'failed-document' && entityRef)!
  decide = ({ permission }) => (permission.attributes.action === 'read' ? allow : deny)
  expect((await list()).items.some(({ canRefresh }) => canRefresh)).toBe(false)
  for (const [{ id }, permission] of [
    [ofEntity, 'catalog.entity.refresh'],
    [ofDocument, 'catalog.ingestion.manage'],
  ] as const) {
    await expect(catalog.server.call(catalogApi.refreshHealthProblem, { body: { id } })).rejects.toMatchObject({
      name: 'NotAllowedError',
      message: expect.stringContaining(permission),
    })
  }
  decide = ({ permission }) => (permission.name === 'catalog.ingestion.read' ? deny : allow)
  for (const path of ['problems', 'counts']) expect((await catalog.server.fetch(`/api/catalog/health/${path}`)).status).toBe(403)
})

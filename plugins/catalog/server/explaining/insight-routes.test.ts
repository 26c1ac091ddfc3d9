import { eventually } from '@portico/core/testing'
import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let catalog: TestCatalog
const component = (name: string, spec: object = {}) => document('Component', name, { spec })
const params = (name: string, kind = 'component') => ({ kind, namespace: 'default', name })
const bodyOf = async (response: Response): Promise<any> => response.json()

beforeAll(async () => {
  catalog = await startCatalog({
    'a.yaml': file(component('one'), component('two'), document('Group', 'team-a'), document('Group', 'team-b')),
    'b.yaml': component('other'),
    'c.yaml': component('third'),
  })
  await catalog.until('kind=component', 4)
  await catalog.until('kind=group,relations.ownerof=component:default/third', 1)
})
afterAll(() => catalog.stop())

const ownerOf = async (asOf?: string) => {
  const page = await catalog.server.call(catalogApi.queryEntities, { query: { filter: ['metadata.name=one'], ...(asOf && { asOf }) } })
  return page.items[0]?.relations?.find(relation => relation.type === 'ownedBy')?.targetRef
}

test('every change is kept: what, when, from where, with the documents on both sides; and the catalog can be asked as it was', async () => {
  const before = new Date().toISOString()
  catalog.write(
    'a.yaml',
    file(component('one', { owner: 'team-b', lifecycle: 'deprecated' }), document('Group', 'team-a'), document('Group', 'team-b')),
  )
  await catalog.until('metadata.name=one,relations.ownedby=group:default/team-b', 1)
  await catalog.until('metadata.name=two', 0)

  const { items } = await catalog.server.call(catalogApi.getEntityHistory, { params: params('one') })
  expect(items[0]).toMatchObject({
    kind: 'updated',
    fields: expect.arrayContaining(['spec.owner', 'spec.lifecycle']),
    before: { spec: { owner: 'team-a' } },
    after: { spec: { owner: 'team-b' } },
    source: expect.stringContaining('a.yaml'),
  })
  expect(items.at(-1)).toMatchObject({ kind: 'created', ref: 'component:default/one' })
  expect(items.at(-1)).not.toHaveProperty('before')
  const gone = await catalog.server.call(catalogApi.getEntityHistory, { params: params('two') })
  expect(gone.items[0]).toMatchObject({ kind: 'deleted', before: { metadata: { name: 'two' } } })

  expect([await ownerOf(before), await ownerOf()]).toEqual(['group:default/team-a', 'group:default/team-b'])
  expect(await ownerOf(items[0]!.at)).toBe('group:default/team-b')
  const past = await catalog.server.call(catalogApi.queryEntities, {
    query: { filter: ['kind=component'], orderField: ['metadata.name,asc'], asOf: before, limit: 2 },
  })
  expect([past.items.map(item => item.metadata.name), past.totalItems]).toEqual([['one', 'other'], 4])
  const rest = await catalog.server.call(catalogApi.queryEntities, { query: { cursor: past.pageInfo.nextCursor!, limit: 2 } })
  expect(rest.items.map(item => item.metadata.name)).toEqual(['third', 'two'])
  const team = await catalog.server.call(catalogApi.queryEntities, { query: { filter: ['metadata.name=team-a'], asOf: before } })
  expect(team.items[0]?.relations?.map(relation => relation.targetRef)).toEqual(
    expect.arrayContaining(['component:default/one', 'component:default/two']),
  )
})

test('the last changes of some entities are told, the newest first', async () => {
  const recent = (entityRefs: string[], limit?: number) =>
    catalog.server.call(catalogApi.listRecentChanges, { body: { entityRefs, ...(limit !== undefined && { limit }) } })
  const { items } = await recent(['component:default/ONE', 'component:default/two', 'component:default/never-there'])
  expect(new Set(items.map(({ ref }) => ref))).toEqual(new Set(['component:default/one', 'component:default/two']))
  const positions = items.map(({ revision, sequence }) => revision * 1_000_000 + sequence)
  expect(positions).toEqual(positions.toSorted((a, b) => b - a))
  expect(items.find(({ ref }) => ref === 'component:default/two')?.kind).toBe('deleted')
  expect((await recent(['component:default/one', 'component:default/two'], 1)).items).toEqual(items.slice(0, 1))
  expect(await recent([])).toEqual({ items: [] })
  await expect(recent(Array.from({ length: 1001 }, (_, index) => `component:default/c${index}`))).rejects.toMatchObject({ status: 400 })
})

test('the change feed goes on from where one stopped', async () => {
  const first = await catalog.server.call(catalogApi.listChanges, { query: { limit: 2 } })
  expect([first.items.length, first.hasMore, first.hasGap]).toEqual([2, true, false])
  const seen = [...first.items]
  for (let page = first; page.hasMore;) {
    page = await catalog.server.call(catalogApi.listChanges, { query: { limit: 100, after: page.cursor } })
    seen.push(...page.items)
  }
  const positions = seen.map(({ revision, sequence }) => revision * 1_000_000 + sequence)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(new Set(positions).size).toBe(positions.length)
})

test('an entity that is there says where it comes from and when it is read again', async () => {
  const explained = () => catalog.server.call(catalogApi.explainEntity, { params: params('other') })
  expect(await explained()).toMatchObject({
    state: 'present',
    sources: [{ type: 'location', isHolder: true, line: 1, failures: 0 }],
    reasons: [{ code: 'in-catalog' }],
    lastProcessed: { result: 'succeeded' },
  })
  // Entities are there before the pass that read them has ended, and planned the next one.
  await expect.poll(async () => (await explained()).next).toContain('is read again at')
})

test('a caller that learns that an entity was read again finds what was read', async () => {
  const explained = () => catalog.server.call(catalogApi.explainEntity, { params: params('third') })
  for (let round = 0; round < 10; round++) {
    // What was asked for lately is answered from memory.
    await catalog.server.call(catalogApi.getEntityByName, { params: params('third') })
    const before = (await explained()).lastRead?.at ?? ''
    catalog.write('c.yaml', component('third', { lifecycle: `round-${round}` }))
    await catalog.server.call(catalogApi.refreshEntity, { body: { entityRef: 'component:default/third' } })
    const isRead = async () => {
      const { lastRead, isBeingRead = false } = await explained()
      return (lastRead?.at ?? '') > before && !isBeingRead
    }
    await expect.poll(isRead, { interval: 0 }).toBe(true)
    const { spec } = await catalog.server.call(catalogApi.getEntityByName, { params: params('third') })
    expect(spec?.['lifecycle']).toBe(`round-${round}`)
  }
})

test('one that is not there says why: never seen, or removed', async () => {
  const never = await catalog.server.call(catalogApi.explainEntity, { params: params('nobody', 'group') })
  expect(never).toMatchObject({
    state: 'missing',
    reasons: [{ code: 'never-seen' }],
    next: 'Register a location whose file holds group:default/nobody.',
  })
  const removed = await catalog.server.call(catalogApi.explainEntity, { params: params('two') })
  expect(removed).toMatchObject({ state: 'missing', reasons: [{ code: 'deleted' }] })
})

test('a name that two files claim is held by the first; both sides can say so, and when the first goes the other takes over', async () => {
  catalog.write('c.yaml', file(component('third'), component('other', { type: 'website' })))
  await eventually(async () =>
    expect((await catalog.server.call(catalogApi.explainEntity, { params: params('other') })).conflicts).toHaveLength(1),
  )
  const explanation = await catalog.server.call(catalogApi.explainEntity, { params: params('other') })
  expect(explanation.conflicts).toMatchObject([{ holder: expect.stringContaining('b.yaml'), refused: expect.stringContaining('c.yaml') }])
  expect(explanation.reasons).toContainEqual(expect.objectContaining({ code: 'name-taken' }))
  catalog.write('b.yaml', component('fourth'))
  await catalog.until('metadata.name=other,spec.type=website', 1)
})

test('a mistake keeps the last good version, with a status that says what is wrong and where', async () => {
  catalog.write('c.yaml', file(component('third'), component('other', { type: '', lifecycle: 7 })))
  await eventually(async () => {
    const entity = await catalog.server.call(catalogApi.getEntityByName, { params: params('other') })
    expect(entity.status?.items).toContainEqual(expect.objectContaining({ type: 'backstage.io/catalog-processing', level: 'error' }))
    expect(entity.spec?.['type']).toBe('website')
  })
  const explanation = await catalog.server.call(catalogApi.explainEntity, { params: params('other') })
  expect(explanation).toMatchObject({
    state: 'stale',
    errors: [expect.objectContaining({ message: expect.stringMatching(/spec\.(type|lifecycle)/) }), expect.anything()],
  })
  const failed = await bodyOf(await catalog.server.fetch('/api/catalog/entities/unprocessed/failed'))
  expect(failed.entities.map((each: any) => each.entity_ref)).toContain('component:default/other')
})

test('validate-entity answers 400 with all errors, also for bodies that are not entities', async () => {
  const validate = async (body: object) => {
    const response = await catalog.server.fetch('/api/catalog/validate-entity', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return { status: response.status, text: await response.text() }
  }
  const location = 'url:https://example.com/catalog-info.yaml'
  expect(await validate({ entity: JSON.parse(component('fine')), location })).toEqual({ status: 200, text: '' })
  const wrong = await validate({ entity: JSON.parse(component('bad name!', { lifecycle: '' })), location })
  expect(wrong.status).toBe(400)
  expect(JSON.parse(wrong.text).errors.length).toBeGreaterThan(1)
  for (const body of [
    { location },
    { entity: 5, location },
    { entity: {}, location },
    { entity: JSON.parse(component('fine')), location: 'file:/etc/passwd' },
  ]) {
    const { status, text } = await validate(body)
    expect([status, JSON.parse(text).errors.length > 0]).toEqual([400, true])
  }
})

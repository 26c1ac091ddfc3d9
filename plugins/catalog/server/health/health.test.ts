import { catalogApi, type HealthProblem } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const badName = `# Two components
apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: good
spec:
  type: service
  lifecycle: production
  owner: team-a



---
apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: bad name!
spec:
  type: service
  lifecycle: production
  owner: team-b
`

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    {
      'teams.yaml': file(document('Group', 'team-a'), document('Group', 'team-b')),
      'bad.yaml': badName,
      'nameless.yaml': 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {}\n',
      'first.yaml': file(document('Component', 'shared'), document('Component', 'lost', { spec: { owner: 'team-gone' } })),
      'second.yaml': file(document('Component', 'beside', { spec: { owner: 'team-b' } }), document('Component', 'shared')),
      'kept.yaml': document('Component', 'kept', { spec: { owner: 'team-b' } }),
      'template.yaml': document('Template', 'unowned', { spec: { type: 'service', steps: [] } }).replace(
        'backstage.io/v1alpha1',
        'scaffolder.backstage.io/v1beta3',
      ),
    },
    {
      catalog: (folder: string) => ({
        orphanStrategy: 'keep',
        locations: [
          ...['teams', 'bad', 'nameless', 'first', 'second', 'kept', 'template', 'missing'].map(name => ({
            type: 'file',
            target: `${folder}/${name}.yaml`,
          })),
          { type: 'url', target: 'https://forbidden.example.com/catalog-info.yaml' },
        ],
      }),
    },
  )
  await catalog.until('kind=component', 5)
  await untilTypes(['failed-document', 'unreadable-source', 'forbidden-source', 'name-conflict', 'dangling-reference', 'unowned'])
})
afterAll(() => catalog.stop())

interface Ask {
  readonly type?: HealthProblem['type'][]
  readonly owner?: string[]
  readonly text?: string
  readonly limit?: number
  readonly offset?: number
}
const list = (query: Ask = {}) => catalog.server.call(catalogApi.listHealthProblems, { query })
const untilTypes = (types: readonly string[]) => eventually(async () => expect(Object.keys((await list()).counts.types)).toEqual(types))
const find = async (type: HealthProblem['type'], ref?: string) =>
  (await list({ type: [type] })).items.find(({ entityRef }) => ref === undefined || entityRef === ref)

test('a document with a bad name is told with the line of the mistake, its cause and what to do', async () => {
  expect(await find('failed-document', 'component:default/bad name!')).toEqual({
    id: expect.stringMatching(/^document:/),
    type: 'failed-document',
    entityRef: 'component:default/bad name!',
    isInCatalog: false,
    source: `file:${catalog.folder}/bad.yaml`,
    line: 17,
    cause: expect.stringMatching(/^metadata\.name:? .*[^)]$/),
    fix: 'Correct line 17.',
    since: expect.any(String),
    lastReadAt: expect.any(String),
    explainRef: 'component:default/bad name!',
    canRefresh: true,
  })
  const explained = await catalog.server.call(catalogApi.explainEntity, {
    params: { kind: 'component', namespace: 'default', name: 'bad name!' },
  })
  expect([explained.reasons[0]?.message, explained.next]).toEqual([
    expect.stringContaining('bad.yaml line 17:'),
    expect.stringMatching(/^Correct .*bad\.yaml line 17; /),
  ])
})

test('a document that cannot even be named is told with its line', async () => {
  const { items } = await list({ type: ['failed-document'], text: 'nameless.yaml' })
  expect(items).toMatchObject([{ line: expect.any(Number), isInCatalog: false, explainRef: expect.stringContaining('location:default/') }])
  expect(items[0]).not.toHaveProperty('entityRef')
})

test('sources that cannot or may not be read, names that two claim, references to nothing and entities without an owner are told', async () => {
  expect(await find('unreadable-source')).toMatchObject({
    source: `file:${catalog.folder}/missing.yaml`,
    cause: expect.stringContaining('missing.yaml'),
    fix: expect.stringMatching(/It is tried again at \d{4}-/),
    explainRef: expect.stringMatching(/^location:default\/generated-/),
  })
  expect(await find('forbidden-source')).toMatchObject({
    source: 'url:https://forbidden.example.com/catalog-info.yaml',
    cause: expect.stringContaining('forbidden.example.com'),
    fix: expect.stringContaining('backend.reading.allow'),
  })
  expect(await find('name-conflict')).toMatchObject({
    entityRef: 'component:default/shared',
    source: `file:${catalog.folder}/second.yaml`,
    line: 3,
    cause: `The name component:default/shared is held by file:${catalog.folder}/first.yaml, which was there first`,
  })
  const gone = await find('dangling-reference', 'component:default/lost')
  expect(gone).toMatchObject({
    targetRef: 'group:default/team-gone',
    isInCatalog: true,
    source: `file:${catalog.folder}/first.yaml`,
    line: 3,
    cause: 'The relation ownedBy leads to group:default/team-gone, which is not in the catalog',
    fix: 'Correct the reference, or bring group:default/team-gone into the catalog.',
  })
  expect(new Date(gone!.since).getTime()).toBeLessThanOrEqual(Date.now())
  expect(await find('unowned')).toMatchObject({ entityRef: 'template:default/unowned', cause: 'template:default/unowned names no owner' })
})

test('explain knows the configured location that has never been read', async () => {
  const { explainRef = '' } = (await find('unreadable-source'))!
  const name = explainRef.slice(explainRef.indexOf('/') + 1)
  const explained = await catalog.server.call(catalogApi.explainEntity, { params: { kind: 'location', namespace: 'default', name } })
  expect(explained).toMatchObject({ sources: [{ registeredBy: 'config', error: { message: expect.stringContaining('missing.yaml') } }] })
})

test('problems are filtered by type, owner and words, counted by type whichever type is shown, and paged', async () => {
  const all = await list()
  expect(all.totalItems).toBe(all.counts.total)
  expect(Object.values(all.counts.types).reduce((sum, count) => sum + count, 0)).toBe(all.counts.total)
  const some = await list({ type: ['unowned', 'name-conflict'] })
  expect([some.totalItems, some.counts]).toEqual([2, all.counts])
  const pages = await Promise.all(Array.from({ length: all.totalItems }, (_, offset) => list({ limit: 1, offset })))
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all.items.map(({ id }) => id))
  expect((await list({ text: 'TEAM-gone first' })).items.map(({ entityRef }) => entityRef)).toEqual(['component:default/lost'])
  const theirs = await list({ owner: ['group:default/team-b'] })
  expect(theirs.items.map(({ type, entityRef }) => [type, entityRef])).toEqual([
    ['failed-document', 'component:default/bad name!'],
    ['name-conflict', 'component:default/shared'],
  ])
  const counts = await catalog.server.call(catalogApi.countHealthProblems, { query: { owner: ['group:default/team-b'] } })
  expect(counts).toEqual({ total: 2, types: { 'failed-document': 1, 'name-conflict': 1 } })
})

test('an unchanged count is answered without a body; a limit that is too high and an unknown type are refused', async () => {
  const first = await catalog.server.fetch('/api/catalog/health/counts')
  const again = await catalog.server.fetch('/api/catalog/health/counts', { headers: { 'if-none-match': first.headers.get('etag')! } })
  expect([first.status, again.status]).toEqual([200, 304])
  for (const query of ['limit=201', 'type=broken', `text=${'x'.repeat(201)}`]) {
    expect([query, (await catalog.server.fetch(`/api/catalog/health/problems?${query}`)).status]).toEqual([query, 400])
  }
})

test('an entity whose file is not listed any more is an orphan, and one whose document breaks is told while its last version stays', async () => {
  catalog.write('kept.yaml', document('Component', 'kept', { spec: { type: '', owner: 'team-b' } }))
  await expect.poll(async () => (await find('failed-document', 'component:default/kept'))?.isInCatalog).toBe(true)
  expect((await find('failed-document', 'component:default/kept'))?.cause).toMatch(/spec\.type.*The catalog shows the last good version$/)
  catalog.write('second.yaml', document('Component', 'shared'))
  await expect.poll(async () => (await find('orphan'))?.entityRef).toBe('component:default/beside')
  expect(await find('orphan')).toMatchObject({ cause: 'Nothing that is read lists component:default/beside any more' })
})

test('a corrected document is read again when somebody asks, and its problem is gone', async () => {
  const problem = (await find('failed-document', 'component:default/bad name!'))!
  catalog.write('bad.yaml', badName.replace('bad name!', 'fine-name'))
  await catalog.server.call(catalogApi.refreshHealthProblem, { body: { id: problem.id } })
  await catalog.until('metadata.name=fine-name', 1)
  await expect.poll(() => find('failed-document', 'component:default/bad name!')).toBeUndefined()
  await expect(catalog.server.call(catalogApi.refreshHealthProblem, { body: { id: problem.id } })).rejects.toMatchObject({
    name: 'NotFoundError',
    code: 'catalog.problem-not-found',
  })
})

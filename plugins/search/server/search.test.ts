import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { entityReadPermission } from '@portico/catalog/common'
import type { Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort, type PermissionRequest } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import type { ResultSet, SearchDocument } from '@portico/search/common'
import { searchApi } from '@portico/search/common'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { searchPlugin, searchService, type DocumentUpdates } from './index.ts'

// Stands in for the permission service: each test says what it decides.
let decide: (request: PermissionRequest) => Decision
const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: async (_caller, requests) => requests.map(request => decide(request)) } }),
})

// A plugin with documents of its own: each test says what they are.
let pages: () => AsyncIterable<SearchDocument | readonly SearchDocument[]>
let updates: DocumentUpdates
const wiki = defineServerPlugin({
  id: 'wiki',
  uses: { search: searchService },
  setup(_core, { search }) {
    updates = search.registerSource({
      type: 'wiki',
      schedule: { frequency: { trigger: 'manual' }, timeout: { seconds: 30 } },
      documents: () => pages(),
    })
    search.registerSource({
      type: 'secret-wiki',
      schedule: { frequency: { trigger: 'manual' }, timeout: { milliseconds: 300 } },
      visibilityPermission: entityReadPermission,
      // It never ends.
      documents: async function* () {
        yield page('secret')
        await new Promise(() => {})
      },
    })
    search.registerDecorator({ types: ['wiki'], decorate: found => (found.title === 'Drop me' ? [] : { ...found, decorated: 'yes' }) })
  },
})

const page = (name: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  title: `Page ${name}`,
  text: `All about ${name}`,
  location: `/wiki/${name}`,
  ...more,
})
async function* listed(...documents: SearchDocument[]) {
  yield documents
}

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    {
      'a.yaml': file(
        document('Component', 'payment-gateway', {
          spec: { owner: 'team-a' },
          metadata: { title: 'Payment Gateway', description: 'Takes card payments', tags: ['java'] },
        }),
        document('Component', 'order-service', {
          spec: { owner: 'team-b', lifecycle: 'deprecated' },
          metadata: { description: 'Keeps orders' },
        }),
        document('API', 'payments', { spec: { owner: 'team-b' } }),
        document('Group', 'team-a'),
        document('Group', 'team-b'),
        document('User', 'ada', { spec: { memberOf: ['team-a'], profile: { displayName: 'Ada Vos', email: 'ada@example.com' } } }),
      ),
    },
    {
      plugins: [policy, searchPlugin, wiki],
      config: {
        permission: { enabled: true },
        search: { collators: { catalog: { filter: { kind: ['component', 'api', 'group', 'user'] }, batchSize: 2 } } },
      },
    },
  )
  decide = () => ({ result: 'ALLOW' })
  await eventually(async () => {
    const { numberOfResults } = await find('/query?types[0]=software-catalog&pageLimit=0')
    if (numberOfResults !== 6) throw new Error(`There are ${numberOfResults} documents of the catalog`)
  })
})
afterAll(() => catalog.stop())
beforeEach(() => void (decide = () => ({ result: 'ALLOW' })))

const get = (path: string) => catalog.server.fetch(`/api/search${path}`)
const find = async (path: string) => (await (await get(path)).json()) as ResultSet
const titles = ({ results }: ResultSet) => results.map(({ document: { title } }) => title)
const statusOf = async (path: string) => (await get(path)).status

/** The scheduler lets go of a run just after its result is there: until then, another one is refused. */
const startWiki = () => eventually(() => catalog.server.call(searchApi.runType, { params: { type: 'wiki' } }))

async function runWiki(documents: () => AsyncIterable<SearchDocument | readonly SearchDocument[]>, result: string): Promise<void> {
  pages = documents
  const before = (await catalog.server.call(searchApi.getStatus)).types.find(({ type }) => type === 'wiki')
  await startWiki()
  await eventually(async () => {
    const wikiStatus = (await catalog.server.call(searchApi.getStatus)).types.find(({ type }) => type === 'wiki')!
    expect(wikiStatus.startedAt).not.toBe(before?.startedAt)
    expect(wikiStatus).toMatchObject({ running: false, result })
  })
}

test('a document of the catalog has the fields of the wire, and its authorization stays here [SEARCH-18, SEARCH-19, SEARCH-20, SEARCH-26, SEARCH-27]', async () => {
  const found = await find('/query?term=gateway&types[0]=software-catalog&filters[kind]=Component&pageLimit=10')
  expect(found.numberOfResults).toBe(1)
  const [result] = found.results
  expect(result).toMatchObject({
    type: 'software-catalog',
    rank: 1,
    document: {
      title: 'Payment Gateway',
      text: 'Takes card payments',
      componentType: 'service',
      type: 'service',
      namespace: 'default',
      kind: 'Component',
      lifecycle: 'production',
      owner: 'team-a',
      location: '/catalog/default/component/payment-gateway',
    },
  })
  expect(result!.document['authorization']).toBeUndefined()
  const { preTag, postTag, fields } = result!.highlight!
  expect(preTag).toMatch(/^<[0-9a-f-]{36}>$/)
  expect(postTag).toBe(preTag.replace('<', '</'))
  expect(fields.title).toBe(`Payment ${preTag}Gateway${postTag}`)
  const people = await find('/query?term=vos')
  expect(people.results[0]!.document).toMatchObject({ title: 'Ada Vos', name: 'ada', text: 'Ada Vos : ada@example.com' })
})

test('other forms of a word are found and marked; a stop word alone finds no text', async () => {
  const [result] = (await find('/query?term=the+keeping+of+ordered')).results
  const { preTag, postTag, fields } = result!.highlight!
  expect(fields.text).toBe(`${preTag}Keeps${postTag} ${preTag}orders${postTag}`)
  await runWiki(() => listed(page('stop', { text: 'The one and the other' })), 'completed')
  await eventually(async () => expect((await find('/query?term=other+one')).numberOfResults).toBe(1))
  expect((await find('/query?term=the')).results).toEqual([])
})

test('pages are asked for by cursors that are base64 of the page number [SEARCH-34]', async () => {
  const first = await find('/query?types[]=software-catalog&pageLimit=4')
  expect(first).toMatchObject({ numberOfResults: 6, nextPageCursor: 'MQ==' })
  expect(first.previousPageCursor).toBeUndefined()
  const second = await find(`/query?types[]=software-catalog&pageLimit=4&pageCursor=${first.nextPageCursor}`)
  expect(second).toMatchObject({ previousPageCursor: 'MA==' })
  expect(second.nextPageCursor).toBeUndefined()
  expect(second.results.map(({ rank }) => rank)).toEqual([5, 6])
  expect(new Set([...titles(first), ...titles(second)]).size).toBe(6)
  expect(await find('/query?types[]=software-catalog&pageLimit=4&pageCursor=OTk=')).toMatchObject({ results: [], numberOfResults: 6 })
})

test('filters: one value, any of several, in any letter case; a field that nothing has finds nothing', async () => {
  expect(titles(await find('/query?filters[kind]=api'))).toEqual(['payments'])
  expect((await find('/query?filters[kind][0]=API&filters[kind][1]=Group&pageLimit=0')).numberOfResults).toBe(3)
  expect((await find('/query?filters[nothing]=x')).results).toEqual([])
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) expect((await find(`/query?filters[${name}]=x`)).results).toEqual([])
  expect(titles(await find(`/query?term=${encodeURIComponent('kind:component owner:team-b')}`))).toEqual(['order-service'])
  expect(titles(await find(`/query?term=${encodeURIComponent('"card payments"')}`))).toEqual(['Payment Gateway'])
  expect(titles(await find(`/query?term=${encodeURIComponent('"payments card"')}`))).toEqual([])
  expect(titles(await find(`/query?term=${encodeURIComponent('payment -card')}`))).toEqual(['payments'])
})

test('what is starred, opened lately or owned comes up a little, and a result explains itself', async () => {
  const asked = '/query?term=team&filters[kind]=group'
  const ref = encodeURIComponent('group:default/team-b')
  expect(titles(await find(asked))).toEqual(['team-a', 'team-b'])
  expect(titles(await find(`${asked}&starred[]=${ref}`))).toEqual(['team-b', 'team-a'])
  expect(titles(await find(`${asked}&recent[]=${ref}`))).toEqual(['team-b', 'team-a'])
  const ada = catalog.server.as('user:default/ada')
  const own = await ada.fetch('/api/search/query?term=pay&types[]=software-catalog&explain=true')
  const { results: found } = (await own.json()) as ResultSet
  const personal = found.map(({ document: { title }, explanation }) => [title, explanation?.factors['personal']])
  expect(Object.fromEntries(personal)).toEqual({ 'Payment Gateway': 1.15, payments: undefined })
  const { results } = await find('/query?term=keeps&explain=true')
  expect(results[0]).toMatchObject({
    document: { title: 'order-service' },
    explanation: { parts: [{ word: 'keeps', field: 'text', how: 'exact' }], factors: { document: expect.any(Number) } },
  })
})

test('input that cannot be answered is refused and says why', async () => {
  const refused = async (path: string) => ((await (await get(path)).json()) as { error: { name: string; code?: string } }).error
  expect(await refused(`/query?term=${'a'.repeat(101)}`)).toMatchObject({ name: 'InputError', code: 'search.term-too-long' })
  expect(await refused('/query?pageLimit=101')).toMatchObject({ name: 'InputError', code: 'search.page-too-large' })
  expect(await refused('/query?pageLimit=1000000000')).toMatchObject({ code: 'search.page-too-large' })
  expect(await refused('/query?types[0]=nothing')).toMatchObject({ name: 'InputError', code: 'search.unknown-type' })
  for (const cursor of ['x', '%00', 'LTE=', 'MS41', btoa('{"a":1}'), btoa('99999999999')])
    expect(await refused(`/query?pageCursor=${encodeURIComponent(cursor)}`), cursor).toMatchObject({ code: 'search.invalid-cursor' })
  for (const path of ['/query?pageLimit=-1', '/query?pageLimit=abc', '/query?pageLimit=1.5']) expect(await statusOf(path), path).toBe(400)
  expect(await statusOf('/query?unknown=1')).toBe(200)
  expect((await catalog.server.as(undefined).fetch('/api/search/query')).status).toBe(401)
})

test.each(['-', '" " -', ':* & | !', "'; drop table document; --", '.*(a+)+$', '\u0007\u0001', '🚀', '‮gnp', '%', '\\', 'a'.repeat(100)])(
  'signs of all kinds are answered: %j',
  async term => {
    expect(await statusOf(`/query?term=${encodeURIComponent(term)}`)).toBe(200)
  },
)

test('a term of 100 kB is refused without harm', async () => {
  expect([400, 414, 431]).toContain(await statusOf(`/query?term=${'a'.repeat(100_000)}`).catch(() => 431))
  expect(await statusOf('/query?term=payment')).toBe(200)
})

test('pageLimit 0 answers with the number alone', async () => {
  expect(await find('/query?term=payment&pageLimit=0')).toEqual({ results: [], numberOfResults: 2 })
})

test('types and values are counted, for those who may see them', async () => {
  const { types } = await catalog.server.call(searchApi.listTypes)
  expect(types).toContainEqual({ type: 'software-catalog', count: 6 })
  const facets = await catalog.server.call(searchApi.getFacets, { query: { term: 'team', 'fields[]': ['kind'] } })
  expect(facets.fields['kind']!.toSorted((a, b) => b.count - a.count)[0]!.count).toBeGreaterThan(1)
  expect(facets.complete).toBe(true)
})

test('nobody finds, counts or completes what they may not read; denied types vanish', async () => {
  decide = ({ permission }) =>
    permission.name === 'catalog.entity.read'
      ? {
          result: 'CONDITIONAL',
          pluginId: 'catalog',
          resourceType: 'catalog-entity',
          conditions: { rule: 'IS_ENTITY_KIND', resourceType: 'catalog-entity', params: { kinds: ['api', 'group'] } },
        }
      : { result: 'ALLOW' }
  expect(await find('/query?term=payment')).toMatchObject({ results: [{ document: { title: 'payments' } }], numberOfResults: 1 })
  const { fields, types } = await catalog.server.call(searchApi.getFacets, { query: { 'fields[]': ['kind', 'owner'] } })
  expect(fields['kind']!.map(({ value }) => value).toSorted()).toEqual(['API', 'Group'])
  expect(types.find(({ type }) => type === 'software-catalog')!.count).toBe(3)
  const first = await find('/query?types[]=software-catalog&pageLimit=2')
  expect(first.numberOfResults).toBe(3)
  // The permission changes between two pages.
  decide = ({ permission }) => ({ result: permission.name === 'catalog.entity.read' ? 'DENY' : 'ALLOW' })
  expect(await find(`/query?types[]=software-catalog&pageLimit=2&pageCursor=${first.nextPageCursor}`)).toMatchObject({ results: [] })
  expect((await catalog.server.call(searchApi.listTypes)).types.map(({ type }) => type)).toEqual(['wiki'])
})

test('documents of a plugin come by a run, are decorated, and a changed or removed one follows', async () => {
  await runWiki(() => listed(page('one'), page('two'), page('gone', { title: 'Drop me' })), 'completed')
  await eventually(async () => expect(titles(await find('/query?types[]=wiki')).toSorted()).toEqual(['Page one', 'Page two']))
  expect((await find('/query?term=one&types[]=wiki')).results[0]!.document['decorated']).toBe('yes')
  await runWiki(() => listed(page('one', { title: 'First page' })), 'completed')
  await eventually(async () => expect(titles(await find('/query?types[]=wiki'))).toEqual(['First page']))
})

test('a run of thousands of documents is written in parts: all are found, and those that are gone are not', async () => {
  const many = (count: number) =>
    async function* () {
      for (let number = 0; number < count; number++) yield page(`p${number}`)
    }
  const count = async () => (await find('/query?types[]=wiki&pageLimit=0')).numberOfResults
  await runWiki(many(2500), 'completed')
  await eventually(async () => expect(await count()).toBe(2500))
  await runWiki(many(1200), 'completed')
  await eventually(async () => expect(await count()).toBe(1200))
  const { types } = await catalog.server.call(searchApi.getStatus)
  expect(types.find(({ type }) => type === 'wiki')).toMatchObject({ documents: 1200, changed: 1300 })
})

test('a run that throws in the middle, or that finds nothing, keeps what was there and says so', async () => {
  await runWiki(() => listed(page('kept')), 'completed')
  await runWiki(async function* () {
    yield page('half')
    throw new Error('the wiki is away')
  }, 'failed')
  expect(titles(await find('/query?types[]=wiki'))).toEqual(['Page kept'])
  await runWiki(async function* () {}, 'empty')
  expect(titles(await find('/query?types[]=wiki'))).toEqual(['Page kept'])
  await runWiki(async function* () {
    yield page('half')
    throw new Error('the wiki is away')
  }, 'failed')
  const { types } = await catalog.server.call(searchApi.getStatus)
  expect(types.find(({ type }) => type === 'wiki')).toMatchObject({ result: 'failed', error: 'the wiki is away', documents: 1 })
})

test('a source that never ends is stopped after its time, and nothing of it is found', async () => {
  await catalog.server.call(searchApi.runType, { params: { type: 'secret-wiki' } })
  await eventually(async () => {
    const { types } = await catalog.server.call(searchApi.getStatus)
    expect(types.find(({ type }) => type === 'secret-wiki')).toMatchObject({ running: false, result: 'failed', documents: 0 })
  })
})

test('a source that gives everything twice has each document once, as it came last; a run that is started twice runs once', async () => {
  const isGoing = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let runs = 0
  pages = async function* () {
    runs += 1
    isGoing.resolve()
    await mayEnd.promise
    // Further apart than a batch, and side by side.
    for (const version of ['old', 'new']) {
      for (let at = 0; at < 300; at++) yield page(`double-${at}`, { text: `${version} text` })
      yield [page('double-0', { text: `${version} text` }), page('double-0', { text: `${version} text` })]
    }
  }
  await catalog.server.call(searchApi.runType, { params: { type: 'wiki' } })
  await isGoing.promise
  await expect(catalog.server.call(searchApi.runType, { params: { type: 'wiki' } })).rejects.toMatchObject({ name: 'ConflictError' })
  mayEnd.resolve()
  await eventually(async () => {
    const { types } = await catalog.server.call(searchApi.getStatus)
    expect(types.find(({ type }) => type === 'wiki')).toMatchObject({ running: false, result: 'completed', documents: 300 })
  })
  await eventually(async () => expect((await find('/query?types[]=wiki&term=new&pageLimit=0')).numberOfResults).toBe(300))
  expect((await find('/query?types[]=wiki&term=old&pageLimit=0')).numberOfResults).toBe(0)
  expect(runs).toBe(1)
})

test('connections that break in mid-run cost at most the run', async () => {
  await runWiki(() => listed(page('kept')), 'completed')
  pages = async function* () {
    yield page('kept')
    yield page('new')
    await catalog.server.database.pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
      .catch(() => {})
    yield page('late')
  }
  await startWiki()
  await eventually(async () => expect(titles(await find('/query?types[]=wiki'))).toContain('Page kept'))
  await eventually(() => runWiki(() => listed(page('kept'), page('after')), 'completed'))
  await eventually(async () => expect(titles(await find('/query?types[]=wiki')).toSorted()).toEqual(['Page after', 'Page kept']))
})

test('bad documents cost only themselves', async () => {
  const long = 'word '.repeat(2_000_000)
  const bad = [
    { title: 'No location', text: '' },
    page('script', { location: 'javascript:alert(1)' }),
    page('data', { location: 'data:text/html,x' }),
    page('host', { location: '//evil.example/x' }),
    'not an object',
    page('auth', { authorization: {} as { resourceRef: string } }),
  ] as unknown as SearchDocument[]
  const good = [
    page('untitled', { title: '' }),
    page('html', { title: '<img src=x onerror=alert(1)>' }),
    page('long', { text: long }),
    page('twice', { title: 'Before' }),
    page('twice', { title: 'After' }),
    page('nul', { text: 'a\u0000b \ud800' }),
    page('web', { location: 'https://example.com/page' }),
  ]
  await runWiki(() => listed(...bad, ...good), 'completed')
  const wikiStatus = (await catalog.server.call(searchApi.getStatus)).types.find(({ type }) => type === 'wiki')!
  expect(wikiStatus).toMatchObject({ refused: 6, documents: 6 })
  await eventually(async () =>
    expect(titles(await find('/query?types[]=wiki')).toSorted()).toEqual(
      ['/wiki/untitled', '<img src=x onerror=alert(1)>', 'After', 'Page long', 'Page nul', 'Page web'].toSorted(),
    ),
  )
})

test('a plugin’s live change is found without a run', async () => {
  await updates.replace({ '/wiki/live': [page('live', { title: 'Zebra crossing' })] })
  await eventually(async () => expect(titles(await find('/query?term=zebra'))).toEqual(['Zebra crossing']))
  await updates.replace({ '/wiki/live': [] })
  await eventually(async () => expect((await find('/query?term=zebra')).numberOfResults).toBe(0))
})

test('what changes in the catalog is found without a run, and what goes is not', async () => {
  catalog.write('a.yaml', file(document('Component', 'brand-new-thing'), document('Group', 'team-a')))
  await eventually(async () => expect(titles(await find('/query?term=brand+new'))).toEqual(['brand-new-thing']))
  await eventually(async () => expect((await find('/query?term=gateway&types[]=software-catalog')).numberOfResults).toBe(0))
})

test('questions and documents are measured', async () => {
  await get('/query?term=payment')
  const metrics = await (await catalog.server.fetch('/metrics')).text()
  expect(metrics).toMatch(/search_query_duration\w*_count\{[^}]*\} [1-9]/)
  expect(metrics).toMatch(/search_documents\{[^}]*type="software-catalog"[^}]*\} [1-9]/)
})

test('operators see what was asked in the last day, slow or empty, without who asked and without people', async () => {
  // Another query of the same caller ends the one before; letters as they are typed are one query.
  for (const term of ['quu', 'quuxq', 'quuxquux', 'team-a', 'something else']) await get(`/query?term=${encodeURIComponent(term)}`)
  await catalog.server
    .as({ plugin: 'test' })
    .fetch('/api/search/.backstage/scheduler/v1/tasks/record-questions/trigger', { method: 'POST' })
  await eventually(async () => {
    const { engine, emptiest, slowest } = await catalog.server.call(searchApi.getStatus)
    expect(engine).toBe('portal')
    expect(emptiest.filter(({ term }) => term.startsWith('quu'))).toMatchObject([{ term: 'quuxquux', asked: 1, empty: 1 }])
    expect(slowest.length).toBeGreaterThan(0)
    expect(slowest.map(({ term }) => term)).not.toContain('vos')
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDocument } from '../../documents/checked-document.ts'
import type { DocumentRow } from '../../documents/document-store.ts'
import type { EnginePage, SearchEngine, TypeVisibility } from '../engine.ts'
import { startFakeCluster } from '../../testing/fake-elasticsearch.ts'
import { ElasticsearchSection, nodeOfCloud } from './config.ts'
import { createElasticsearchEngine } from './elasticsearch-engine.ts'
import { toSearchQuery } from './search-body.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => quiet }

let cluster: Awaited<ReturnType<typeof startFakeCluster>>
let engine: SearchEngine
beforeEach(async () => {
  cluster = await startFakeCluster()
  engine = create()
})
afterEach(() => cluster.close())

function create(more: object = {}): SearchEngine {
  const settings = ElasticsearchSection.parse({
    node: cluster.url,
    auth: { username: 'portal', password: 'secret' },
    indexPrefix: 'acme-',
    batchSize: 2,
    ...more,
  })
  return createElasticsearchEngine({
    settings,
    languages: ['english', 'german'],
    log: quiet,
    rules: () => ({ wiki: { fields: { name: 'name' }, boost: 1 }, docs: { fields: {}, boost: 1, hasSections: true } }),
  })
}

function row(name: string, more: object = {}): DocumentRow {
  const checked = checkDocument({
    title: `Page ${name}`,
    text: `About ${name}`,
    location: `/wiki/${name}`,
    kind: 'Page',
    authorization: { resourceRef: `page:${name}` },
    ...more,
  })
  if (!('row' in checked)) throw new Error(checked.refusal)
  return checked.row
}

async function run(...names: string[]): Promise<void> {
  const current = await engine.beginRun('wiki')
  await current.add(names.map(name => row(name)))
  await current.publish()
}

const ask = (term: string, visibility: TypeVisibility = 'all', more: Partial<EnginePage> = {}): EnginePage => ({
  term,
  types: new Map([['wiki', visibility]]),
  filters: {},
  near: { owners: [], starred: [], recent: [] },
  budgetMs: 1000,
  offset: 0,
  limit: 10,
  marks: { pre: '<', post: '>' },
  explain: false,
  ...more,
})
const titles = async (page: EnginePage) =>
  (JSON.parse((await engine.query(page)).results) as { document: { title: string } }[]).map(({ document }) => document.title)

test('a run fills an index of its own, and the alias moves to it at the end; the one before is removed', async () => {
  await run('one', 'two', 'three')
  expect((await titles(ask('page'))).toSorted()).toEqual(['Page one', 'Page three', 'Page two'])
  expect(cluster.state.authorization).toBe(`Basic ${btoa('portal:secret')}`)
  const [before] = cluster.indices.keys()
  expect(before).toMatch(/^acme-wiki-index__\d+/)
  const next = await engine.beginRun('wiki')
  await next.add([row('four')])
  expect(await titles(ask('four'))).toEqual([])
  await next.publish()
  expect(await titles(ask('page'))).toEqual(['Page four'])
  expect(cluster.indices.has(before!)).toBe(false)
  expect(cluster.indices.size).toBe(1)
})

test('documents go in batches, and a discarded run leaves what was there', async () => {
  await run('one', 'two', 'three', 'four', 'five')
  expect(cluster.asked.filter(request => request === 'POST /_bulk')).toHaveLength(3)
  const failed = await engine.beginRun('wiki')
  await failed.add([row('half')])
  await failed.discard()
  expect(await titles(ask('page'))).toHaveLength(5)
  expect(cluster.indices.size).toBe(1)
})

test('live changes are written to what is searched and to what a run is filling, where they win', async () => {
  await run('one', 'two')
  const current = await engine.beginRun('wiki')
  await engine.replaceGroups('wiki', ['page:one', 'page:two'], [row('one', { title: 'Page one, live' })])
  expect(await titles(ask('page'))).toEqual(['Page one, live'])
  await current.add([row('one')])
  await current.publish()
  expect(await titles(ask('page'))).toEqual(['Page one, live'])
})

test('the first documents may come live, before any run', async () => {
  expect(await engine.types()).toEqual([])
  await engine.replaceGroups('wiki', ['page:one'], [row('one')])
  expect(await titles(ask('one'))).toEqual(['Page one'])
  expect(await engine.types()).toEqual(['wiki'])
})

test('who may see what is asked of each hit, and the number is that of what may be seen', async () => {
  await run('one', 'two', 'three')
  const visibility: TypeVisibility = { key: 'k', check: async refs => refs.map(ref => ref !== 'page:two') }
  const answer = await engine.query(ask('page', visibility, { limit: 1 }))
  expect(answer).toMatchObject({ total: 2, count: 1, hasMore: true })
  expect(answer.results).not.toContain('portico')
  const facets = await engine.facets(ask('page', visibility), ['kind'])
  expect(facets).toEqual({ types: [{ type: 'wiki', count: 2 }], fields: { kind: [{ value: 'Page', count: 2 }] }, isComplete: true })
  expect(await engine.facets(ask('page'), ['kind'])).toMatchObject({
    types: [{ type: 'wiki', count: 3 }],
    fields: { kind: [{ value: 'Page', count: 3 }] },
  })
})

test('of the sections of a page the best one is found, also in the numbers; an index of before has them all', async () => {
  const section = (location: string) => row(location, { location: `/docs/${location}`, title: `Page ${location}` })
  const filled = await engine.beginRun('docs')
  await filled.add(['a/', 'a/#one', 'a/#two', 'b/'].map(section))
  await filled.publish()
  const types = new Map([['docs', 'all' as const]])
  cluster.state.isOld = true
  expect(await engine.query(ask('page', 'all', { types }))).toMatchObject({ count: 4, total: 4 })
  cluster.state.isOld = false
  expect(await titles(ask('page', 'all', { types }))).toEqual(['Page a/', 'Page b/'])
  expect(await engine.query(ask('page', 'all', { types, limit: 1 }))).toMatchObject({ count: 1, total: 2, hasMore: true })
  expect(await engine.facets(ask('page', 'all', { types }), [])).toMatchObject({ types: [{ type: 'docs', count: 2 }] })
  const mine: TypeVisibility = { key: 'k', check: async refs => refs.map(ref => ref !== 'page:b/') }
  expect(await engine.query(ask('page', mine, { types: new Map([['docs', mine]]) }))).toMatchObject({ total: 1, count: 1 })
})

test('a cluster of Amazon gets signed requests, with the keys and the region of the config', async () => {
  const auth = { accessKeyId: 'AKIA1', secretAccessKey: 'secret', sessionToken: 'session' }
  engine = create({ provider: 'aws', region: 'eu-west-1', auth })
  await run('one')
  expect(await titles(ask('one'))).toEqual(['Page one'])
  expect(cluster.state.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIA1\/\d{8}\/eu-west-1\/es\/aws4_request, SignedHeaders=\S*host\S*x-amz-security-token, Signature=[0-9a-f]{64}$/,
  )
})

test.each([
  ['a user with provider aws', { provider: 'aws', auth: { username: 'a', password: 'b' } }],
  ['keys of AWS with another provider', { auth: { accessKeyId: 'a', secretAccessKey: 'b' } }],
  ['half a key', { provider: 'aws', auth: { accessKeyId: 'a' } }],
])('%s is refused at the start', (_name, more) => {
  expect(() => create(more)).toThrow(/aws|belong together/)
})

test('a deployment at Elastic Cloud is named by its Cloud ID, and a cluster has one address', () => {
  const idOf = (text: string) => `portal:${Buffer.from(text).toString('base64')}`
  expect(nodeOfCloud(idOf('eu-west-1.aws.found.io$4fa8$c1'))).toBe('https://4fa8.eu-west-1.aws.found.io')
  expect(nodeOfCloud(idOf('found.io:9243$4fa8:443$c1'))).toBe('https://4fa8.found.io:9243')
  expect(ElasticsearchSection.parse({ cloudId: idOf('found.io$4fa8$c1') }).node).toBeUndefined()
  expect(() => create({ cloudId: idOf('found.io$4fa8$c1') })).toThrow('either node or cloudId')
  expect(() => ElasticsearchSection.parse({})).toThrow('either node or cloudId')
  for (const wrong of ['', 'portal', idOf('x'), idOf('evil.example/$a$b'), idOf('a.b$c@d$e')])
    expect(() => ElasticsearchSection.parse({ cloudId: wrong }), wrong).toThrow('is not a Cloud ID')
})

test('index templates are written at the start', async () => {
  await create({ indexTemplates: [{ name: 'acme', body: { index_patterns: ['acme-*'] } }] }).start()
  expect(cluster.asked).toEqual(['PUT /_index_template/acme'])
})

test.each([
  ['away', () => cluster.close().then(async () => void (cluster = await startFakeCluster()))],
  ['slow', () => void (cluster.state.isSilent = true)],
  ['failing', () => void (cluster.state.failWith = 503)],
  ['of an old mapping', () => void (cluster.state.failWith = 400)],
])('a cluster that is %s gives an error with a fixed text', async (_name, breakIt) => {
  await run('one')
  engine = create({ requestTimeoutMs: 300 })
  await breakIt()
  await expect(engine.query(ask('one'))).rejects.toMatchObject({
    code: 'search.engine-failed',
    message: 'The search engine could not answer. Try again in a moment',
    status: 500,
  })
})

test('a cluster that is read-only fails the run, and what was there is found', async () => {
  await run('one')
  cluster.state.isReadOnly = true
  await expect(run('two')).rejects.toThrow(/403/)
  expect(await titles(ask('page'))).toEqual(['Page one'])
})

const scope = { fields: { name: 'name' }, languages: ['english'], isStopWord: (word: string) => word === 'the' } as const

test('forms of a word are looked for in the stems of each language, and stop words alone in names and titles', async () => {
  const query = (term: string) => JSON.stringify(toSearchQuery(ask(term), scope))
  const forms = '{"query":"booking","fields":["title.english^6","text.english^1","tags.english^3","name.english^8"],"type":"cross_fields"'
  expect(query('the booking')).toContain(forms)
  expect(query('the')).toContain('{"query":"the","fields":["title^6","name^8"],"type":"cross_fields"')
  expect(query('the')).not.toContain('english')
  await run('one')
  expect(cluster.mappings.at(-1)).toContain('"english":{"type":"text","analyzer":"english"},"german":{"type":"text","analyzer":"german"}')
})

test('a query becomes words, phrases, exclusions and filters of the cluster', () => {
  const body = JSON.stringify(
    toSearchQuery(ask('pay "card number" -legacy kind:api owner:team-a', 'all', { filters: { lifecycle: ['production'] } }), scope),
  )
  expect(body).toContain('"query":"pay card number"')
  expect(body).toContain('"type":"phrase"')
  expect(body).toContain('"must_not":[{"multi_match":{"query":"legacy"')
  expect(body).toContain('{"term":{"kind.keyword":{"value":"api","case_insensitive":true}}}')
  expect(body).toContain('{"wildcard":{"owner.keyword":{"value":"*/team-a"')
  expect(body).toContain('"lifecycle.keyword":{"value":"production"')
})

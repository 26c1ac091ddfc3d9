import { apiDocsApi } from '@portico/api-docs/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { permissionPlugin } from '@portico/permission/server'
import type { ResultSet } from '@portico/search/common'
import { searchPlugin } from '@portico/search/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiDocsPlugin } from '../index.ts'
import { createReadingStore } from './reading-store.ts'

const api = (name: string, definition: string, type = 'openapi') => document('API', name, { spec: { definition, type } })
const params = (name: string) => ({ namespace: 'default', kind: 'api', name })
const openapi = (version: string) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Bookings', version },
    paths: { '/bookings': { post: { summary: 'Books a berth', responses: { 200: { description: 'Booked' } } } } },
  })
const berths = 'type Query { berths: [Berth!]! }\n"A place for a boat" type Berth { number: Int! }'
/** What is read from it is many times as large. */
const costly = `type Query { ${Array.from({ length: 4300 }, (_, at) => `field${at}(a: Int, b: Int, c: Int): Thing!`).join(' ')} }\ntype Thing { id: ID }`
const text = (name: string, query = '') => catalog.server.fetch(`/api/api-docs/definitions/default/api/${name}/text${query}`)

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    {
      'apis.yaml': file(
        api('bookings', openapi('1.0.0')),
        api('words', 'Ask <b>Ann</b> about it', 'handwritten'),
        document('Component', 'boat'),
      ),
      'berths.yaml': api('berths', berths, 'graphql'),
      'costly.yaml': api('costly', costly, 'graphql'),
      'large.yaml': api('large', `openapi: 3.0.0\n# ${'x'.repeat(300_000)}`),
    },
    {
      plugins: [searchPlugin, apiDocsPlugin, permissionPlugin],
      config: {
        apiDocs: { limits: { bytes: 200_000, readingMegabytes: 1 } },
        permission: {
          enabled: true,
          policy: { defaultRoles: false, roles: { some: { members: ['user:default/test'], permissions: ['catalog.entity.read'] } } },
        },
      },
    },
  )
  await catalog.until('kind=api', 5)
})
afterAll(() => catalog.stop())

const outline = (name: string, query: { version?: string } = {}) =>
  catalog.server.call(apiDocsApi.getOutline, { params: params(name), query })

test('a definition is read into an outline, parts and problems; browsers that have them are told so', async () => {
  const found = await outline('bookings')
  expect(found).toMatchObject({ type: 'openapi', bytes: openapi('1.0.0').length })
  expect(found.failure).toBeUndefined()
  const { parts } = await catalog.server.call(apiDocsApi.getParts, {
    params: params('bookings'),
    query: { version: found.id, id: ['about', 'operation GET /nowhere'] },
  })
  expect(Object.keys(parts)).toEqual(['about'])
  const problems = await catalog.server.call(apiDocsApi.listProblems, { params: params('bookings'), query: {} })
  expect(problems.counts).toEqual(found.counts)
  const path = '/api/api-docs/definitions/default/api/bookings'
  const first = await catalog.server.fetch(path)
  const again = await catalog.server.fetch(path, { headers: { 'if-none-match': first.headers.get('etag')! } })
  expect([first.status, again.status]).toEqual([200, 304])
})

test('the text goes out as plain text, which no browser runs, and as a file', async () => {
  const shown = await text('words')
  expect(await shown.text()).toBe('Ask <b>Ann</b> about it')
  expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('content-disposition')).toBeNull()
  expect((await text('bookings', '?download=1')).headers.get('content-disposition')).toBe('attachment; filename="bookings.json"')
})

test('a definition over the limit says so, with the name of the limit, and its text is there', async () => {
  const { failure, items } = await outline('large')
  expect(failure).toMatch(/has 300,017 bytes.*more than 200,000; apiDocs\.limits\.bytes sets this limit/)
  expect(items).toEqual([])
  expect((await (await text('large')).text()).length).toBe(300_017)
})

test('a definition that takes more than the limits is tried twice, says why, and leaves the others alone', async () => {
  const pool = catalog.server.database.pool
  const attempts = async () => (await pool.query('select attempts from "api-docs".reading where is_failure')).rows
  await eventually(async () => {
    expect((await outline('costly')).failure).toBe('The definition could not be read. What it holds takes more than 1 MB')
    expect(await attempts()).toEqual([{ attempts: 2 }])
  })
  await outline('costly')
  expect(await attempts()).toEqual([{ attempts: 2 }])
  expect((await outline('berths')).items.length).toBeGreaterThan(1)
  expect(await (await text('costly')).text()).toBe(costly)
})

test('an older version is found by its id, and is never changed', async () => {
  const { id: before } = await outline('words')
  catalog.write('apis.yaml', file(api('bookings', openapi('1.0.0')), api('words', 'Ask Bob', 'handwritten')))
  await eventually(async () => expect((await outline('words')).id).not.toBe(before))
  expect(await (await text('words')).text()).toBe('Ask Bob')
  const older = await text('words', `?version=${before}`)
  expect(await older.text()).toBe('Ask <b>Ann</b> about it')
  expect(older.headers.get('cache-control')).toContain('immutable')
  expect((await outline('words', { version: before })).id).toBe(before)
  expect((await text('words', '?version=none')).status).toBe(404)
})

test('who may not read the entity finds nothing, and what has no definition says so', async () => {
  const outsider = catalog.server.as('user:default/outsider')
  for (const route of ['', '/parts?id=about', '/problems', '/text'])
    expect([route, (await outsider.fetch(`/api/api-docs/definitions/default/api/bookings${route}`)).status]).toEqual([route, 404])
  const entityRefs = ['api:default/bookings', 'api:default/none']
  await eventually(async () => {
    const { items } = await catalog.server.call(apiDocsApi.listCounts, { body: { entityRefs } })
    expect(items).toMatchObject([{ entityRef: 'api:default/bookings', counts: { errors: 0 } }])
  })
  expect((await outsider.call(apiDocsApi.listCounts, { body: { entityRefs } })).items).toEqual([])
  await expect(outline('none')).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('definitions are read in the background, before anybody asks', async () => {
  const rows = async () =>
    (
      await catalog.server.database.pool.query(
        'select entity_ref from "api-docs".definition d join "api-docs".reading r on r.id = d.reading_id',
      )
    ).rows
  await eventually(async () => expect(await rows()).toHaveLength(4))
})

test('operations and types are found by search, each with its API and owner, until the API goes', async () => {
  const found = async (term: string, caller = catalog.server.as('user:default/test')) => {
    const answer = await caller.fetch(`/api/search/query?term=${encodeURIComponent(term)}&types[0]=api-docs`)
    return ((await answer.json()) as ResultSet).results.map(({ document }) => document)
  }
  await eventually(async () =>
    expect(await found('place for a boat')).toMatchObject([
      {
        title: 'Berth',
        text: expect.stringContaining('A place for a boat') as string,
        location: '/catalog/default/api/berths/definition?item=type+Berth',
        entityTitle: 'berths',
        owner: 'team-a',
      },
    ]),
  )
  expect(await found('place for a boat', catalog.server.as('user:default/outsider'))).toEqual([])
  catalog.write('berths.yaml', document('Component', 'berths'))
  await eventually(async () => expect(await found('place for a boat')).toEqual([]))
})

test('readings that are used least are deleted first, and those of current definitions last', async () => {
  const { database } = catalog.server
  const store = createReadingStore(database.forSchema('api-docs'))
  await database.pool.query(`update "api-docs".reading set used_at = now() - interval '2 days'`)
  const current = (await store.currentAfter('', 10)).map(({ readingId }) => readingId)
  const ids = async () => (await database.pool.query('select id from "api-docs".reading')).rows.map(({ id }) => id as string)
  const older = (await ids()).filter(id => !current.includes(id))
  expect(older.length).toBeGreaterThan(0)
  const { rows } = await database.pool.query('select sum(bytes) as total from "api-docs".reading where id = any($1)', [current])
  await store.deleteLeastUsed(Number(rows[0].total))
  expect((await ids()).filter(id => !current.includes(id))).toEqual([])
  expect((await ids()).length).toBeGreaterThan(1)
  await store.deleteLeastUsed(0)
  expect(await ids()).toEqual([])
  // What was deleted is read again.
  expect((await outline('bookings')).failure).toBeUndefined()
})

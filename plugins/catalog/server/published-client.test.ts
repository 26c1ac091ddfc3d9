import { eventually } from '@portico/core/testing'
import { CATALOG_FILTER_EXISTS, CatalogClient } from '@backstage/catalog-client'
import { createCatalogClient, type Entity } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Clients written for the reference must work: its own published client is the judge.
let catalog: TestCatalog
let files: Server
let base: string
let token: string
let client: CatalogClient
const names = ['alpha', 'bravo', 'charlie']

beforeAll(async () => {
  files = createServer((request, response) => {
    const found = request.url === '/catalog-info.yaml' ? file(document('Component', 'remote'), document('Group', 'team-remote')) : undefined
    response.writeHead(found ? 200 : 404).end(found ?? 'nothing here')
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => files.once('listening', resolve))
  base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  catalog = await startCatalog(
    {
      'a.yaml': file(
        ...names.map(name => document('Component', name, { metadata: { title: `Title of ${name}` } })),
        document('Group', 'team-a'),
      ),
    },
    { config: { backend: { reading: { allow: [{ host: new URL(base).host }] } } } },
  )
  await catalog.until('kind=component', 3)
  token = (await catalog.server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/ann' })).token
  client = new CatalogClient({ discoveryApi: { getBaseUrl: async () => `${catalog.server.url}/api/catalog` } })
})
afterAll(async () => {
  await catalog.stop()
  files.close()
})

const name = (entity: { metadata: { name: string } } | undefined) => entity?.metadata.name
const auth = () => ({ token })

describe('the published client', () => {
  test('getEntities with filters, fields, order and paging', async () => {
    const { items } = await client.getEntities(
      {
        filter: { kind: 'Component', 'spec.type': CATALOG_FILTER_EXISTS },
        order: { field: 'metadata.name', order: 'desc' },
        limit: 2,
        fields: ['metadata.name'],
      },
      auth(),
    )
    expect(items).toEqual([{ metadata: { name: 'charlie' } }, { metadata: { name: 'bravo' } }])
    expect(
      (await client.getEntities({ filter: [{ kind: 'group' }, { 'metadata.name': 'alpha' }] }, auth())).items.map(name).sort(),
    ).toEqual(['alpha', 'team-a'])
  })

  test('queryEntities pages forwards and backwards, by filter and by predicate', async () => {
    const first = await client.queryEntities(
      { filter: { kind: 'component' }, orderFields: { field: 'metadata.name', order: 'asc' }, limit: 2 },
      auth(),
    )
    expect([first.items.map(name), first.totalItems]).toEqual([['alpha', 'bravo'], 3])
    const second = await client.queryEntities({ cursor: first.pageInfo.nextCursor!, limit: 2 }, auth())
    expect(second.items.map(name)).toEqual(['charlie'])
    expect((await client.queryEntities({ cursor: second.pageInfo.prevCursor!, limit: 2 }, auth())).items.map(name)).toEqual([
      'alpha',
      'bravo',
    ])
    const predicate = await client.queryEntities(
      {
        query: { $all: [{ kind: 'component' }, { $not: { 'metadata.name': 'alpha' } }] },
        orderFields: { field: 'metadata.name', order: 'asc' },
        limit: 1,
      },
      auth(),
    )
    expect([predicate.items.map(name), predicate.totalItems]).toEqual([['bravo'], 2])
    expect((await client.queryEntities({ cursor: predicate.pageInfo.nextCursor!, limit: 1 }, auth())).items.map(name)).toEqual(['charlie'])
    expect((await client.queryEntities({ fullTextFilter: { term: 'title of al' } }, auth())).items.map(name)).toEqual(['alpha'])
  })

  test('getEntitiesByRefs, getEntityByRef, getEntityByName', async () => {
    const { items } = await client.getEntitiesByRefs({ entityRefs: ['component:default/bravo', 'component:default/none'] }, auth())
    expect(items.map(name)).toEqual(['bravo', undefined])
    expect(name(await client.getEntityByRef('component:default/alpha', auth()))).toBe('alpha')
    expect(await client.getEntityByRef({ kind: 'component', namespace: 'default', name: 'none' }, auth())).toBeUndefined()
  })

  test('getEntityAncestors, getEntityFacets, streamEntities', async () => {
    const ancestors = await client.getEntityAncestors({ entityRef: 'component:default/alpha' }, auth())
    expect(ancestors.items.length).toBeGreaterThan(1)
    expect((await client.getEntityFacets({ facets: ['kind'], filter: { kind: 'component' } }, auth())).facets).toEqual({
      kind: [{ value: 'Component', count: 3 }],
    })
    const seen: Entity[] = []
    for await (const page of client.streamEntities({ filter: { kind: 'component' }, pageSize: 2 }, auth())) seen.push(...(page as Entity[]))
    expect(seen.map(name).sort()).toEqual(names)
  })

  test('refreshEntity, validateEntity', async () => {
    await expect(client.refreshEntity('component:default/alpha', auth())).resolves.toBeUndefined()
    await expect(client.refreshEntity('component:default/none', auth())).rejects.toThrow(/404/)
    const good = JSON.parse(document('Component', 'fine')) as Entity
    expect(await client.validateEntity(good as never, 'url:https://example.com/catalog-info.yaml', auth())).toEqual({ valid: true })
    const bad = await client.validateEntity(
      { ...good, metadata: { name: 'not a name' } } as never,
      'url:https://example.com/x.yaml',
      auth(),
    )
    expect(bad).toMatchObject({ valid: false, errors: [expect.objectContaining({ message: expect.stringContaining('metadata.name') })] })
  })

  test('locations: dry run, add, read, by entity, conflict, remove; and the entities that come and go with them [CATAPI-39]', async () => {
    const target = `${base}/catalog-info.yaml`
    const dry = await client.addLocation({ type: 'url', target, dryRun: true }, auth())
    expect([dry.exists, dry.entities.map(each => each.kind)]).toEqual([false, ['Location', 'Component', 'Group']])
    await expect(client.addLocation({ type: 'url', target: `${base}/nothing.yaml`, dryRun: true }, auth())).rejects.toThrow(/400/)
    const { location } = await client.addLocation({ target }, auth())
    await expect(client.addLocation({ target }, auth())).rejects.toMatchObject({ response: expect.objectContaining({ status: 409 }) })
    await catalog.until('metadata.name=remote', 1)
    expect((await client.getLocations({}, auth())).items.map(each => each.target)).toContain(target)
    expect(await client.getLocationById(location.id, auth())).toMatchObject({ id: location.id, type: 'url', target })
    expect(await client.getLocationByRef(`url:${target}`, auth())).toMatchObject({ id: location.id })
    expect(await client.getLocationByEntity('component:default/remote', auth())).toMatchObject({ id: location.id })
    await client.removeLocationById(location.id, auth())
    expect(await client.getEntityByRef('component:default/remote', auth())).toBeUndefined()
    expect(await client.getLocationById(location.id, auth())).toBeUndefined()
  })

  test('removeEntityByUid removes, and its file brings it back with another uid [CATAPI-26]', async () => {
    const before = await client.getEntityByRef('component:default/bravo', auth())
    await client.removeEntityByUid(before!.metadata.uid!, auth())
    await eventually(async () => {
      const after = await client.getEntityByRef('component:default/bravo', auth())
      expect(after?.metadata.uid).toBeDefined()
      expect(after?.metadata.uid).not.toBe(before!.metadata.uid)
    })
  })

  test('analyzeLocation finds entities, or suggests one', async () => {
    const found = await client.analyzeLocation({ location: { type: 'url', target: `${base}/catalog-info.yaml` } }, auth())
    expect(found.existingEntityFiles.map(each => each.entity.kind)).toEqual(['Component', 'Group'])
    const guessed = await client.analyzeLocation({ location: { type: 'url', target: `${base}/acme/shop` } }, auth())
    expect(guessed).toMatchObject({
      existingEntityFiles: [],
      generateEntities: [{ entity: { kind: 'Component', metadata: { name: 'shop' } } }],
    })
  })
})

describe('our own client', () => {
  const own = () =>
    createCatalogClient({ baseUrl: `${catalog.server.url}/api/catalog`, fetch: (url, init) => fetch(url, init as RequestInit) })

  test('reads, asks and streams from the real server [CATAPI-03, CATAPI-23, CATAPI-30, CATAPI-37, CATAPI-40]', async () => {
    const mine = own()
    expect(name(await mine.getEntityByRef('component:default/alpha', auth()))).toBe('alpha')
    expect(await mine.getEntityByRef('component:default/none', auth())).toBeUndefined()
    const streamed: string[] = []
    for await (const entity of mine.streamEntities({ filter: { kind: 'component' } }, auth())) streamed.push(entity.metadata.name)
    expect(streamed.sort()).toEqual(names)
    const fine = await mine.validateEntity(JSON.parse(document('Component', 'fine')), 'url:https://example.com/x.yaml', auth())
    expect(fine).toEqual({ valid: true })
    expect(await mine.getLocationById('00000000-0000-4000-8000-000000000000', auth())).toBeUndefined()
    await expect(mine.getEntities({}, { token: 'wrong' })).rejects.toMatchObject({ name: 'AuthenticationError' })
  })

  test('POST /refresh and POST /analyze-location answer 200, and the client takes no other status [CATAPI-29, CATAPI-31]', async () => {
    const seen: { path: string; status: number; body: unknown }[] = []
    const send = (status?: number) =>
      createCatalogClient({
        baseUrl: `${catalog.server.url}/api/catalog`,
        async fetch(url, init) {
          const response = await fetch(url, init as RequestInit)
          seen.push({ path: new URL(url).pathname, status: response.status, body: JSON.parse(init.body ?? '') })
          // What a proxy or another version of the server might answer.
          return status === undefined ? response : new Response(status === 204 ? undefined : await response.text(), { status })
        },
      })
    const location = { type: 'url', target: `${base}/acme/shop` }
    await send().refreshEntity('component:default/alpha', auth())
    expect((await send().analyzeLocation({ location }, auth())).generateEntities).toHaveLength(1)
    expect(seen).toEqual([
      { path: '/api/catalog/refresh', status: 200, body: { entityRef: 'component:default/alpha' } },
      { path: '/api/catalog/analyze-location', status: 200, body: { location } },
    ])
    for (const status of [201, 202, 204]) {
      await expect(send(status).refreshEntity('component:default/alpha', auth())).rejects.toMatchObject({ name: 'ResponseError' })
      await expect(send(status).analyzeLocation({ location }, auth())).rejects.toMatchObject({ name: 'ResponseError' })
    }
  })

  test('registers and removes locations [CATAPI-32, CATAPI-33, CATAPI-34, CATAPI-35, CATAPI-36, CATAPI-38]', async () => {
    const mine = own()
    const target = `${base}/catalog-info.yaml`
    expect((await mine.addLocation({ target, dryRun: true }, auth())).exists).toBe(false)
    expect((await mine.getLocations(auth())).items).toEqual([])
    const { location } = await mine.addLocation({ target }, auth())
    expect((await mine.getLocations(auth())).items).toMatchObject([{ target }])
    expect(await mine.getLocationById(location.id, auth())).toMatchObject({ target })
    await mine.removeLocationById(location.id, auth())
    expect((await mine.getLocations(auth())).items).toEqual([])
  })
})

import type { Transport } from '@portico/core/common'
import { describe, expect, test } from 'vitest'
import { createCatalogClient } from './client.ts'
import { encodeQueryCursor } from './cursor.ts'
import { anyValue } from './filter.ts'
import { chunkRefs } from './ref-chunks.ts'

const entity = { apiVersion: 'v1', kind: 'Component', metadata: { name: 'a' } }

interface Call {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}

/** A client over a function that stands for the network: it records requests and answers what it is given. */
function clientFor(answer: (call: Call) => { status?: number; body?: unknown }) {
  const calls: Call[] = []
  const fetch: Transport['fetch'] = async (url, { method, headers, body }) => {
    const call = { method, url, headers, body: body === undefined ? undefined : JSON.parse(body) }
    calls.push(call)
    const { status = 200, body: reply } = answer(call)
    const text = async () => (reply === undefined ? '' : JSON.stringify(reply))
    return { ok: status >= 200 && status < 300, status, statusText: 'Status', text }
  }
  const client = createCatalogClient({ baseUrl: async () => 'http://host/api/catalog/', fetch })
  const asked = () => calls.map(({ method, url }) => `${method} ${decodeURIComponent(url.replace('http://host/api/catalog', ''))}`)
  return { client, calls, asked }
}

const emptyPage = { items: [], totalItems: 0, pageInfo: {} }
const notFound = { status: 404, body: { error: { name: 'NotFoundError', message: 'no' }, response: { statusCode: 404 } } }

describe('the catalog client', () => {
  test('goes to the base that discovery gives, with a bearer token only when there is one, and speaks JSON [CATAPI-03]', async () => {
    const { client, calls } = clientFor(() => ({ body: { items: [null] } }))
    await client.getEntitiesByRefs({ entityRefs: ['a'] }, { token: 't' })
    await client.getEntitiesByRefs({ entityRefs: ['a'] })
    expect(calls[0]).toEqual({
      method: 'POST',
      url: 'http://host/api/catalog/entities/by-refs',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer t' },
      body: { entityRefs: ['a'] },
    })
    expect(calls[1]?.headers).not.toHaveProperty('authorization')
  })

  test('writes lists as repeated parameters, fields with commas and filters in groups [CATAPI-41] [CATAPI-42]', async () => {
    const { client, asked } = clientFor(({ url }) => ({
      body: url.includes('by-query') ? emptyPage : url.includes('facets') ? { facets: {} } : [entity],
    }))
    const filter = [{ kind: ['API', 'Component'], 'metadata.annotations.x': anyValue }, { kind: 'Group' }]
    expect(
      await client.getEntities({
        filter,
        fields: ['kind', 'spec'],
        order: [{ field: 'a', order: 'asc' }],
        limit: 5,
        offset: 1,
        after: 'x',
      }),
    ).toEqual({ items: [entity] })
    await client.queryEntities({
      filter,
      fields: ['kind'],
      orderFields: { field: 'metadata.name', order: 'desc' },
      fullTextFilter: { term: 'x y', fields: ['a', 'b'] },
      limit: 0,
      totalItems: 'exclude',
    })
    await client.getEntityFacets({ facets: ['kind', 'spec.type'], filter: { kind: 'api' } })
    await client.getEntities()
    expect(asked()).toEqual([
      'GET /entities?filter=kind=API,kind=Component,metadata.annotations.x&filter=kind=Group&fields=kind,spec&order=asc:a&limit=5&offset=1&after=x',
      'GET /entities/by-query?filter=kind=API,kind=Component,metadata.annotations.x&filter=kind=Group&fields=kind&orderField=metadata.name,desc&fullTextFilterTerm=x+y&fullTextFilterFields=a,b&limit=0&totalItems=exclude',
      'GET /entity-facets?facet=kind&facet=spec.type&filter=kind=api',
      'GET /entities',
    ])
  })

  test('sends queries as a body, and follows a cursor by the same method', async () => {
    const { client, calls } = clientFor(({ url }) => ({ body: url.includes('facets') ? { facets: {} } : emptyPage }))
    const position = { orderFields: [], orderFieldValues: [], isPrevious: false }
    const byQuery = encodeQueryCursor({ ...position, query: {} })
    const byFilter = encodeQueryCursor({ ...position, filter: [] })
    await client.queryEntities({ query: { kind: 'api' }, orderFields: [{ field: 'a', order: 'asc' }], limit: 5 })
    await client.queryEntities({ cursor: byQuery, limit: 5 })
    await client.queryEntities({ cursor: byFilter, limit: 5, fields: ['kind'] })
    await client.queryEntities({ cursor: 'opaque' })
    await client.getEntityFacets({ facets: ['kind'], query: { kind: 'api' } })
    expect(calls.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { query: { kind: 'api' }, orderBy: [{ field: 'a', order: 'asc' }], limit: 5 }],
      ['POST', { cursor: byQuery, limit: 5 }],
      ['GET', undefined],
      ['GET', undefined],
      ['POST', { facets: ['kind'], query: { kind: 'api' } }],
    ])
    expect(new URL(calls[2]?.url ?? '').searchParams.get('cursor')).toBe(byFilter)
    await expect(client.queryEntities({ query: {}, filter: {} })).rejects.toMatchObject({ name: 'InputError' })
  })

  test('asks for refs in chunks and puts the answers together in order, undefined for null [CATAPI-19] [CATAPI-21]', async () => {
    const { client, calls } = clientFor(({ body }) => ({
      body: {
        items: (body as { entityRefs: string[] }).entityRefs.map(ref =>
          ref.endsWith('7') ? null : { ...entity, metadata: { name: ref } },
        ),
      },
    }))
    const entityRefs = Array.from({ length: 2500 }, (_, index) => `component:default/c${index}`)
    const { items } = await client.getEntitiesByRefs({ entityRefs, fields: ['metadata'], filter: { kind: 'component' } })
    expect(calls.map(({ body }) => (body as { entityRefs: string[] }).entityRefs.length)).toEqual([1000, 1000, 500])
    expect(calls.every(({ url }) => url.endsWith('?filter=kind%3Dcomponent'))).toBe(true)
    expect(items.map(item => item?.metadata.name)).toEqual(entityRefs.map(ref => (ref.endsWith('7') ? undefined : ref)))
    expect(await client.getEntitiesByRefs({ entityRefs: [] })).toEqual({ items: [] })
  })

  test('chunks hold at most 92160 characters, counting 3 more for each ref [CATAPI-20]', () => {
    const ref = 'x'.repeat(157)
    expect(chunkRefs(Array.from({ length: 1153 }, () => ref)).map(chunk => chunk.length)).toEqual([576, 576, 1])
    expect(576 * (157 + 3)).toBe(92_160)
    expect(chunkRefs(['y'.repeat(100_000), 'a']).map(chunk => chunk.length)).toEqual([1, 1])
    expect(chunkRefs([])).toEqual([])
  })

  test('a 404 of an optional read is undefined, any other failure is the error that the server threw [CATAPI-23] [CATAPI-37] [CATAPI-44]', async () => {
    const { client, asked } = clientFor(() => notFound)
    expect(await client.getEntityByRef('Component:default/a')).toBeUndefined()
    expect(await client.getEntityByUid('u')).toBeUndefined()
    expect(await client.getLocationById('l')).toBeUndefined()
    expect(await client.getLocationByEntity({ kind: 'a', name: 'b' })).toBeUndefined()
    await expect(client.getEntityAncestors('component:default/a')).rejects.toMatchObject({
      name: 'NotFoundError',
      status: 404,
      message: 'no',
    })
    await expect(client.removeLocationById('l')).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(asked()).toEqual([
      'GET /entities/by-name/Component/default/a',
      'GET /entities/by-uid/u',
      'GET /locations/l',
      'GET /locations/by-entity/a/default/b',
      'GET /entities/by-name/component/default/a/ancestry',
      'DELETE /locations/l',
    ])
    await expect(clientFor(() => ({ status: 502 })).client.getEntityByRef('a:b/c')).rejects.toMatchObject({
      name: 'ResponseError',
      status: 502,
    })
    await expect(clientFor(() => ({})).client.getEntityByRef('a:b/c')).rejects.toThrow('is not JSON')
    await expect(client.getEntityByRef('kindless')).rejects.toThrow('missing or empty kind')
  })

  test('validation answers with errors where the server says 400, and throws for anything else [CATAPI-01] [CATAPI-44]', async () => {
    const errors = [{ name: 'InputError', message: 'bad' }]
    const validate = (status: number, body?: unknown) =>
      clientFor(() => ({ status, body })).client.validateEntity(entity, 'url:https://host/x')
    expect(await validate(200)).toEqual({ valid: true })
    expect(await validate(400, { errors })).toEqual({ valid: false, errors })
    expect(await validate(400, { error: errors[0], response: { statusCode: 400 } })).toEqual({ valid: false, errors })
    expect(await validate(400)).toMatchObject({ valid: false, errors: [{ name: 'InputError' }] })
    await expect(validate(403)).rejects.toMatchObject({ name: 'NotAllowedError' })
  })

  test("a location that did not come back wasn't added [CATAPI-02]", async () => {
    const added = { location: { id: 'i', type: 'url', target: 't' }, entities: [] }
    const { client, calls, asked } = clientFor(() => ({ status: 201, body: added }))
    expect(await client.addLocation({ target: 't', dryRun: true, onConflict: 'refresh' })).toEqual(added)
    await client.addLocation({ type: 'file', target: 't', dryRun: false })
    expect(calls.map(({ body }) => body)).toEqual([
      { type: 'url', target: 't' },
      { type: 'file', target: 't' },
    ])
    expect(asked()).toEqual(['POST /locations?dryRun=true&onConflict=refresh', 'POST /locations'])
    await expect(clientFor(() => ({ status: 201, body: {} })).client.addLocation({ target: 'https://x' })).rejects.toThrow(
      "Location wasn't added: https://x",
    )
    await expect(clientFor(() => ({ status: 200, body: added })).client.addLocation({ target: 't' })).rejects.toMatchObject({ status: 200 })
  })

  test('refresh and analysis expect 200, removal any success', async () => {
    const analysis = { existingEntityFiles: [], generateEntities: [] }
    const { client, calls } = clientFor(() => ({ body: analysis }))
    await client.refreshEntity('component:default/a')
    expect(await client.analyzeLocation({ location: { type: 'url', target: 'x' } })).toEqual(analysis)
    expect(calls.map(({ body }) => body)).toEqual([{ entityRef: 'component:default/a' }, { location: { type: 'url', target: 'x' } }])
    const accepted = clientFor(() => ({ status: 202, body: analysis })).client
    await expect(accepted.refreshEntity('a')).rejects.toMatchObject({ status: 202 })
    await expect(accepted.analyzeLocation({ location: { type: 'url', target: 'x' } })).rejects.toMatchObject({ status: 202 })
    await clientFor(() => ({ status: 204 })).client.removeEntityByUid('u')
  })

  test('locations come out of their wrapping', async () => {
    const location = { id: 'i', type: 'url', target: 't', entityRef: 'location:default/x' }
    expect(await clientFor(() => ({ body: [{ data: location }] })).client.getLocations()).toEqual({ items: [location] })
  })

  test('reads history, changes and explanations', async () => {
    const { client, asked } = clientFor(() => ({ body: {} }))
    await client.getEntityHistory('api:default/a', { limit: 5 })
    await client.getChanges({ after: 'x', limit: 5 })
    await client.explainEntity('api:default/a')
    expect(asked()).toEqual([
      'GET /entities/by-name/api/default/a/history?limit=5',
      'GET /changes?after=x&limit=5',
      'GET /explain/api/default/a',
    ])
  })

  test('a stream pages by cursor, 500 at a time, and stops when it is left [CATAPI-40]', async () => {
    const pageAt = (cursor: string | null) => ({
      ...emptyPage,
      items: [{ ...entity, metadata: { name: cursor ?? '0' } }],
      pageInfo: cursor === '2' ? {} : { nextCursor: String(Number(cursor) + 1) },
    })
    const { client, asked } = clientFor(({ url }) => ({ body: pageAt(new URL(url).searchParams.get('cursor')) }))
    const names: string[] = []
    for await (const { metadata } of client.streamEntities({ filter: { kind: 'a' }, fields: ['kind'] })) names.push(metadata.name)
    expect(names).toEqual(['0', '1', '2'])
    expect(asked()).toEqual([
      'GET /entities/by-query?filter=kind=a&fields=kind&limit=500&totalItems=exclude',
      'GET /entities/by-query?cursor=1&limit=500&fields=kind',
      'GET /entities/by-query?cursor=2&limit=500&fields=kind',
    ])
    const pages = client.streamEntityPages({ limit: 10 })
    expect((await pages.next()).value).toHaveLength(1)
    await pages.return(undefined)
    expect(asked()).toHaveLength(4)
  })
})

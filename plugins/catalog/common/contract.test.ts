import { pathOf, type Route } from '@portico/core/common'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { annotations, catalogProcessingStatusType } from './annotations.ts'
import { catalogApi } from './contract.ts'
import { Entity } from './entity.ts'
import { Location } from './location.ts'
import { catalogPaths } from './paths.ts'
import { catalogPermissions } from './permissions.ts'

function query(route: Route, search: string) {
  const values: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    const known = values[name]
    values[name] = known === undefined ? value : [known, value].flat()
  }
  return route.spec.query?.strict().safeParse(values)
}

function body(route: Route, value: unknown): boolean {
  return route.spec.body?.safeParse(value).success ?? false
}

describe('the contract', () => {
  test('says which POST only read, so that access tokens that may only read can ask', () => {
    const posts = Object.values(catalogApi).filter(({ method }: Route) => method === 'POST')
    expect(posts.filter(({ spec }: Route) => !spec.reads).map(({ path }: Route) => path)).toEqual([
      '/refresh',
      '/locations',
      '/health/refresh',
    ])
  })

  test('has the routes, methods and statuses of the wire, and ours', () => {
    const routes = Object.values(catalogApi).map(
      ({ method, path, spec }: Route) => `${method} ${path} ${spec.status ?? (spec.reply ? 200 : 204)}`,
    )
    expect(routes).toEqual([
      'GET /entities 200',
      'GET /entities/by-query 200',
      'POST /entities/by-query 200',
      'POST /entities/by-refs 200',
      'GET /entities/by-name/:kind/:namespace/:name 200',
      'GET /entities/by-name/:kind/:namespace/:name/ancestry 200',
      'GET /entities/by-name/:kind/:namespace/:name/history 200',
      'GET /entities/by-uid/:uid 200',
      'DELETE /entities/by-uid/:uid 204',
      'GET /entity-facets 200',
      'POST /entity-facets 200',
      'POST /refresh 200',
      'POST /validate-entity 200',
      'POST /analyze-location 200',
      'POST /preview 200',
      'GET /locations 200',
      'POST /locations 201',
      'POST /locations/by-query 200',
      'GET /locations/:id 200',
      'PUT /locations/:id 200',
      'DELETE /locations/:id 204',
      'GET /locations/by-entity/:kind/:namespace/:name 200',
      'GET /entities/unprocessed/failed 200',
      'GET /entities/unprocessed/pending 200',
      'DELETE /entities/unprocessed/delete/:id 204',
      'GET /changes 200',
      'POST /changes/recent 200',
      'GET /explain/:kind/:namespace/:name 200',
      'GET /health/problems 200',
      'GET /health/counts 200',
      'POST /health/refresh 200',
      'GET /timeline 200',
      'POST /timeline/marks 200',
    ])
  })

  test('list parameters may be given once or often; fields are joined by commas', () => {
    expect(
      query(catalogApi.listEntities, 'filter=a&filter=b&fields=kind,metadata.name&fields=spec&order=asc:a&limit=5&offset=0&after=x')?.data,
    ).toEqual({
      filter: ['a', 'b'],
      fields: ['kind', 'metadata.name', 'spec'],
      order: [{ field: 'a', order: 'asc' }],
      limit: 5,
      offset: 0,
      after: 'x',
    })
    expect(
      query(
        catalogApi.queryEntities,
        'filter=a&orderField=a,desc&orderField=b&limit=0&totalItems=exclude&fullTextFilterTerm=x&fullTextFilterFields=a,b&asOf=2026-01-31T12:00:00Z',
      )?.data,
    ).toEqual({
      filter: ['a'],
      orderField: [
        { field: 'a', order: 'desc' },
        { field: 'b', order: 'asc' },
      ],
      limit: 0,
      totalItems: 'exclude',
      fullTextFilterTerm: 'x',
      fullTextFilterFields: ['a', 'b'],
      asOf: '2026-01-31T12:00:00Z',
    })
    expect(query(catalogApi.listEntities, '')?.data).toEqual({})
  })

  test.each([
    [catalogApi.listEntities, 'limit=0'],
    [catalogApi.listEntities, 'limit=-1'],
    [catalogApi.listEntities, 'limit='],
    [catalogApi.listEntities, 'limit=1.5'],
    [catalogApi.listEntities, 'limit=99999999999999999999'],
    [catalogApi.listEntities, 'limit=1&limit=2'],
    [catalogApi.listEntities, 'fields=a[0]'],
    [catalogApi.listEntities, 'order=metadata.name'],
    [catalogApi.listEntities, 'unknown=1'],
    [catalogApi.queryEntities, 'orderField=a,up'],
    [catalogApi.queryEntities, 'totalItems=no'],
    [catalogApi.queryEntities, 'asOf=yesterday'],
    [catalogApi.getEntityFacets, 'filter=a'],
    [catalogApi.addLocation, 'onConflict=explode'],
  ])('$path refuses ?%s', (route, search) => {
    expect(query(route, search)?.success).toBe(false)
  })

  test('dryRun is true for true, yes, y, on and 1', () => {
    const dryRun = (value: string) => query(catalogApi.addLocation, `dryRun=${value}`)?.data
    for (const value of ['true', 'yes', 'y', 'on', '1', 'TRUE']) expect(dryRun(value), value).toEqual({ dryRun: true })
    for (const value of ['false', '0', '', 'maybe']) expect(dryRun(value), value).toEqual({ dryRun: false })
  })

  test('bodies take what the wire says and no more', () => {
    expect(body(catalogApi.refreshEntity, { entityRef: 'a', authorizationToken: 'x' })).toBe(true)
    expect(body(catalogApi.refreshEntity, { entityRef: 'a', other: 1 })).toBe(false)
    expect(body(catalogApi.addLocation, { type: 'url', target: 'x', presence: 'optional' })).toBe(true)
    expect(body(catalogApi.addLocation, { type: 'url', target: 'x', other: 1 })).toBe(false)
    expect(body(catalogApi.addLocation, { type: 'url' })).toBe(false)
    expect(catalogApi.addLocation.spec.body.parse({ target: 'x' })).toEqual({ type: 'url', target: 'x' })
    expect(body(catalogApi.getEntitiesByRefs, { entityRefs: [] })).toBe(true)
    expect(body(catalogApi.getEntitiesByRefs, {})).toBe(false)
    expect(body(catalogApi.queryEntitiesByPredicate, {})).toBe(true)
    expect(body(catalogApi.queryEntitiesByPredicate, { query: 'kind=a' })).toBe(false)
    expect(body(catalogApi.queryEntitiesByPredicate, { query: [] })).toBe(false)
    expect(body(catalogApi.getEntityFacetsByPredicate, { facets: [] })).toBe(false)
  })

  test('every schema can be written in an OpenAPI document', () => {
    const schemas = Object.values<Route>(catalogApi).flatMap(({ spec }) => [
      ...[spec.query, spec.body].map(schema => schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
      spec.reply && z.toJSONSchema(spec.reply, { io: 'output', unrepresentable: 'any' }),
    ])
    expect(schemas.filter(schema => schema !== undefined).length).toBeGreaterThan(30)
  })
})

test('an entity has metadata, relations and status items of known shapes and may have more [MODEL-04] [MODEL-06] [MODEL-07]', () => {
  const entity = {
    apiVersion: 'v1',
    kind: 'API',
    metadata: {
      name: 'a',
      namespace: 'b',
      title: 'c',
      description: 'd',
      tags: ['e'],
      labels: { f: '' },
      annotations: { g: '' },
      uid: 'h',
      etag: 'i',
      more: 1,
    },
    relations: [{ type: 'ownedBy', targetRef: 'group:default/a' }],
    status: { items: [{ level: 'error', type: catalogProcessingStatusType, message: 'm', error: { name: 'n', message: 'm' } }] },
    more: true,
  }
  expect(Entity.parse(entity)).toEqual(entity)
  expect(Entity.safeParse({ ...entity, relations: [{ type: 'ownedBy' }] }).success).toBe(false)
  expect(Entity.safeParse({ ...entity, status: { items: [{ level: 'bad', type: 'a', message: 'b' }] } }).success).toBe(false)
})

test('a location has an id, a type and a target [MODEL-11]', () => {
  expect(Location.parse({ id: 'a', type: 'url', target: 'b' })).toEqual({ id: 'a', type: 'url', target: 'b' })
  expect(Location.safeParse({ id: 'a', type: 'url' }).success).toBe(false)
})

test('the annotations and the status type that the catalog writes have their names [MODEL-08] [MODEL-09]', () => {
  expect(Object.values(annotations)).toEqual(
    ['managed-by-location', 'managed-by-origin-location', 'source-location', 'view-url', 'edit-url', 'orphan'].map(
      name => `backstage.io/${name}`,
    ),
  )
  expect(catalogProcessingStatusType).toBe('backstage.io/catalog-processing')
})

test('every permission of the catalog is declared, with what it is about [PERM-02]', () => {
  expect(catalogPermissions.map(({ name, type, attributes }) => [name, type, attributes.action])).toEqual([
    ['catalog.entity.read', 'resource', 'read'],
    ['catalog.entity.create', 'basic', 'create'],
    ['catalog.entity.delete', 'resource', 'delete'],
    ['catalog.entity.refresh', 'resource', 'update'],
    ['catalog.entity.validate', 'basic', undefined],
    ['catalog.location.read', 'basic', 'read'],
    ['catalog.location.create', 'basic', 'create'],
    ['catalog.location.analyze', 'basic', undefined],
    ['catalog.location.delete', 'basic', 'delete'],
    ['catalog.ingestion.read', 'basic', 'read'],
    ['catalog.ingestion.manage', 'basic', 'update'],
  ])
})

test('the page of an entity has its namespace, kind and name in the address', () => {
  expect(catalogPaths.entity('Component:Shop/Orders')).toBe('/catalog/shop/component/Orders')
  expect(catalogPaths.entity({ kind: 'API', name: 'a' }, 'docs')).toBe('/catalog/default/api/a/docs')
  expect(pathOf(catalogApi.getEntityByName, { params: { kind: 'api', namespace: 'default', name: 'a b' } })).toBe(
    '/entities/by-name/api/default/a%20b',
  )
})

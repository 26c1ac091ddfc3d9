// @vitest-environment node
import { expect, expectTypeOf, test } from 'vitest'
import { createBrowserConfig } from '../config.ts'
import { defineWebPlugin } from '../plugin.ts'
import { bindRoute, resolveBindings, type RouteBinding } from './route-bindings.ts'
import { fillPath, longestFirst, paramNamesOf, refuseRepeatedParams } from './route-path.ts'
import { defineExternalRouteRef, defineRouteRef, defineSubRouteRef } from './route-ref.ts'
import { createRouteResolver, type RouteFunction } from './route-resolver.ts'

const load = async () => ({ default: () => undefined })
const entityRoute = defineRouteRef({ id: 'catalog-entity-page', params: ['namespace', 'kind', 'name'] })
const indexRoute = defineRouteRef({ id: 'catalog-index' })
const docsRoute = defineSubRouteRef({ id: 'entity-docs', parent: entityRoute, path: '/docs/:page' })
const catalogWeb = defineWebPlugin({
  id: 'catalog',
  pages: [
    { path: '/catalog', title: 'Catalog', load, route: indexRoute },
    { path: '/catalog/:namespace/:kind/:name/*', title: 'Entity', load, route: entityRoute },
  ],
  routes: { entity: entityRoute, index: indexRoute, docs: docsRoute },
})
const toEntity = defineExternalRouteRef({
  id: 'catalog-entity',
  params: ['namespace', 'kind', 'name'],
  optional: true,
  defaultTarget: 'catalog.entity',
})
const toCreate = defineExternalRouteRef({ id: 'create' })
const graphWeb = defineWebPlugin({ id: 'graph', externalRoutes: { catalogEntity: toEntity } })
const createWeb = defineWebPlugin({ id: 'create', externalRoutes: { create: toCreate } })
const jane = { namespace: 'default', kind: 'user', name: 'jane/d?' }

function bind(plugins: Parameters<typeof resolveBindings>[0]['plugins'], bindings: readonly RouteBinding[] = [], configured?: unknown) {
  const data = configured === undefined ? {} : { app: { routes: { bindings: configured } } }
  const resolved = resolveBindings({ plugins, bindings, config: createBrowserConfig([{ context: 'test', data }]) })
  return createRouteResolver(plugins, resolved)
}

test('a path that repeats a parameter is refused by name [SHELL-36]', () => {
  expect(() => refuseRepeatedParams('/a/:x/b/:x')).toThrow("The route path '/a/:x/b/:x' repeats the parameter 'x'")
  expect(() => defineSubRouteRef({ id: 's', parent: indexRoute, path: '/:a/:a' })).toThrow("repeats the parameter 'a'")
  expect(() => refuseRepeatedParams('/a/:x/:y/*')).not.toThrow()
  expect(paramNamesOf('/a/:x/:y?/*')).toEqual(['x', 'y'])
})

test('a sub-route starts with a slash, does not end with one, and brings new parameters of word characters [SHELL-42] [SHELL-43] [SHELL-44] [SHELL-45]', () => {
  const sub = (path: string) => defineSubRouteRef({ id: 's', parent: entityRoute, path })
  expect(() => sub('docs')).toThrow("must start with '/'")
  expect(() => sub('/docs/')).toThrow("must not end with '/'")
  expect(() => sub('/')).toThrow("must not end with '/'")
  expect(() => sub('/docs/:pa-ge')).toThrow("'pa-ge': parameters must be word characters")
  expect(() => sub('/docs/:')).not.toThrow("must start with '/'")
  expect(() => sub('/docs/:name')).toThrow("'name' of its parent 'catalog-entity-page': parameters must not overlap")
  expect(sub('/docs/:page').params).toEqual(['namespace', 'kind', 'name', 'page'])
})

test('a route leads to the path of its page, with parameters escaped; a sub-route to a path below it', () => {
  const routes = bind([catalogWeb])
  expect(routes.resolve(indexRoute)!()).toBe('/catalog')
  expect(routes.resolve(entityRoute)!(jane)).toBe('/catalog/default/user/jane%2Fd%3F')
  expect(routes.resolve(docsRoute)!({ ...jane, page: 'index' })).toBe('/catalog/default/user/jane%2Fd%3F/docs/index')
  expect(routes.resolve(indexRoute)).toBe(routes.resolve(indexRoute))
  expect(() => routes.resolve(entityRoute)!({ namespace: 'default', kind: '' })).toThrow("needs a value for the parameter 'kind'")
  expect(fillPath('/', {})).toBe('/')
})

test('a route without a page has no path, and says so by its id [SHELL-63]', () => {
  const lost = defineRouteRef({ id: 'lost' })
  expect(() => bind([catalogWeb]).resolve(lost)).toThrow('No path for lost')
  expect(() => bind([catalogWeb]).resolve(defineSubRouteRef({ id: 'below-lost', parent: lost, path: '/x' }))).toThrow(
    'No path for below-lost',
  )
  expect(() => bind([catalogWeb]).resolve(toCreate)).toThrow('No path for create')
})

test('an external route leads to its default target, where that plugin is installed', () => {
  expect(bind([catalogWeb, graphWeb]).resolve(toEntity)!(jane)).toBe('/catalog/default/user/jane%2Fd%3F')
  expect(bind([graphWeb]).resolve(toEntity)).toBeUndefined()
})

test('the config decides over the app, and the app over the default', () => {
  const other = defineRouteRef({ id: 'other', params: ['kind', 'name', 'namespace'] })
  const otherWeb = defineWebPlugin({
    id: 'other',
    pages: [{ path: '/o/:kind/:namespace/:name', title: 'O', load, route: other }],
    routes: { other },
  })
  const plugins = [catalogWeb, graphWeb, otherWeb]
  const byApp = [bindRoute(toEntity, other)]
  expect(bind(plugins, byApp).resolve(toEntity)!(jane)).toBe('/o/user/default/jane%2Fd%3F')
  expect(bind(plugins, byApp, { 'graph.catalogEntity': 'catalog.entity' }).resolve(toEntity)!(jane)).toMatch(/^\/catalog/)
  expect(bind(plugins, byApp, { 'graph.catalogEntity': false }).resolve(toEntity)).toBeUndefined()
})

test('a required external route that is not bound is refused by name [SHELL-37]', () => {
  const unbound = "The external route 'create.create' must be bound to a route, in the app or in app.routes.bindings"
  expect(() => bind([catalogWeb, createWeb])).toThrow(unbound)
  expect(() => bind([catalogWeb, createWeb], [bindRoute(toCreate, undefined)])).toThrow(unbound)
  expect(() => bind([catalogWeb, createWeb], [bindRoute(toCreate, indexRoute)], { 'create.create': false })).toThrow(unbound)
  expect(bind([catalogWeb, createWeb], [bindRoute(toCreate, indexRoute)]).resolve(toCreate)!()).toBe('/catalog')
})

test('invalid bindings are refused by name [SHELL-56]', () => {
  const all = [catalogWeb, graphWeb]
  expect(() => bind([catalogWeb], [bindRoute(toCreate, indexRoute)])).toThrow("no plugin of this portal has the external route 'create'")
  expect(() => bind(all, [{ external: toEntity, target: indexRoute }])).toThrow(
    "'graph.catalogEntity' has the parameters (kind, name, namespace), its target 'catalog-index' has ()",
  )
  expect(() => bind(all, [], { 'graph.nothing': 'catalog.index' })).toThrow("there is no external route 'graph.nothing'")
  expect(() => bind(all, [], { 'graph.catalogEntity': 'catalog.nothing' })).toThrow("there is no route 'catalog.nothing'")
  expect(() => bind(all, [], { 'graph.catalogEntity': 7 })).toThrow('expected the name of a route, or false')
  expect(() => bind(all, [], ['x'])).toThrow("Invalid config for key 'app.routes.bindings'")
})

test('a page whose route has other parameters, and a route of two pages, are refused', () => {
  const page = (path: string) => ({ path, title: 'x', load, route: entityRoute })
  expect(() => bind([{ id: 'a', pages: [page('/x/:kind')] }])).toThrow(
    "The route 'catalog-entity-page' has the parameters (kind, name, namespace), its page '/x/:kind' has (kind)",
  )
  const path = '/:kind/:namespace/:name'
  expect(() => bind([{ id: 'a', pages: [page(path), page(`/x${path}`)] }])).toThrow("Duplicate route 'catalog-entity-page'")
})

test('longer paths come first, whatever their order [SHELL-11]', () => {
  const order = (...paths: string[]) => longestFirst(paths.map(path => ({ path }))).map(({ path }) => path)
  expect(order('/', '/docs/*', '/docs/:a/:b', '/docs/new/*')).toEqual(['/docs/:a/:b', '/docs/new/*', '/docs/*', '/'])
  expect(order('/docs/:a/:b', '/docs/new/*', '/docs/*', '/')).toEqual(['/docs/:a/:b', '/docs/new/*', '/docs/*', '/'])
})

test('parameters are typed from the declaration to the link', () => {
  expectTypeOf(docsRoute.params).toEqualTypeOf<readonly ('namespace' | 'kind' | 'name' | 'page')[]>()
  expectTypeOf<RouteFunction<'a' | 'b'>>().parameters.toEqualTypeOf<[params: Readonly<Record<'a' | 'b', string>>]>()
  expectTypeOf<RouteFunction<never>>().parameters.toEqualTypeOf<[]>()
  expectTypeOf(toEntity.optional).toEqualTypeOf<true>()
})

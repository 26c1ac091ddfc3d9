import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb, entityRoute } from '@portico/catalog/web'
import { AppError, unavailableError } from '@portico/core/common'
import { answer, renderPage, type AnsweredRequest, type RouteAnswer } from '@portico/core/testing/web'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogGraphRoute, catalogGraphWeb } from './index.tsx'

interface Sample {
  readonly links?: readonly string[]
  readonly title?: string
  readonly spec?: Readonly<Record<string, unknown>>
}

function entityOf(ref: string, { links = [], title, spec = {} }: Sample): Entity {
  const [, kind = '', namespace = '', name = ''] = /^(.+):(.+)\/(.+)$/.exec(ref) ?? []
  const relations = links.map(link => ({ type: link.split(' ')[0] ?? '', targetRef: link.split(' ')[1] ?? '' }))
  return { apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name, namespace, ...(title && { title }) }, spec, relations }
}

const c = (name: string | number) => `component:default/${name}`
const shop: Readonly<Record<string, Sample>> = {
  [c('shop')]: { title: 'Shop', spec: { type: 'website' }, links: [`dependsOn ${c('cart')}`, 'ownedBy group:default/sales'] },
  [c('cart')]: { title: 'Cart', spec: { type: 'service' }, links: [`dependencyOf ${c('shop')}`, `dependsOn resource:default/db`] },
  'group:default/sales': { title: 'Sales', links: [`ownerOf ${c('shop')}`] },
  'resource:default/db': { title: 'Orders', links: [`dependencyOf ${c('cart')}`] },
}

function byRefs(entities: Readonly<Record<string, Sample>>) {
  return (request: AnsweredRequest) => {
    const { entityRefs } = request.body as { entityRefs: string[] }
    return { items: entityRefs.map(ref => (entities[ref] ? entityOf(ref, entities[ref]) : null)) }
  }
}

function open(search: string, entities = shop, first: readonly RouteAnswer[] = []) {
  const items = Object.entries(entities).map(([ref, sample]) => entityOf(ref, sample))
  return renderPage({
    plugins: [catalogWeb, catalogGraphWeb],
    path: `/catalog-graph${search}`,
    answers: [
      ...first,
      answer(catalogApi.getEntitiesByRefs, byRefs(entities)),
      answer(catalogApi.queryEntities, { items, totalItems: items.length, pageInfo: {} }),
      answer(catalogApi.getEntityFacets, { facets: { kind: [{ value: 'Component', count: 2 }] } }),
    ],
  })
}

/** The code of the graph is large and loads slowly on a busy machine. */

/** Events of jsdom's clicks have no window, which the zooming of the graph needs: nodes are opened by key. */
async function press(user: ReturnType<typeof renderPage>['user'], node: HTMLElement, keys = '{Enter}') {
  node.focus()
  await user.keyboard(keys)
}

const graphRequests = (requests: readonly AnsweredRequest[]) =>
  requests.filter(({ body }) => (body as { fields?: string[] } | undefined)?.fields?.includes('relations')).map(({ body }) => body)

test('there is an absolute route catalog-graph, and an optional link to the page of an entity that leads to the catalog’s [SHELL-18] [SHELL-19]', async () => {
  expect(catalogGraphRoute).toMatchObject({ kind: 'absolute', id: 'catalog-graph', params: [] })
  expect(catalogGraphWeb.externalRoutes.catalogEntity).toMatchObject({
    kind: 'external',
    id: 'catalog-entity',
    params: ['namespace', 'kind', 'name'],
    optional: true,
  })
  const { portal } = open('')
  expect(portal.routes.resolve(catalogGraphRoute)?.()).toBe('/catalog-graph')
  const given = { namespace: 'default', kind: 'component', name: 'shop' }
  const toEntity = portal.routes.resolve(catalogGraphWeb.externalRoutes.catalogEntity)
  expect(toEntity?.(given)).toBe(portal.routes.resolve(entityRoute)?.(given))
  const alone = renderPage({ plugins: [catalogGraphWeb] })
  expect(alone.portal.routes.resolve(catalogGraphWeb.externalRoutes.catalogEntity)).toBeUndefined()
})

test('the neighbourhood of a root is loaded ring by ring, drawn, and described in words', async () => {
  const { screen, requests } = open(`?rootEntityRefs[]=${c('shop')}`)
  expect(await screen.findByRole('button', { name: 'Shop component · website' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cart component · service' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Orders resource' })).toBeTruthy()
  expect(screen.getByText('Shop leads to Cart (depends on), Sales (owned by)')).toBeTruthy()
  expect(screen.getByText('Entities 4 · Relations 3')).toBeTruthy()
  expect(graphRequests(requests)).toMatchObject([
    { entityRefs: [c('shop')] },
    { entityRefs: [c('cart'), 'group:default/sales'] },
    { entityRefs: ['resource:default/db'] },
  ])
})

test('depth, direction, lines and switches are kept in the address', async () => {
  const { screen, user, router } = open(`?rootEntityRefs[]=${c('shop')}`)
  await screen.findByRole('button', { name: 'Orders resource' })
  await user.click(screen.getByRole('radio', { name: '1' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Orders resource' })).toBeNull())
  await user.click(screen.getByRole('radio', { name: 'Top to bottom' }))
  await user.click(screen.getByRole('radio', { name: 'Straight' }))
  await user.click(screen.getByRole('switch', { name: /Simplified/ }))
  await user.click(screen.getByRole('switch', { name: /Merge relations/ }))
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    'rootEntityRefs[]': c('shop'),
    maxDepth: '1',
    direction: 'TB',
    curve: 'curveStepBefore',
    unidirectional: 'false',
    mergeRelations: 'false',
  })
  await user.click(screen.getByRole('button', { name: 'Reset filters' }))
  expect(router.state.location.search).toBe(`?rootEntityRefs%5B%5D=${encodeURIComponent(c('shop'))}`)
})

test('Space shows the details of a node, Escape hides them, and it can become the start; Back undoes that', async () => {
  const { screen, user, router } = open(`?rootEntityRefs[]=${c('shop')}&maxDepth=1`)
  const cart = await screen.findByRole('button', { name: 'Cart component · service' })
  await press(user, cart, ' ')
  const panel = screen.getByRole('region', { name: 'Selected entity' })
  expect(panel.textContent).toContain('component · service')
  expect(document.activeElement).toBe(panel)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Selected entity' })).toBeNull()
  expect(document.activeElement).toBe(cart)
  await user.keyboard(' ')
  await user.click(screen.getByRole('button', { name: 'Centre here' }))
  expect(await screen.findByRole('button', { name: 'Orders resource' })).toBeTruthy()
  expect(router.state.location.search).toContain(encodeURIComponent(c('cart')))
  await router.navigate(-1)
  expect(await screen.findByRole('button', { name: 'Sales group' })).toBeTruthy()
})

test('Enter opens the page of the entity', async () => {
  const { screen, user, router } = open(`?rootEntityRefs[]=${c('shop')}`)
  const node = await screen.findByRole('button', { name: 'Cart component · service' })
  await press(user, node)
  await waitFor(() => expect(router.state.location.pathname).toBe('/catalog/default/component/cart'))
})

test('grouped by domain, entities stand in their systems and these in their domains, whose names are loaded too', async () => {
  const entities: typeof shop = {
    [c('shop')]: { title: 'Shop', links: ['partOf system:default/web', `dependsOn ${c('till')}`] },
    [c('till')]: { title: 'Till', links: ['partOf system:default/cash'] },
    'system:default/web': { title: 'Web shop', links: ['partOf domain:default/selling'] },
    'system:default/cash': { title: 'Cash desk', links: ['partOf domain:default/selling'] },
    'domain:default/selling': { title: 'Selling' },
  }
  const { screen, user } = open(`?rootEntityRefs[]=${c('shop')}&maxDepth=1&selectedKinds[]=component`, entities)
  await screen.findByRole('button', { name: 'Till component' })
  await user.click(screen.getByRole('radio', { name: 'Domain' }))
  const titles = ['Selling', 'Web shop', 'Cash desk']
  for (const name of titles) expect(await screen.findByRole('link', { name })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cash desk' }).getAttribute('href')).toBe('/catalog/default/system/cash')
  expect(screen.getByText('Shop leads to Till (depends on)')).toBeTruthy()
})

test('what does not fit is a node that counts it, and opens when it is pressed', async () => {
  const many = Array.from({ length: 60 }, (_, index) => c(`part-${String(index).padStart(2, '0')}`))
  const entities = { [c('hub')]: { links: many.map(ref => `hasPart ${ref}`) }, ...Object.fromEntries(many.map(ref => [ref, {}])) }
  const { screen, user, router } = open(`?rootEntityRefs[]=${c('hub')}`, entities)
  await press(user, await screen.findByRole('button', { name: '+50 more has part' }))
  expect(await screen.findByRole('button', { name: '+25 more has part' })).toBeTruthy()
  expect(screen.getByText('Entities 36 · Relations 35')).toBeTruthy()
  expect(new URLSearchParams(router.state.location.search).get('expanded[]')).toBe(`hasPart:25:${c('hub')}`)
})

test('a search highlights its matches and steps through them', async () => {
  const { screen, user } = open(`?rootEntityRefs[]=${c('shop')}`)
  await screen.findByRole('button', { name: 'Orders resource' })
  await user.type(screen.getByRole('searchbox', { name: 'Search in graph' }), 'component')
  expect(screen.getByText('1 of 2')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(screen.getByText('2 of 2')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search in graph' }), ' nothing')
  expect(screen.getByText('No matches')).toBeTruthy()
})

test('the path to another entity is shown step by step, and left again', async () => {
  const { screen, user, router } = open(`?rootEntityRefs[]=group:default/sales&pathTo=resource:default/db`)
  expect(await screen.findByRole('group', { name: 'Path from Sales to Orders' })).toBeTruthy()
  expect(screen.getByText('Steps 3')).toBeTruthy()
  expect(await screen.findByText('Cart leads to Orders (depends on)')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to the neighbourhood' }))
  expect(await screen.findByText('Entities 3 · Relations 2')).toBeTruthy()
  expect(router.state.location.search).not.toContain('pathTo')
})

test('when there is no path, the page says so', async () => {
  const { screen } = open(`?rootEntityRefs[]=${c('shop')}&pathTo=${c('island')}`, { ...shop, [c('island')]: {} })
  expect(await screen.findByText('There is no path between these entities')).toBeTruthy()
})

test('without a root the page says what it is for, and a suggestion starts it', async () => {
  const { screen, user } = open('', { 'domain:default/sales': { title: 'Selling' } })
  expect(await screen.findByRole('heading', { name: 'Choose where to start' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Selling' }))
  expect(await screen.findByText('This entity has no relations that fit the filters')).toBeTruthy()
})

test('roots are found on the server and several can be chosen', async () => {
  const { screen, user, router, requests } = open('?maxDepth=2')
  await user.type(await screen.findByRole('combobox', { name: 'Start from' }), 'car')
  await waitFor(() => expect(requests.some(({ path }) => path.includes('fullTextFilterTerm=car'))).toBe(true))
  await user.click(await screen.findByRole('option', { name: /Cart/ }))
  await user.click(screen.getByRole('combobox', { name: 'Start from' }))
  await user.click(await screen.findByRole('option', { name: /Sales/ }))
  expect(new URLSearchParams(router.state.location.search).getAll('rootEntityRefs[]')).toEqual([c('cart'), 'group:default/sales'])
})

test('names that look like markup are shown as text', async () => {
  const wild = '<img src=x onerror=alert(1)>'
  const { screen } = open(`?rootEntityRefs[]=${c('shop')}`, { [c('shop')]: { title: wild, spec: { type: '<b>' } } })
  expect(await screen.findByRole('button', { name: `${wild} component · <b>` })).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
})

test('a failed request shows why and can be retried', async () => {
  let isAway = true
  const refs = answer(catalogApi.getEntitiesByRefs, request =>
    isAway ? (new AppError('InputError', 'no') as never) : byRefs(shop)(request),
  )
  const { screen, user } = open(`?rootEntityRefs[]=${c('shop')}`, shop, [refs])
  expect(await screen.findByText('Could not load the graph')).toBeTruthy()
  expect(screen.getByRole('radio', { name: '3' })).toBeTruthy()
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Orders resource' })).toBeTruthy()
})

test('a slow answer blocks nothing else, and is dropped when something else was requested meanwhile', async () => {
  let release: () => void = () => undefined
  const slow = new Promise<void>(resolve => (release = resolve))
  const refs = answer(catalogApi.getEntitiesByRefs, async request => {
    if ((request.body as { entityRefs: string[] }).entityRefs.includes(c('shop'))) await slow
    return byRefs(shop)(request)
  })
  const { screen, user, router } = open(`?rootEntityRefs[]=${c('shop')}&maxDepth=1`, shop, [refs])
  await user.click(await screen.findByRole('radio', { name: '3' }))
  await router.navigate('/catalog-graph?rootEntityRefs[]=resource:default/db&maxDepth=1')
  expect(await screen.findByRole('button', { name: 'Orders resource' })).toBeTruthy()
  release()
  await waitFor(() => expect(screen.getByText('Entities 2 · Relations 1')).toBeTruthy())
  expect(screen.queryByRole('button', { name: 'Sales group' })).toBeNull()
})

test('when entities further out cannot be loaded, the nearer ones stay, with a warning', async () => {
  const refs = answer(catalogApi.getEntitiesByRefs, request =>
    (request.body as { entityRefs: string[] }).entityRefs.includes(c('shop')) ? byRefs(shop)(request) : (unavailableError('away') as never),
  )
  const { screen } = open(`?rootEntityRefs[]=${c('shop')}`, shop, [refs])
  expect(await screen.findByText('Entities further away could not be loaded')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Shop component · website' })).toBeTruthy()
})

test('when kinds cannot be loaded, the graph stays as it is', async () => {
  const { screen } = open(`?rootEntityRefs[]=${c('shop')}`, shop, [answer(catalogApi.getEntityFacets, unavailableError('away'))])
  expect(await screen.findByRole('button', { name: 'Orders resource' })).toBeTruthy()
})

import { catalogApi, entityDeletePermission, type Entity, type Explanation } from '@portico/catalog/common'
import { AppError, notAllowedError, notFoundError } from '@portico/core/common'
import { answer, renderPage, type RenderPageOptions, type RouteAnswer } from '@portico/core/testing/web'
import { bindRoute, defineApi, defineRouteRef, defineWebPlugin, permissionApiRef, useApi, useRouteRef } from '@portico/core/web'
import { MissingAnnotation } from '@portico/ui'
import { act, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  catalogClientApiRef,
  catalogWeb,
  entityCards,
  entityMenuItems,
  entityNotFound,
  entityTabs,
  useEntity,
  useEntityPage,
} from '../index.tsx'
// Loaded here, so that the first page does not wait for its code.
import './EntityPage.tsx'

const service: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: {
    name: 'Quotes',
    namespace: 'default',
    title: 'Quote engine',
    uid: 'u-1',
    annotations: { 'backstage.io/techdocs-ref': 'dir:.' },
  },
  spec: { type: 'service', lifecycle: 'production', owner: 'front-door', system: 'booking' },
  relations: [
    { type: 'ownedBy', targetRef: 'group:default/front-door' },
    { type: 'partOf', targetRef: 'system:default/booking' },
  ],
}
const booking: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'System',
  metadata: { name: 'booking', namespace: 'default', title: 'Booking' },
  relations: [{ type: 'partOf', targetRef: 'domain:default/commerce' }],
}
const explained: Explanation = {
  ref: 'component:default/quotes',
  state: 'present',
  sources: [],
  errors: [],
  conflicts: [],
  reasons: [{ code: 'in-catalog', message: 'It is there' }],
  next: 'Nothing will change it.',
}
const known: Record<string, Entity> = { 'system:default/booking': booking }

function open(options: Partial<RenderPageOptions> & { entity?: Entity; answers?: readonly RouteAnswer[] } = {}) {
  const { entity = service, answers = [], plugins = [], ...rest } = options
  return renderPage({
    path: '/catalog/default/component/Quotes',
    ...rest,
    plugins: [catalogWeb, ...plugins],
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, entity),
      answer(catalogApi.getEntityAncestry, { rootEntityRef: 'component:default/quotes', items: [{ entity, parentEntityRefs: [] }] }),
      answer(catalogApi.explainEntity, explained),
      answer(catalogApi.getEntityHistory, { items: [], pageInfo: {} }),
      answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
        items: (body as { entityRefs: string[] }).entityRefs.map(ref => known[ref] ?? null),
      })),
    ],
  })
}

const title = { level: 1, name: 'Quote engine' } as const
const denied = defineApi({
  api: permissionApiRef,
  create: () => ({
    authorize: async () => ({ result: 'DENY' as const }),
    known: () => undefined,
    explain: async ({ permission }) => ({ permission: permission.name, grantedBy: [{ role: 'catalog-reader' }] }),
  }),
})

test('the page loads the entity that its address names, kind and namespace in lower case, the parts decoded [CAT-010, CAT-011, CAT-013]', async () => {
  const { screen, requests } = open({ path: '/catalog/Default/COMPONENT/Quotes%2B1' })
  expect(await screen.findByRole('heading', title)).toBeTruthy()
  expect(requests.map(({ path }) => path)).toContain('/entities/by-name/component/default/Quotes%2B1')
  await waitFor(() => expect(document.title).toBe('Quote engine | Test Portal'))
})

test('an address without a namespace means the default one [CAT-012]', async () => {
  const { screen, requests, router } = open({ path: '/catalog/Component/Quotes?inspect=json' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Quote engine', hidden: true })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/catalog/default/component/Quotes')
  expect(router.state.location.search).toBe('?inspect=json')
  expect(requests.map(({ path }) => path)).toContain('/entities/by-name/component/default/Quotes')
})

test('the header has a title, a type line, the trail of its parents, owner, lifecycle, a star and a menu [CAT-014, CAT-015, CAT-016, CAT-017, CAT-018]', async () => {
  const { screen, user } = open()
  const header = (await screen.findByRole('heading', title)).closest('header')!
  const type = within(header).getByRole('link', { name: 'component — service' })
  expect(type.getAttribute('href')).toBe('/catalog?filters%5Bkind%5D=component&filters%5Btype%5D=service')
  const trail = within(header).getByRole('navigation', { name: 'Breadcrumbs' })
  expect((await within(trail).findByRole('link', { name: 'commerce' })).getAttribute('href')).toBe('/catalog/default/domain/commerce')
  // There is room for all of them.
  expect(within(trail).getByRole('link', { name: 'Booking' }).getAttribute('href')).toBe('/catalog/default/system/booking')
  expect(within(header).getByRole('link', { name: 'front-door' })).toBeTruthy()
  expect(within(header).getByText('production')).toBeTruthy()
  const star = within(header).getByRole('button', { name: 'Star Quote engine' })
  await user.click(star)
  expect(star.getAttribute('aria-pressed')).toBe('true')
  expect(within(header).getByRole('button', { name: 'More' })).toBeTruthy()
})

test('parents in a cycle end the trail where it began [CAT-015]', async () => {
  const child = (name: string, parent: string): Entity => ({
    apiVersion: 'v1',
    kind: 'Group',
    metadata: { name, title: name.toUpperCase() },
    relations: [{ type: 'childOf', targetRef: `group:default/${parent}` }],
  })
  const groups: Record<string, Entity> = { 'group:default/a': child('a', 'b'), 'group:default/b': child('b', 'a') }
  const { screen, requests } = open({
    path: '/catalog/default/group/a',
    entity: groups['group:default/a']!,
    answers: [
      answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
        items: (body as { entityRefs: string[] }).entityRefs.map(ref => groups[ref] ?? null),
      })),
    ],
  })
  await screen.findByRole('heading', { level: 1, name: 'A' })
  const trail = screen.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(await within(trail).findByRole('link', { name: 'B' })).toBeTruthy()
  expect(
    within(trail)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['Catalog', 'B', 'A'])
  expect(requests.filter(({ body }) => JSON.stringify(body ?? '').includes('"relations"'))).toHaveLength(1)
})

const tools = defineWebPlugin({
  id: 'tools',
  fills: [
    entityTabs.fill({ name: 'runs', path: '/runs', title: 'Runs', View: () => <p>Runs of {useEntity().metadata.name}</p> }),
    entityTabs.fill({ name: 'api', path: '/definition', title: 'Definition', isFor: entity => entity.kind === 'API', View: () => 'never' }),
    entityMenuItems.fill({ name: 'page', title: 'Page the owner', useAction: () => ({ run: () => void (document.title = 'paged') }) }),
    entityCards.fill({
      name: 'weather',
      place: 'side',
      View: () => <section aria-label="Weather">{useEntityPage().asOf ?? 'now'}</section>,
    }),
  ],
})

test('tabs are the addresses below the page, each with its title, and only those that are for the entity [CAT-019, CAT-020]', async () => {
  const { screen, user, router } = open({ plugins: [tools] })
  const tabs = await screen.findByRole('navigation', { name: 'Parts of this page' })
  expect(
    within(tabs)
      .getAllByRole('link')
      .map(tab => tab.textContent),
  ).toEqual(['Overview', 'Runs', 'History'])
  await user.click(within(tabs).getByRole('link', { name: 'Runs' }))
  expect(await screen.findByText('Runs of Quotes')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/catalog/default/component/Quotes/runs')
  expect(screen.queryByRole('region', { name: 'Weather' })).toBeNull()
})

test("the config moves and turns off entries of the menu, the catalog's own like those of plugins", async () => {
  const extensions = [
    { 'entity-menu-item:catalog/copy-link': false },
    { 'entity-menu-item:catalog/refresh': { order: -1 } },
    { 'entity-menu-item:tools/page': { order: 5 } },
  ]
  const { screen, user } = open({ plugins: [tools], config: { app: { baseUrl: 'http://portal.test', extensions } } })
  await screen.findByRole('heading', { level: 1, name: 'Quote engine' })
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'More' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(entry => entry.textContent)).toEqual(['Refresh entity', 'Page the owner', 'Inspect entity', 'Unregister entity'])
})

test('the config says which cards and tabs a kind and type have, and in which order', async () => {
  const when = { kind: 'COMPONENT', type: ['service'] }
  const extensions = [
    { 'entity-tab:*': { when: { kind: 'api' }, disabled: true } },
    { 'entity-tab:tools/runs': { when, order: -1 } },
    { 'entity-card:*': { when, disabled: true } },
    'entity-card:catalog/about',
    { 'entity-card:catalog/freshness': true },
    { 'entity-card:tools/weather': { when, disabled: false, place: 'main', order: 1 } },
  ]
  const { screen, user } = open({ plugins: [tools], config: { app: { baseUrl: 'http://portal.test', extensions } } })
  const tabs = await screen.findByRole('navigation', { name: 'Parts of this page' })
  expect(
    within(tabs)
      .getAllByRole('link')
      .map(tab => tab.textContent),
  ).toEqual(['Runs', 'Overview', 'History'])
  await user.click(within(tabs).getByRole('link', { name: 'Overview' }))
  await screen.findByRole('region', { name: 'About' })
  const shown = within(screen.getByRole('main'))
    .getAllByRole('region')
    .map(region => region.getAttribute('aria-label') ?? region.querySelector('h2')?.textContent)
  expect(shown).toEqual(['Weather', 'About', 'Freshness'])
})

test("the menu copies the address, and has others' entries [CAT-110]", async () => {
  const { screen, user } = open({ plugins: [tools] })
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await screen.findByRole('heading', title)
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy entity URL' }))
  expect(copied).toHaveBeenCalledWith(window.location.href)
  expect((await screen.findByText('Copied!')).closest('[data-severity]')?.getAttribute('data-severity')).toBe('info')
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Page the owner' }))
  expect(document.title).toBe('paged')
})

test('unregistering can be hidden or disabled by the config, and is disabled without the permission [CAT-091, PERM-08]', async () => {
  const entry = { name: 'Unregister entity' }
  async function menuWith(options: Partial<RenderPageOptions>) {
    const { screen, user } = open(options)
    await screen.findByRole('heading', title)
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'More' }))
    await screen.findByRole('menuitem', { name: 'Inspect entity' })
    return screen
  }
  expect((await menuWith({})).getByRole('menuitem', entry).hasAttribute('disabled')).toBe(false)
  expect((await menuWith({ config: { catalog: { entityPage: { unregister: 'hidden' } } } })).queryByRole('menuitem', entry)).toBeNull()
  const off = (await menuWith({ config: { catalog: { entityPage: { unregister: 'disabled' } } } })).getByRole('menuitem', entry)
  expect([off.hasAttribute('disabled'), off.title]).toEqual([true, 'Unregistering is turned off in this portal'])
  const refused = (await menuWith({ apis: [denied] })).getByRole('menuitem', entry)
  await waitFor(() => expect(refused.title).toBe(`You need the permission ${entityDeletePermission.name}`))
  expect(refused.hasAttribute('disabled')).toBe(true)
})

const absent = answer(catalogApi.getEntityByName, notFoundError('There is no entity'))
const neverSeen: Explanation = {
  ...explained,
  state: 'missing',
  reasons: [{ code: 'never-seen', message: 'No source has ever listed it' }],
  next: 'Register a location whose file holds it.',
}

test('a missing entity is reported, with the reason and what to do [CAT-041, CAT-107]', async () => {
  const { screen } = open({ answers: [absent, answer(catalogApi.explainEntity, neverSeen)] })
  expect(await screen.findByRole('heading', { name: 'Entity was not found' })).toBeTruthy()
  expect(screen.getByText('There is no component with the requested kind, namespace, and name')).toBeTruthy()
  const why = within(await screen.findByRole('region', { name: 'Why it is not here' }))
  expect(why.getByText('It has never been seen')).toBeTruthy()
  expect(why.getByText('Register a location whose file holds it.')).toBeTruthy()
})

test('a portal may replace the page of a missing entity [CAT-107]', async () => {
  const words = defineWebPlugin({
    id: 'words',
    fills: [entityNotFound.fill({ View: ({ entityRef }) => <h1>No {entityRef}, ask in #help</h1> })],
  })
  const { screen } = open({ answers: [absent], plugins: [words] })
  expect(await screen.findByRole('heading', { name: 'No component:default/quotes, ask in #help' })).toBeTruthy()
  expect(screen.queryByText('Entity was not found')).toBeNull()
})

test('users who may not see all entities see which permission may be missing', async () => {
  const { screen } = open({ apis: [denied], answers: [absent, answer(catalogApi.explainEntity, notFoundError('no'))] })
  expect(await screen.findByRole('heading', { name: 'Entity was not found' })).toBeTruthy()
  expect(await screen.findByText('catalog.entity.read')).toBeTruthy()
  expect(screen.getByText('catalog-reader')).toBeTruthy()
})

test('an entity that cannot be loaded is an alert with a retry, and a refusal names its permission [CAT-106]', async () => {
  let failing = true
  const { screen, user } = open({
    answers: [answer(catalogApi.getEntityByName, () => (failing ? new AppError('Error', 'The disk is full') : service))],
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Quotes could not be loaded')
  expect(alert.textContent).toContain('The disk is full')
  failing = false
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', title)).toBeTruthy()
  const refusal = notAllowedError('no', { details: { permission: 'catalog.entity.read', grantedBy: [{ role: 'reader' }] } })
  const { screen: other } = open({ answers: [answer(catalogApi.getEntityByName, refusal)] })
  expect((await other.findByRole('alert')).textContent).toContain('catalog.entity.read')
})

async function lookAgain() {
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
}

test('an entity that is deleted while its page is open stays readable and says so', async () => {
  let gone = false
  const { screen, user } = open({
    answers: [
      answer(catalogApi.getEntityByName, () => (gone ? notFoundError('gone') : service)),
      answer(catalogApi.explainEntity, () => (gone ? neverSeen : explained)),
    ],
  })
  await screen.findByRole('heading', title)
  gone = true
  await lookAgain()
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('This entity is no longer in the catalog')
  expect(screen.getByRole('heading', title)).toBeTruthy()
  await user.click(within(notice).getByRole('button', { name: 'Why is it like this?' }))
  expect(await screen.findByRole('dialog', { name: 'Why this entity is as it is' })).toBeTruthy()
})

test('an entity that may no longer be seen is removed from the screen', async () => {
  let lost = false
  const answers = [
    answer(catalogApi.getEntityByName, () => (lost ? notFoundError('hidden') : service)),
    answer(catalogApi.explainEntity, () => (lost ? notFoundError('hidden') : explained)),
  ]
  const { screen } = open({ apis: [denied], answers })
  await screen.findByRole('heading', title)
  lost = true
  await lookAgain()
  expect(await screen.findByRole('heading', { name: 'Entity was not found' })).toBeTruthy()
  expect(screen.queryByText('Quote engine')).toBeNull()
})

test('a page whose server becomes unavailable keeps its data, and says that it may be stale', async () => {
  let away = false
  const { screen, user } = open({ answers: [answer(catalogApi.getEntityByName, () => (away ? new AppError('Error', 'boom') : service))] })
  await screen.findByRole('heading', title)
  away = true
  await lookAgain()
  expect(await screen.findByText(/This may be out of date/)).toBeTruthy()
  expect(screen.getByRole('heading', title)).toBeTruthy()
  away = false
  await user.click(screen.getByRole('button', { name: 'Look again' }))
  await waitFor(() => expect(screen.queryByText(/This may be out of date/)).toBeNull())
})

test('the catalog links to creating components, documentation, templates and a route after removal, where the app binds them [CAT-034, CAT-035, CAT-036, CAT-037]', async () => {
  const [make, docs, use, after] = [
    defineRouteRef({ id: 'make' }),
    defineRouteRef({ id: 'docs', params: ['namespace', 'kind', 'name'] }),
    defineRouteRef({ id: 'use', params: ['namespace', 'templateName'] }),
    defineRouteRef({ id: 'after' }),
  ]
  const { createComponent, viewTechDoc, createFromTemplate, unregisterRedirect } = catalogWeb.externalRoutes
  function Links() {
    return [useRouteRef(createComponent)?.(), useRouteRef(unregisterRedirect)?.()].join(' ')
  }
  const page = (path: string, route: typeof make) => ({ path, title: path, route, load: async () => ({ default: Links }) })
  const targets = defineWebPlugin({
    id: 'targets',
    pages: [
      page('/make', make),
      page('/docs/:namespace/:kind/:name', docs as never),
      page('/use/:namespace/:templateName', use as never),
      page('/after', after),
    ],
  })
  const bindings = [
    bindRoute(createComponent, make),
    bindRoute(viewTechDoc, docs),
    bindRoute(createFromTemplate, use),
    bindRoute(unregisterRedirect, after),
  ]
  const { screen } = open({ plugins: [targets], bindings })
  expect((await screen.findByRole('link', { name: 'View docs' })).getAttribute('href')).toBe('/docs/default/component/Quotes')
  const template: Entity = { ...service, kind: 'Template', metadata: { name: 'node', namespace: 'default' } }
  const { screen: other } = open({ plugins: [targets], bindings, entity: template })
  expect((await other.findByRole('link', { name: 'Use template' })).getAttribute('href')).toBe('/use/default/node')
  const { screen: third } = open({ plugins: [targets], bindings, path: '/make' })
  expect(await third.findByText('/make /after')).toBeTruthy()
})

test('a tab for which an annotation is missing shows how to write it [CAT-040]', async () => {
  const Missing = () => <MissingAnnotation annotations={['circleci.com/project-slug']} />
  const builds = defineWebPlugin({ id: 'builds', fills: [entityTabs.fill({ name: 'ci', path: '/ci', title: 'CI', View: Missing })] })
  const { screen } = open({ plugins: [builds], path: '/catalog/default/component/Quotes/ci' })
  expect(await screen.findByRole('heading', { name: 'Missing Annotation' })).toBeTruthy()
  expect(screen.getByText(/annotations: circleci\.com\/project-slug: value/).tagName).toBe('CODE')
})

test('hooks used outside their context throw a clear error [CAT-114, CAT-115, CAT-116]', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const LoneClient = () => String(useApi(catalogClientApiRef))
  const LoneEntity = () => useEntity().kind
  const LoneLayout = () => String(useEntityPage().asOf)
  const lone = defineWebPlugin({
    id: 'lone',
    pages: Object.entries({ api: LoneClient, entity: LoneEntity, layout: LoneLayout }).map(([name, View]) => ({
      path: `/${name}`,
      title: name,
      load: async () => ({ default: View }),
    })),
  })
  const errorAt = async (path: string) => (await renderPage({ plugins: [lone], path }).screen.findByRole('alert')).textContent
  expect(await errorAt('/api')).toContain('No implementation available')
  expect(await errorAt('/entity')).toContain('Entity context is not available')
  expect(await errorAt('/layout')).toContain('useEntityPage can only be used inside the layout of the entity page')
})

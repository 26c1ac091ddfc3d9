import { integrationsWeb } from '@portico/integrations/web'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { unavailableError } from '@portico/core/common'
import { answer, renderPage, type RenderPageOptions, type RouteAnswer } from '@portico/core/testing/web'
import { defineApi, defineRouteRef, defineWebPlugin, permissionApiRef } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scaffolderWeb } from '../index.tsx'

function template(name: string, type: string, more: Partial<Entity['metadata']> = {}): Entity {
  return {
    apiVersion: 'scaffolder.backstage.io/v1beta3',
    kind: 'Template',
    metadata: { name, namespace: 'default', ...more },
    spec: { type },
    relations: [{ type: 'ownedBy', targetRef: `group:default/${type}-team` }],
  }
}

const templates = [
  template('service', 'service', { title: 'Node service', description: 'Answers over HTTP', tags: ['javascript', 'recommended'] }),
  template('book', 'documentation', { title: 'Handbook', tags: ['docs'], annotations: { 'backstage.io/techdocs-ref': 'dir:.' } }),
  template('evil', 'service', { title: '<img src=x onerror=alert(1)>', description: '<b>bold</b>' }),
]
const found = (items: readonly Entity[] = templates) =>
  answer(catalogApi.queryEntitiesByPredicate, { items: [...items], totalItems: items.length, pageInfo: {} })

const importRoute = defineRouteRef({ id: 'import' })
const docsRoute = defineRouteRef({ id: 'docs', params: ['namespace', 'kind', 'name'] })
const page = async () => ({ default: () => 'elsewhere' })
const importPlugin = defineWebPlugin({
  id: 'catalog-import',
  pages: [{ path: '/import-here', title: 'Import', load: page, route: importRoute }],
  routes: { importPage: importRoute },
})
const docsPlugin = defineWebPlugin({
  id: 'techdocs',
  pages: [{ path: '/docs/:namespace/:kind/:name', title: 'Docs', load: page, route: docsRoute }],
  routes: { docRoot: docsRoute },
})

function open({
  path = '/create',
  answers = [],
  plugins = [],
  ...rest
}: Partial<RenderPageOptions> & { answers?: readonly RouteAnswer[] } = {}) {
  return renderPage({
    path,
    plugins: [catalogWeb, integrationsWeb, scaffolderWeb, ...plugins],
    answers: [...answers, found(), answer(catalogApi.getEntitiesByRefs, { items: [] })],
    ...rest,
  })
}

const titles = (list: HTMLElement) =>
  within(list)
    .getAllByRole('heading', { level: 3 })
    .map(heading => heading.textContent)

test("the list is titled 'Create a new component', and so is the document [SCAF-014]", async () => {
  const { screen } = open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Create a new component' })).toBeTruthy()
  expect(document.title).toMatch(/^Create a new component/)
})

test("without config the list is one group, 'Templates'; with groups all others are 'Other Templates' [SCAF-015]", async () => {
  const plain = open()
  expect(titles(await plain.screen.findByRole('region', { name: /^Templates/ }))).toHaveLength(3)
  const { screen } = open({ config: { scaffolder: { templateGroups: [{ title: 'Recommended', tags: ['recommended'] }] } } })
  expect(titles(await screen.findByRole('region', { name: /^Recommended/ }))).toEqual(['Node service'])
  expect(titles(screen.getByRole('region', { name: /^Other Templates/ }))).toHaveLength(2)
})

test("'Register Existing Component' leads to the import page, where there is one [SCAF-016]", async () => {
  const { screen } = open({ plugins: [importPlugin] })
  const link = await screen.findByRole('link', { name: 'Register Existing Component' })
  expect(link.getAttribute('href')).toBe('/import-here')
  const alone = open()
  await alone.screen.findByRole('region', { name: /^Templates/ })
  expect(alone.screen.queryByRole('link', { name: 'Register Existing Component' })).toBeNull()
})

test("the docs of a template are the external route 'view-techdoc', by default those of the docs plugin [SCAF-013]", async () => {
  const { viewTechDoc } = scaffolderWeb.externalRoutes
  expect(viewTechDoc).toMatchObject({ id: 'view-techdoc', optional: true, params: ['namespace', 'kind', 'name'] })
  const { screen } = open({ plugins: [docsPlugin] })
  expect((await screen.findByRole('link', { name: 'Docs' })).getAttribute('href')).toBe('/docs/default/template/book')
  const alone = open()
  await alone.screen.findByRole('region', { name: /^Templates/ })
  expect(alone.screen.queryByRole('link', { name: 'Docs' })).toBeNull()
})

test("the 'Categories' picker narrows the list, and the address has it [SCAF-017]", async () => {
  const { screen, user, router } = open()
  await screen.findByRole('region', { name: /^Templates/ })
  await user.click(screen.getByRole('combobox', { name: 'Categories' }))
  await user.click(await screen.findByRole('option', { name: /documentation/ }))
  expect(titles(screen.getByRole('region', { name: /^Templates/ }))).toEqual(['Handbook'])
  expect(router.state.location.search).toBe('?category=documentation')
})

test('words, tags and owners of the address narrow the list too, and nothing found can be cleared', async () => {
  const { screen, user, router } = open({ path: '/create?q=http&tag=javascript&owner=group:default/service-team' })
  expect(titles(await screen.findByRole('region', { name: /^Templates/ }))).toEqual(['Node service'])
  await user.type(screen.getByRole('searchbox', { name: 'Search templates' }), ' nowhere{Enter}')
  expect(await screen.findByText('No template matches')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(titles(await screen.findByRole('region', { name: /^Templates/ }))).toHaveLength(3)
  expect(router.state.location.search).toBe('')
})

test('favourites are the starred templates, and the recently used ones those of the last tasks', async () => {
  const spec = (ref: string) => ({ apiVersion: 'x', steps: [], output: {}, parameters: {}, templateInfo: { entityRef: ref } })
  const task = (id: string, ref: string) => ({ id, spec: spec(ref), status: 'completed' as const, createdAt: '2026-01-01T00:00:00Z' })
  const tasks = [task('2', 'template:default/book'), task('1', 'template:default/service'), task('0', 'template:default/book')]
  const { screen, user, requests } = open({ answers: [answer(scaffolderApi.listTasks, { tasks, totalTasks: 3 })] })
  await user.click(await screen.findByRole('button', { name: /^Add Handbook|Handbook/ }))
  await user.click(screen.getByRole('radio', { name: 'Favourites' }))
  expect(titles(await screen.findByRole('region', { name: /^Templates/ }))).toEqual(['Handbook'])
  await user.click(screen.getByRole('radio', { name: 'Recently used' }))
  expect(await screen.findByRole('link', { name: 'Node service' })).toBeTruthy()
  expect(titles(screen.getByRole('region', { name: /^Templates/ }))).toEqual(['Handbook', 'Node service'])
  expect(requests.some(({ path }) => path.startsWith('/v2/tasks?createdBy=user%3Adefault%2Fjane'))).toBe(true)
})

test('the list can be a table; each template leads to its form; titles with HTML are texts', async () => {
  const { screen, user } = open()
  expect((await screen.findByRole('link', { name: 'Node service' })).getAttribute('href')).toBe('/create/templates/default/service')
  expect(screen.getByRole('link', { name: '<img src=x onerror=alert(1)>' })).toBeTruthy()
  expect(document.querySelector('img[src="x"]')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'List' }))
  const table = within(await screen.findByRole('table', { name: 'Templates' }))
  expect(table.getAllByRole('link', { name: 'Handbook' })[0]?.getAttribute('href')).toBe('/create/templates/default/book')
})

test('a list that cannot be loaded says so and is loaded again; an empty one says what templates are', async () => {
  let isAway = true
  const away = answer(catalogApi.queryEntitiesByPredicate, () =>
    isAway ? unavailableError('The catalog is away') : { items: [], totalItems: 0, pageInfo: {} },
  )
  const { screen, user } = open({ answers: [away] })
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load the templates')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('There are no templates yet')).toBeTruthy()
})

test('whoever may not run templates is told so, and is led to them in the catalog', async () => {
  const deny = defineApi({
    api: permissionApiRef,
    create: () => ({
      authorize: async () => ({ result: 'DENY' as const }),
      known: () => undefined,
      explain: async () => ({ permission: 'scaffolder.task.create' }),
    }),
  })
  const { screen } = open({ apis: [deny], plugins: [importPlugin] })
  expect(await screen.findByText(/scaffolder\.task\.create/)).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Node service' })).getAttribute('href')).toBe('/catalog/default/template/service')
  expect(screen.queryByRole('link', { name: 'Register Existing Component' })).toBeNull()
  const wizard = open({
    apis: [deny],
    path: '/create/templates/default/service',
    answers: [answer(scaffolderApi.getParameterSchema, { title: 'S', steps: [] })],
  })
  expect(await wizard.screen.findByText(/scaffolder\.task\.create/)).toBeTruthy()
  expect(wizard.screen.queryByRole('button', { name: 'Create' })).toBeNull()
})

test('every page of the scaffolder is below its root [SCAF-001]', () => {
  for (const { path } of scaffolderWeb.pages ?? []) expect(path).toMatch(/^\/create(\/|$)/)
  const { root, ...below } = scaffolderWeb.routes
  for (const route of Object.values(below)) expect(route).toMatchObject({ parent: root })
})

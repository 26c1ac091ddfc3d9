import { catalogApi, type Entity } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogWeb } from '../index.tsx'
// Loaded here, so that the first page does not wait for its code.
import '../views/EntityPage.tsx'

const location = 'url:https://code.test/catalog-info.yaml'
const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: {
    name: 'quotes',
    namespace: 'default',
    uid: 'u-1',
    etag: 'e-1',
    annotations: {
      'backstage.io/managed-by-location': location,
      'backstage.io/managed-by-origin-location': 'url:https://code.test/all.yaml',
    },
    labels: { 'acme.test/tier': '1' },
    tags: ['typescript'],
  },
  spec: { type: 'service', owner: 'team-a' },
  relations: [
    { type: 'dependsOn', targetRef: 'resource:default/db' },
    { type: 'dependsOn', targetRef: 'component:default/kit' },
    { type: 'ownedBy', targetRef: 'group:default/team-a' },
  ],
  status: { items: [{ type: 'backstage.io/catalog-processing', level: 'warning', message: '<b>slow</b>' }] },
}
const parent: Entity = { apiVersion: 'v1', kind: 'Location', metadata: { name: 'all', namespace: 'default', title: 'All of it' } }
const other = (name: string, at: string): Entity => ({
  apiVersion: 'v1',
  kind: 'API',
  metadata: { name, namespace: 'default', title: name, annotations: { 'backstage.io/managed-by-location': at } },
})

function open(search = '?inspect', answers: readonly RouteAnswer[] = [], shown = entity) {
  const items = [
    { entity: shown, parentEntityRefs: ['location:default/all'] },
    { entity: parent, parentEntityRefs: [] },
  ]
  return renderPage({
    plugins: [catalogWeb],
    path: `/catalog/default/component/quotes${search}`,
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, shown),
      answer(catalogApi.getEntityAncestry, { rootEntityRef: 'component:default/quotes', items }),
      answer(catalogApi.getEntityHistory, { items: [], pageInfo: {} }),
      answer(catalogApi.queryEntitiesByPredicate, {
        items: [other('near', location), other('far', 'url:x')],
        totalItems: 42,
        pageInfo: {},
      }),
      answer(catalogApi.getEntitiesByRefs, ({ body }) => ({ items: (body as { entityRefs: string[] }).entityRefs.map(() => null) })),
    ],
  })
}

const inspector = ['dialog', { name: 'Entity inspector' }] as const

test('the inspector is open when the address says so, its value picks the tab, and closing removes it [CAT-021, CAT-022, CAT-023, CAT-024]', async () => {
  const { screen, user, router } = open('?tab=1&inspect=yaml')
  const dialog = within(await screen.findByRole(...inspector))
  const names = dialog.getAllByRole('tab').map(tab => tab.textContent)
  expect(names).toEqual(['Overview', 'Ancestry', 'Colocated', 'Raw JSON', 'Raw YAML'])
  expect(dialog.getByRole('tab', { selected: true }).textContent).toBe('Raw YAML')
  await user.click(dialog.getByRole('tab', { name: 'Raw JSON' }))
  expect(router.state.location.search).toBe('?tab=1&inspect=json')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole(...inspector)).toBeNull())
  expect(router.state.location.search).toBe('?tab=1')
})

test('without a tab, or with an unknown one, the overview is open; the menu opens it too [CAT-021, CAT-022]', async () => {
  for (const search of ['?inspect', '?inspect=nonsense']) {
    const dialog = within(await open(search).screen.findByRole(...inspector))
    expect(dialog.getByRole('tab', { selected: true }).textContent).toBe('Overview')
  }
  const { screen, user, router } = open('')
  await screen.findByRole('heading', { level: 1, name: 'quotes' })
  await screen.findByRole('region', { name: 'About' })
  expect(screen.queryByRole(...inspector)).toBeNull()
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Inspect entity' }))
  expect(await screen.findByRole(...inspector)).toBeTruthy()
  expect(router.state.location.search).toBe('?inspect=overview')
})

test('the overview has the identity with buttons that copy it [CAT-025, CAT-026]', async () => {
  const { screen, user } = open()
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  const identity = within(await screen.findByRole('region', { name: 'Identity' }))
  const facts = identity.getAllByRole('term').map(term => [term.textContent, term.nextElementSibling?.firstElementChild?.textContent])
  expect(facts).toEqual([
    ['apiVersion', 'backstage.io/v1alpha1'],
    ['kind', 'Component'],
    ['spec.type', 'service'],
    ['uid', 'u-1'],
    ['etag', 'e-1'],
    ['entityRef', 'component:default/quotes'],
  ])
  await user.click(identity.getByRole('button', { name: 'Copy entityRef' }))
  expect(copied).toHaveBeenLastCalledWith('component:default/quotes')
  await user.click(identity.getByRole('button', { name: 'Copy uid' }))
  expect(copied).toHaveBeenLastCalledWith('u-1')
})

test('the overview has annotations, labels, tags, relations by type, and status items [CAT-027, CAT-028, CAT-029]', async () => {
  const { screen } = open()
  const metadata = within(await screen.findByRole('region', { name: 'Metadata' }))
  expect(metadata.getByText('backstage.io/managed-by-location').nextElementSibling?.textContent).toBe(location)
  expect(metadata.getByText('acme.test/tier').nextElementSibling?.textContent).toBe('1')
  expect(within(metadata.getByRole('list', { name: 'Tags' })).getByText('typescript')).toBeTruthy()
  const relations = within(screen.getByRole('region', { name: 'Relations' }))
  const refsOf = (type: string) =>
    within(relations.getByRole('list', { name: type }))
      .getAllByRole('link')
      .map(link => link.textContent)
  expect(refsOf('dependsOn')).toEqual(['resource:default/db', 'component:default/kit'])
  expect(refsOf('ownedBy')).toEqual(['group:default/team-a'])
  const [status] = within(screen.getByRole('region', { name: 'Status' })).getAllByRole('listitem')
  expect(status?.textContent).toBe('warningbackstage.io/catalog-processing<b>slow</b>')
})

test('the ancestry is a diagram of the parents, and a node leads to its entity [CAT-030]', async () => {
  const { screen, user, router } = open('?inspect=ancestry')
  const graph = within(await screen.findByRole(...inspector))
  const links = await graph.findAllByRole('link', { name: /All of it/ })
  expect(graph.getAllByRole('link', { name: /quotes/ }).length).toBeGreaterThan(0)
  links[0]!.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/catalog/default/location/all'))
  expect(router.state.location.search).toBe('')
})

test('colocated are the others of the same location or origin, a page at a time [CAT-032]', async () => {
  const { screen, user, requests } = open('?inspect=colocated')
  const table = within(await screen.findByRole('table', { name: 'Colocated' }))
  expect(table.getByRole('row', { name: /near API the location/ })).toBeTruthy()
  expect(table.getByRole('row', { name: /far API the origin/ })).toBeTruthy()
  const asked = () =>
    requests
      .filter(({ path, method }) => path === '/entities/by-query' && method === 'POST')
      .map(({ body }) => body as Record<string, unknown>)
  expect(asked()[0]?.['query']).toEqual({
    $all: [
      {
        $any: [
          { 'metadata.annotations.backstage.io/managed-by-location': location },
          { 'metadata.annotations.backstage.io/managed-by-origin-location': 'url:https://code.test/all.yaml' },
        ],
      },
      { $not: { 'metadata.uid': 'u-1' } },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked().at(-1)?.['offset']).toBe(20))
})

test('an entity without a location has no others, and one may be alone on its location [CAT-112, CAT-113]', async () => {
  const bare = { ...entity, metadata: { name: 'quotes', uid: 'u-1' } }
  expect(await open('?inspect=colocated', [], bare).screen.findByText('Entity had no location information.')).toBeTruthy()
  const alone = answer(catalogApi.queryEntitiesByPredicate, { items: [], totalItems: 0, pageInfo: {} })
  expect(await open('?inspect=colocated', [alone]).screen.findByText('There were no other entities on this location.')).toBeTruthy()
})

test('raw JSON and raw YAML show the whole entity [CAT-033]', async () => {
  const json = within(await open('?inspect=json').screen.findByRole(...inspector))
  expect(JSON.parse((await json.findByRole('group', { name: 'Code' })).querySelector('code')!.textContent)).toEqual(entity)
  const yaml = within(await open('?inspect=yaml').screen.findByRole(...inspector))
  const text = (await yaml.findByRole('group', { name: 'Code' })).querySelector('code')!.textContent
  expect(text).toContain('kind: Component\nmetadata:\n  name: quotes\n')
  expect(text).toContain('  - type: dependsOn\n    targetRef: "resource:default/db"')
})

test('a tab that cannot be loaded says so and can be retried, and the others stay', async () => {
  let failing = true
  const ancestry = { rootEntityRef: 'component:default/quotes', items: [{ entity, parentEntityRefs: [] }] }
  const { screen, user } = open('?inspect=ancestry', [
    answer(catalogApi.getEntityAncestry, () => (failing ? new AppError('Error', 'boom') : ancestry)),
    answer(catalogApi.queryEntitiesByPredicate, new AppError('Error', 'boom')),
  ])
  const dialog = within(await screen.findByRole(...inspector))
  expect((await dialog.findByRole('alert')).textContent).toContain('The ancestry could not be loaded')
  failing = false
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect((await dialog.findAllByRole('link', { name: /quotes/ })).length).toBeGreaterThan(0)
  await user.click(dialog.getByRole('tab', { name: 'Colocated' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The other entities could not be loaded')
  await user.click(dialog.getByRole('tab', { name: 'Overview' }))
  expect(dialog.getByRole('region', { name: 'Identity' })).toBeTruthy()
})

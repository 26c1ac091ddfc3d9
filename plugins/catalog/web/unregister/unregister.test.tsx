import { catalogApi, type Entity, type Explanation } from '@portico/catalog/common'
import { AppError, notFoundError } from '@portico/core/common'
import { answer, renderPage, type RenderPageOptions, type RouteAnswer } from '@portico/core/testing/web'
import { bindRoute, defineApi, defineRouteRef, defineWebPlugin, permissionApiRef } from '@portico/core/web'
import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogWeb } from '../index.tsx'
import { UnregisterContent } from './UnregisterContent.tsx'
// Loaded here, so that the first page does not wait for its code.
import '../views/EntityPage.tsx'

const origin = 'url:https://code.test/all.yaml'
const entity: Entity = {
  apiVersion: 'v1',
  kind: 'Component',
  metadata: { name: 'quotes', title: 'Quote engine', uid: 'u-1', annotations: { 'backstage.io/managed-by-origin-location': origin } },
}
const neighbour: Entity = { apiVersion: 'v1', kind: 'API', metadata: { name: 'quotes-api', namespace: 'default', title: 'Quotes API' } }
const location = { id: 'l-1', type: 'url', target: 'https://code.test/all.yaml' }

function explained(registeredBy: 'config' | 'api'): Explanation {
  const source = {
    type: 'location' as const,
    name: 'file:all.yaml',
    origin: 'file:/etc/all.yaml',
    isHolder: true,
    failures: 0,
    registeredBy,
  }
  return { ref: 'component:default/quotes', state: 'present', sources: [source], errors: [], conflicts: [], reasons: [], next: '' }
}

const registered = answer(catalogApi.getLocationByEntity, location)

async function open(answers: readonly RouteAnswer[], options: Partial<RenderPageOptions> = {}, shown = entity) {
  const page = renderPage({
    path: '/catalog/default/component/quotes',
    ...options,
    plugins: [catalogWeb, ...(options.plugins ?? [])],
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, shown),
      answer(catalogApi.getEntityAncestry, { rootEntityRef: 'component:default/quotes', items: [{ entity: shown, parentEntityRefs: [] }] }),
      answer(catalogApi.explainEntity, explained('api')),
      answer(catalogApi.getEntityHistory, { items: [], pageInfo: {} }),
      answer(catalogApi.getLocationByEntity, notFoundError('no location')),
      answer(catalogApi.queryEntitiesByPredicate, { items: [entity, neighbour], totalItems: 30, pageInfo: {} }),
      answer(catalogApi.queryEntities, { items: [], totalItems: 0, pageInfo: {} }),
    ],
  })
  const { screen, user } = page
  await screen.findByRole('region', { name: 'About' })
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Unregister entity' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unregister Quote engine' }))
  return { ...page, dialog }
}

const deletions = (requests: readonly { method: string; path: string }[]) =>
  requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)

test('while the location is searched the dialog shows progress [CAT-056]', async () => {
  const { dialog } = await open([{ route: catalogApi.getLocationByEntity, answer: () => new Promise(() => {}) }])
  expect(dialog.getByRole('status').textContent).toContain('Loading')
  expect(dialog.getAllByRole('button').map(button => button.textContent || button.getAttribute('aria-label'))).toEqual(['Close', 'Cancel'])
})

test('when that fails the dialog says so, and can retry [CAT-057]', async () => {
  let failing = true
  const { dialog, user } = await open([
    answer(catalogApi.getLocationByEntity, () => (failing ? new AppError('Error', 'The disk is full') : location)),
  ])
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toContain('Could not find out where this entity comes from')
  expect(alert.textContent).toContain('The disk is full')
  failing = false
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('button', { name: 'Unregister location' })).toBeTruthy()
})

test.each([
  ['its annotation says so', [], 'bootstrap:bootstrap'],
  ['the config has its location', [answer(catalogApi.explainEntity, explained('config'))], 'file:/etc/all.yaml'],
] as const)(
  'an entity of the protected location can only be deleted, under advanced options: %s [CAT-058, CAT-111]',
  async (_why, answers, origin) => {
    const metadata = {
      ...entity.metadata,
      ...(origin.startsWith('bootstrap') && { annotations: { 'backstage.io/managed-by-origin-location': origin } }),
    }
    const { dialog, user } = await open(answers, {}, { ...entity, metadata })
    const note = await dialog.findByRole('note')
    expect(note.textContent).toContain('originates from a protected configuration location')
    expect(note.textContent).toContain('Contact the integrator')
    expect(note.textContent).toContain(origin)
    // The lines of the config are shown, where they are known.
    const lines = dialog.queryByRole('group', { name: 'app-config.yaml' })
    if (origin.startsWith('bootstrap')) expect(lines).toBeNull()
    else expect(lines?.textContent).toBe('catalog:\n  locations:\n    - type: file\n      target: /etc/all.yaml')
    expect(dialog.queryByRole('button', { name: 'Unregister location' })).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Delete entity' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Advanced options' }))
    expect(dialog.getByRole('button', { name: 'Delete entity' })).toBeTruthy()
  },
)

test('a registered location is shown with everything that came by it, and unregistered; then the index is shown [CAT-039, CAT-059]', async () => {
  const { dialog, user, screen, requests, router } = await open([registered, answer(catalogApi.deleteLocation, undefined)])
  const entities = within(await dialog.findByRole('list', { name: 'Entities that will be removed' }))
  expect(entities.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Quote engine', 'Quotes API', 'and 28 more'])
  expect(dialog.getByRole('link', { name: /^https:\/\/code\.test\/all\.yaml/ })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Unregister location' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/catalog'))
  expect(deletions(requests)).toEqual(['/locations/l-1'])
  expect(await screen.findByText('Unregistered https://code.test/all.yaml')).toBeTruthy()
})

test('advanced options delete only the entity, with a transient alert [CAT-060, CAT-109]', async () => {
  const { dialog, user, screen, requests, router } = await open([registered, answer(catalogApi.deleteEntityByUid, undefined)])
  await user.click(await dialog.findByRole('button', { name: 'Advanced options' }))
  await user.click(dialog.getByRole('button', { name: 'Delete entity' }))
  expect(await screen.findByText('Removed entity Quote engine')).toBeTruthy()
  expect(deletions(requests)).toEqual(['/entities/by-uid/u-1'])
  expect(router.state.location.pathname).toBe('/catalog')
})

test('without a registered location there is only deleting [CAT-061]', async () => {
  const { dialog } = await open([])
  expect(await dialog.findByText('No location is registered for this entity, so it can only be deleted.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Delete entity' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Unregister location' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Advanced options' })).toBeNull()
})

test('an unknown state is an internal error [CAT-062]', async () => {
  const removal = { isBusy: false, deleteEntity: async () => {}, unregister: async () => {} }
  const Strange = () => <UnregisterContent entity={entity} state={{ type: 'strange' } as never} removal={removal} onClose={() => {}} />
  const strange = defineWebPlugin({ id: 'strange', pages: [{ path: '/', title: 'Strange', load: async () => ({ default: Strange }) }] })
  const { screen } = renderPage({ plugins: [catalogWeb, strange] })
  expect((await screen.findByRole('alert')).textContent).toBe('Internal error: Unknown state')
})

test('while it works the buttons are disabled, and a failure is reported without closing [CAT-063, CAT-108]', async () => {
  let fail = (_error: AppError) => {}
  const waiting = new Promise<AppError>(resolve => (fail = resolve))
  const { dialog, user, screen, router } = await open([registered, { route: catalogApi.deleteLocation, answer: () => waiting }])
  await user.click(await dialog.findByRole('button', { name: 'Unregister location' }))
  const busy = ['Cancel', 'Advanced options', 'Unregister location'].map(name => dialog.getByRole<HTMLButtonElement>('button', { name }))
  expect(busy.map(button => button.disabled || button.hasAttribute('data-loading'))).toEqual([true, true, true])
  await user.keyboard('{Escape}')
  fail(new AppError('Error', 'The lock is stuck'))
  expect((await screen.findByText('The lock is stuck')).closest('[data-severity]')?.getAttribute('data-severity')).toBe('error')
  expect(busy.map(button => button.disabled)).toEqual([false, false, false])
  expect(router.state.location.pathname).toBe('/catalog/default/component/quotes')
})

test('a delete that fails is reported as well [CAT-108]', async () => {
  const { dialog, user, screen } = await open([answer(catalogApi.deleteEntityByUid, new AppError('Error', 'Not today'))])
  await user.click(await dialog.findByRole('button', { name: 'Delete entity' }))
  expect((await screen.findByText('Not today')).closest('[role=alert]')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Delete entity' })).toBeTruthy()
})

test('afterwards the app goes to the bound route, if there is one [CAT-038]', async () => {
  const after = defineRouteRef({ id: 'after' })
  const targets = defineWebPlugin({
    id: 'targets',
    pages: [{ path: '/after', title: 'After', route: after, load: async () => ({ default: () => <h1>What now?</h1> }) }],
  })
  const bindings = [bindRoute(catalogWeb.externalRoutes.unregisterRedirect, after)]
  const { dialog, user, screen, router } = await open([answer(catalogApi.deleteEntityByUid, undefined)], { plugins: [targets], bindings })
  await user.click(await dialog.findByRole('button', { name: 'Delete entity' }))
  expect(await screen.findByRole('heading', { name: 'What now?' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/after')
})

test('users who may not remove locations see a disabled button, with the missing permission', async () => {
  const permissions = defineApi({
    api: permissionApiRef,
    create: () => ({
      authorize: async ({ permission }) => ({
        result: permission.name === 'catalog.location.delete' ? ('DENY' as const) : ('ALLOW' as const),
      }),
      known: () => undefined,
      explain: async ({ permission }) => ({ permission: permission.name }),
    }),
  })
  const { dialog } = await open([registered], { apis: [permissions] })
  const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Unregister location' })
  await waitFor(() => expect(button.title).toBe('You need the permission catalog.location.delete'))
  expect(button.disabled).toBe(true)
})

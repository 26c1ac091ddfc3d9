import { catalogApi, type CatalogPreview } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { inputError } from '@portico/core/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { defineApi, permissionApiRef } from '@portico/core/web'
import { integrationsWeb } from '@portico/integrations/web'
import { scaffolderWeb } from '@portico/scaffolder/web'
import { act, cleanup, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { catalogImportWeb } from './index.tsx'

// jsdom has no layout, so ranges have no rectangles; the editor reads them all the same.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
})

const target = 'https://files.acme.test/a.yaml'
const ref = 'component:default/shop'
const preview: CatalogPreview = {
  location: { type: 'url', target, isRegistered: false },
  items: [
    {
      ref: 'component:default/bad',
      file: `url:${target}`,
      line: 9,
      state: 'invalid',
      errors: [{ name: 'InputError', message: 'wrong', line: 12 }],
      relations: [],
      text: 'kind: Component',
    },
    { ref, file: `url:${target}`, line: 1, state: 'new', errors: [], entity: { kind: 'Component' }, relations: [] },
    {
      ref: 'component:default/held',
      file: `url:${target}`,
      line: 20,
      state: 'conflict',
      errors: [],
      holder: 'file:/b.yaml',
      entity: {},
      before: {},
      relations: [],
    },
  ],
  total: 3,
  problems: [],
  problemTotal: 0,
}
const locations = answer(catalogApi.queryLocations, { items: [], totalItems: 0, pageInfo: {} })
const path = `/catalog-import?url=${encodeURIComponent(target)}`
const plugins = [catalogWeb, catalogImportWeb]

test('what would come is listed, registered, and followed until it is there; what is wrong or taken is not waited for', async () => {
  let isThere = false
  const entity = { apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name: 'shop' } }
  const { screen, user, requests } = renderPage({
    plugins,
    path,
    answers: [
      locations,
      answer(catalogApi.previewEntities, preview),
      answer(catalogApi.addLocation, { location: { id: 'l-1', type: 'url', target }, entities: [] }),
      answer(catalogApi.getLocation, { id: 'l-1', type: 'url', target }),
      answer(catalogApi.getEntitiesByRefs, () => ({ items: [isThere ? entity : null] })),
    ],
  })
  const list = within(await screen.findByRole('list', { name: 'Entities' }))
  expect(list.getAllByRole('button').map(button => button.textContent)).toEqual([
    expect.stringMatching(/^bad.*Invalid$/),
    expect.stringMatching(/^shop.*New$/),
    expect.stringMatching(/^held.*Name is taken$/),
  ])
  await user.click(list.getByRole('button', { name: /^held/ }))
  expect(list.getByText(/^file:\/b\.yaml has this name/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Register location' }))
  expect(await screen.findByText('0 of 1 entities are in the catalog')).toBeTruthy()
  isThere = true
  expect(await screen.findByText('All 1 entities are in the catalog')).toBeTruthy()
  const asked = requests.filter(({ path: each }) => each === '/entities/by-refs')
  expect(asked[0]?.body).toMatchObject({ entityRefs: [ref] })
})

test('a location that cannot be read after all says why, instead of waiting without a word', async () => {
  const { screen, user } = renderPage({
    plugins,
    path,
    answers: [
      locations,
      answer(catalogApi.previewEntities, preview),
      answer(catalogApi.addLocation, { location: { id: 'l-1', type: 'url', target }, entities: [] }),
      answer(catalogApi.getLocation, { id: 'l-1', type: 'url', target, error: { name: 'Error', message: 'The host went away' } }),
      answer(catalogApi.getEntitiesByRefs, { items: [null] }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Register location' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The host went away')
})

test('a host that may not be read comes with the lines for the config', async () => {
  const refusal = inputError("The host 'x' may not be read", { details: { config: "      - host: 'x'\n" } })
  const { screen } = renderPage({ plugins, path, answers: [locations, answer(catalogApi.previewEntities, refusal)] })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain("The host 'x' may not be read")
  expect(alert.textContent).toContain("- host: 'x'")
})

test('a repository without a file is given one to begin with', async () => {
  const missing = { ...preview, items: [], total: 0, problems: [{ name: 'NotFoundError', message: 'was not found' }], problemTotal: 1 }
  const { screen, user } = renderPage({
    plugins,
    path,
    answers: [
      locations,
      answer(catalogApi.previewEntities, missing),
      answer(catalogApi.analyzeLocation, {
        existingEntityFiles: [],
        generateEntities: [{ entity: { kind: 'Component', metadata: { name: 'guessed' } }, fields: [] }],
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Edit this file' }))
  expect(screen.getByRole('tab', { name: 'Paste or drop YAML' }).getAttribute('aria-selected')).toBe('true')
  expect((await screen.findByRole('textbox', { name: 'Content of catalog-info.yaml' })).textContent).toContain('name: guessed')
})

test('whoever may not register is told which permission is missing, and no button leads here', async () => {
  const deny = defineApi({
    api: permissionApiRef,
    create: () => ({
      authorize: async () => ({ result: 'DENY' as const }),
      known: () => undefined,
      explain: async () => ({ permission: 'catalog.location.create' }),
    }),
  })
  const { screen, router } = renderPage({ plugins, path, answers: [locations], apis: [deny] })
  expect(await screen.findByText(/catalog\.location\.create/)).toBeTruthy()
  expect(screen.queryByLabelText('Address of a catalog file')).toBeNull()
  await act(() => router.navigate('/catalog/default/component/nowhere'))
  expect(await screen.findByRole('heading', { name: 'Entity was not found' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Register existing component' })).toBeNull()
})

test('register-component of the template list is optional, and leads to the import page by default [SCAF-012]', async () => {
  const { registerComponent } = scaffolderWeb.externalRoutes
  expect(registerComponent).toMatchObject({ id: 'register-component', optional: true })
  const none = answer(catalogApi.queryEntitiesByPredicate, { items: [], totalItems: 0, pageInfo: {} })
  const withScaffolder = [catalogWeb, integrationsWeb, scaffolderWeb]
  const { screen, user, router } = renderPage({
    plugins: [...withScaffolder, catalogImportWeb],
    path: '/create',
    answers: [none, locations],
  })
  await user.click(await screen.findByRole('link', { name: 'Register Existing Component' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Register existing components' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/catalog-import')
  cleanup()
  const alone = renderPage({ plugins: withScaffolder, path: '/create', answers: [none] })
  expect(await alone.screen.findByRole('heading', { level: 1, name: 'Create a new component' })).toBeTruthy()
  expect(alone.screen.queryByRole('link', { name: 'Register Existing Component' })).toBeNull()
})

test('the page of an entity that is absent leads to the import page, and without such a page to nothing', async () => {
  const absent = '/catalog/default/component/nowhere'
  const { screen } = renderPage({ plugins, path: absent, answers: [locations] })
  const link = await screen.findByRole('link', { name: 'Register existing component' })
  expect(link.getAttribute('href')).toBe('/catalog-import')
  expect(catalogWeb.externalRoutes.registerComponent.id).toBe('register-component')
  cleanup()
  const alone = renderPage({ plugins: [catalogWeb], path: absent, answers: [] })
  expect(await alone.screen.findByRole('heading', { name: 'Entity was not found' })).toBeTruthy()
  expect(alone.screen.queryByRole('link', { name: 'Register existing component' })).toBeNull()
})

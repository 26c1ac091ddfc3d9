import { apiDocsApi } from '@portico/api-docs/common'
import { catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage } from '@portico/core/testing/web'
import { cleanup, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { apiDocsWeb } from '../index.tsx'

afterEach(cleanup)

type Relation = readonly [type: string, targetRef: string]

function entityOf(kind: string, name: string, relations: readonly Relation[] = [], spec: object = {}): Entity {
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind,
    metadata: { name, namespace: 'default' },
    spec: { ...spec },
    relations: relations.map(([type, targetRef]) => ({ type, targetRef })),
  }
}

const manyApis = Array.from({ length: 45 }, (_, at) =>
  entityOf('API', `api-${String(at).padStart(2, '0')}`, [['ownedBy', 'group:default/web']], { type: 'openapi', lifecycle: 'production' }),
)
const [orders] = manyApis
const shop = entityOf('Component', 'shop', [['providesApi', 'api:default/api-00']], { type: 'service' })
const hub = entityOf(
  'Component',
  'hub',
  manyApis.map(api => ['consumesApi', entityRefOf(api)] as const),
  { type: 'website' },
)
const library = entityOf('Component', 'kit', [], { type: 'library' })
const money = entityOf('System', 'money', [
  ['hasPart', 'component:default/shop'],
  ['hasPart', 'api:default/api-01'],
])
const entities = [...manyApis, shop, hub, library, money]

function open(path: string, components: readonly Entity[] = []) {
  return renderPage({
    plugins: [catalogWeb, apiDocsWeb],
    path,
    answers: [
      answer(catalogApi.getEntityByName, ({ url }) => {
        const [, kind, , name] = /by-name\/([^/]+)\/([^/]+)\/([^/?]+)/.exec(url)!
        return entities.find(each => each.kind.toLowerCase() === kind && each.metadata.name === name)!
      }),
      answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
        items: (body as { entityRefs: string[] }).entityRefs.map(ref => entities.find(each => entityRefOf(each) === ref) ?? null),
      })),
      answer(catalogApi.queryEntities, { items: [...components], totalItems: components.length, pageInfo: {} }),
      answer(apiDocsApi.listCounts, {
        items: [
          {
            entityRef: entityRefOf(orders!),
            format: 'openapi',
            version: '4.2.0',
            counts: { items: {}, deprecated: 0, errors: 0, warnings: 0, hints: 0, rules: {} },
          },
        ],
      }),
    ],
  })
}

test('the tab API lists what a component provides, with version and a link to the definition, and says how to add what it consumes', async () => {
  const { screen } = open('/catalog/default/component/shop/api')
  const table = within(await screen.findByRole('table', { name: 'Provided APIs' }))
  expect(await table.findByText('4.2.0')).toBeTruthy()
  expect(table.getByRole('link', { name: 'Definition of api-00' }).getAttribute('href')).toBe('/catalog/default/api/api-00/definition')
  expect(table.getByText('openapi')).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Consumed APIs' })).toBeNull()
  expect(screen.getByText('spec.consumesApis')).toBeTruthy()
})

test('forty-five APIs are shown a page at a time, and only those of the page are read', async () => {
  const { screen, user, requests } = open('/catalog/default/component/hub/api')
  const table = await screen.findByRole('table', { name: 'Consumed APIs' })
  await within(table).findByRole('link', { name: 'Definition of api-19' })
  expect(within(table).queryByRole('link', { name: 'Definition of api-20' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await within(table).findByRole('link', { name: 'Definition of api-20' })).toBeTruthy()
  const asked = requests
    .filter(({ url }) => url.includes('/api-docs/counts'))
    .map(({ body }) => (body as { entityRefs: string[] }).entityRefs.length)
  expect(Math.max(...asked)).toBe(20)
})

test('the tab API of a system has its own APIs, those that its components provide, and those of others that they consume', async () => {
  const consumer = entityOf('Component', 'till', [
    ['consumesApi', 'api:default/api-00'],
    ['consumesApi', 'api:default/api-07'],
  ])
  const { screen } = open('/catalog/default/system/money/api', [shop, consumer])
  const provided = within(await screen.findByRole('table', { name: 'Provided APIs' }))
  expect(await provided.findByRole('link', { name: 'Definition of api-00' })).toBeTruthy()
  expect(provided.getByRole('link', { name: 'Definition of api-01' })).toBeTruthy()
  expect(provided.getByRole('link', { name: 'shop' })).toBeTruthy()
  const consumed = within(screen.getByRole('table', { name: 'Consumed APIs' }))
  expect(await consumed.findByRole('link', { name: 'till' })).toBeTruthy()
  expect(consumed.getAllByRole('link', { name: /^Definition of/ })).toHaveLength(1)
})

test('a library without APIs has no tab for them', async () => {
  const { screen } = open('/catalog/default/component/kit')
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of this page' }))
  expect(await tabs.findByRole('link', { name: 'Overview' })).toBeTruthy()
  expect(tabs.queryByRole('link', { name: 'API' })).toBeNull()
})

import { authPlugin } from '@portico/auth/server'
import { catalogApi } from '@portico/catalog/common'
import { catalogPlugin } from '@portico/catalog/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import { startFakeGithub, type FakeGithub } from '@portico/integrations/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let fake: FakeGithub
let server: TestServer
const component = (name: string) =>
  `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: ${name}}\nspec: {type: service, lifecycle: production, owner: team}\n`

beforeAll(async () => {
  fake = await startFakeGithub()
  fake.model.add('acme/shop', {
    'catalog-info.yaml': component('shop'),
    'api/catalog-info.yaml': component('shop-api'),
    'README.md': 'Shop',
  })
  fake.model.add('acme/bare', { 'README.md': 'Bare' })
  server = await startTestServer({
    plugins: [authPlugin, integrationsPlugin, catalogPlugin],
    config: { integrations: { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 'very-secret' }] } },
  })
})
afterAll(async () => {
  await server.stop()
  await fake.close()
})

const analyze = (target: string) => server.call(catalogApi.analyzeLocation, { body: { location: { type: 'url', target } } })
const filesOf = async (target: string) =>
  (await analyze(target)).existingEntityFiles.map(({ location, entity }) => [location.target, entity.metadata.name])

test('the address of a repository leads to its files, on its default branch', async () => {
  const root = `${fake.url}/acme/shop`
  expect(await filesOf(root)).toEqual([
    [`${root}/blob/main/catalog-info.yaml`, 'shop'],
    [`${root}/blob/main/api/catalog-info.yaml`, 'shop-api'],
  ])
  expect(await filesOf(`${root}/tree/main/api`)).toEqual([[`${root}/blob/main/api/catalog-info.yaml`, 'shop-api']])
})

test('a repository without such a file, or that is not there, gives a component to begin with', async () => {
  for (const name of ['bare', 'gone']) {
    const { existingEntityFiles, generateEntities } = await analyze(`${fake.url}/acme/${name}`)
    expect(existingEntityFiles).toEqual([])
    expect(generateEntities).toMatchObject([{ entity: { kind: 'Component', metadata: { name } }, fields: [] }])
  }
})

import { authPlugin } from '@portico/auth/server'
import { catalogPlugin } from '@portico/catalog/server'
import { catalogSourcesApi } from '@portico/catalog-sources/common'
import { catalogSourcesPlugin } from '@portico/catalog-sources/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-locations-'))
  const component = (name: string) =>
    `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: ${name}}\nspec: {type: service, lifecycle: production, owner: team}\n`
  writeFileSync(
    path.join(folder, 'all.yaml'),
    'apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: {name: all}\nspec: {targets: [./two.yaml]}\n',
  )
  writeFileSync(path.join(folder, 'two.yaml'), `${component('a')}---\n${component('b')}`)
  server = await startTestServer({
    plugins: [authPlugin, integrationsPlugin, catalogPlugin, catalogSourcesPlugin],
    config: { catalog: { locations: ['all', 'gone'].map(name => ({ type: 'file', target: path.join(folder, `${name}.yaml`) })) } },
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const list = (query: { limit?: number; offset?: number } = {}) => server.call(catalogSourcesApi.listLocations, { query })

test('locations of config are listed with what they brought, and what cannot be read comes first with its error', async () => {
  await eventually(async () => {
    const { items, totalItems } = await list()
    expect(totalItems).toBe(2)
    expect(items).toMatchObject([
      { type: 'file', target: path.join(folder, 'gone.yaml'), isConfig: true, entities: 0, error: expect.stringContaining('gone.yaml') },
      { target: path.join(folder, 'all.yaml'), isConfig: true, entities: 3, readAt: expect.any(String), nextReadAt: expect.any(String) },
    ])
    expect(items[1]!.error).toBeUndefined()
    expect(items[0]!.entityRef).toMatch(/^location:default\/generated-/)
  })
  expect((await list({ limit: 1, offset: 1 })).items.map(({ target }) => target)).toEqual([path.join(folder, 'all.yaml')])
})

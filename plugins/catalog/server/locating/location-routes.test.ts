import { eventually } from '@portico/core/testing'
import { CatalogClient } from '@backstage/catalog-client'
import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let catalog: TestCatalog
let web: Server
let base: string
const pages = new Map<string, string>()
const bodyOf = async (response: Response): Promise<any> => response.json()

const api = (name: string, definition: unknown) => document('API', name, { spec: { definition } })

beforeAll(async () => {
  web = createServer((request, response) => {
    const text = pages.get(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200).end(text)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => web.once('listening', resolve))
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  pages.set('/api.yaml', 'openapi: 3')
  pages.set('/parts.yaml', 'openapi: 3\nparts: { $ref: "./part.yaml" }\n')
  pages.set('/part.yaml', 'name: part\n')
  pages.set('/data.json', '{"a": [1]}')
  catalog = await startCatalog(
    {
      'a.yaml': file(
        api('text', { $text: `${base}/api.yaml` }),
        api('parts', { $openapi: `${base}/parts.yaml` }),
        api('late', { $text: `${base}/late.yaml` }),
        api('elsewhere', { $text: 'http://127.0.0.1:9/api.yaml' }),
        api('named', { $text: `http://ann:secret@${new URL(base).host}/api.yaml` }),
        document('Component', 'data', {
          metadata: { data: { $json: `${base}/data.json` }, plain: { $schema: 'x', text: { $text: './gone' } } },
        }),
        document('Location', 'with-password', { spec: { type: 'url', target: 'https://ann:secret@example.test/a.yaml' } }),
      ),
    },
    { config: { backend: { reading: { allow: [{ host: new URL(base).host }] } } } },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  await catalog.stop()
  web.closeAllConnections()
  web.close()
})

const read = (kind: string, name: string) =>
  catalog.server.call(catalogApi.getEntityByName, { params: { kind, namespace: 'default', name } })
const failures = async () => (await catalog.server.call(catalogApi.listFailedEntities, {})).entities
const failureOf = async (ref: string) => (await failures()).find(({ entity_ref }) => entity_ref === ref)
const post = async (path: string, body: object) => {
  const response = await catalog.server.fetch(`/api/catalog${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: await bodyOf(response) }
}

describe('web addresses in placeholders of files', () => {
  test('are read as text, as data and with what they refer to', async () => {
    expect((await read('api', 'text')).spec?.['definition']).toBe('openapi: 3')
    expect((await read('api', 'parts')).spec?.['definition']).toMatch(/parts:\s+name: part/)
    expect((await read('component', 'data')).metadata['data']).toEqual({ a: [1] })
  })

  test('are read under the allow-list, without passwords, and refusals name the config', async () => {
    const refused = await failureOf('api:default/elsewhere')
    expect(refused?.errors?.[0]?.message).toContain("You may need to add '127.0.0.1:9' to backend.reading.allow")
    const named = await failureOf('api:default/named')
    expect(named?.errors?.[0]?.message).toMatch(/must not hold a name or password.*in integrations/)
  })

  test('are noticed when they come and when they change', async () => {
    expect((await failureOf('api:default/late'))?.errors?.[0]?.message).toContain('was not found')
    for (const text of ['first', 'second']) {
      pages.set('/late.yaml', text)
      await eventually(async () => expect((await read('api', 'late')).spec?.['definition']).toBe(text))
    }
  })
})

test('an object with a $ key that is not a placeholder is left as it is, with all that it holds', async () => {
  expect((await read('component', 'data')).metadata['plain']).toEqual({ $schema: 'x', text: { $text: './gone' } })
})

describe('a password in a target', () => {
  const target = 'https://ann:secret@example.test/a.yaml'

  test.each(['/locations', '/locations?dryRun=true'])('is refused by POST %s with what to do instead, and is not repeated', async path => {
    for (const location of [
      { type: 'url', target },
      { type: 'url', target: 'https://ann@example.test/a.yaml' },
    ]) {
      const { status, body } = await post(path, location)
      expect([status, body.error.code]).toEqual([400, 'catalog.credentials-in-target'])
      expect(body.error.message).toContain('integrations')
      expect(JSON.stringify(body)).not.toContain('secret')
    }
  })

  test('is refused when a location is moved or analysed', async () => {
    const { location } = await catalog.server.call(catalogApi.addLocation, { body: { type: 'url', target: `${base}/moved.yaml` } })
    const moved = await catalog.server.fetch(`/api/catalog/locations/${location.id}`, {
      method: 'PUT',
      body: JSON.stringify({ type: 'url', target }),
      headers: { 'content-type': 'application/json' },
    })
    expect([moved.status, (await bodyOf(moved)).error.code]).toEqual([400, 'catalog.credentials-in-target'])
    expect((await post('/analyze-location', { location: { type: 'url', target } })).body.error.code).toBe('catalog.credentials-in-target')
    await catalog.server.call(catalogApi.deleteLocation, { params: { id: location.id } })
  })

  test('makes a Location entity fail, which is shown without it', async () => {
    const failed = await failureOf('location:default/with-password')
    expect(failed?.errors?.[0]?.message).toMatch(/must not hold a name or password/)
    expect(failed?.unprocessed_entity).toMatchObject({ spec: { target: 'https://***@example.test/a.yaml' } })
    expect(JSON.stringify(await failures())).not.toContain('secret')
  })
})

test('pages of locations keep the size and the query that they began with', async () => {
  const targets = ['one', 'two', 'three', 'four'].map(name => `${base}/keep-${name}.yaml`)
  for (const target of [...targets, `${base}/other.yaml`])
    await catalog.server.call(catalogApi.addLocation, { body: { type: 'url', target } })
  const query = { target: { $hasPrefix: `${base}/keep-` } }
  const seen: string[][] = []
  let page = (await post('/locations/by-query', { limit: 3, query })).body
  for (; page.pageInfo.nextCursor; page = (await post('/locations/by-query', { cursor: page.pageInfo.nextCursor })).body)
    seen.push(page.items.map((item: { target: string }) => item.target))
  seen.push(page.items.map((item: { target: string }) => item.target))
  expect(seen.map(items => items.length)).toEqual([3, 1])
  expect(seen.flat().sort()).toEqual(targets.toSorted())
  const { token } = await catalog.server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/ann' })
  const client = new CatalogClient({ discoveryApi: { getBaseUrl: async () => `${catalog.server.url}/api/catalog` } })
  const first = await client.queryLocations({ limit: 2, query: { target: { $hasPrefix: `${base}/keep-` } } }, { token })
  const second = await client.queryLocations({ cursor: first.pageInfo.nextCursor! }, { token })
  expect([first, second].map(({ items }) => items.length)).toEqual([2, 2])
})

test('analysing a host that may not be read says so, and what to change', async () => {
  const { status, body } = await post('/analyze-location', { location: { type: 'url', target: 'https://git.acme.test/acme/shop' } })
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ name: 'InputError', code: 'catalog.host-not-allowed' })
  expect(body.error.message).toBe(
    "The host 'git.acme.test' may not be read. Add it to backend.reading.allow in the config, or ask somebody who runs the portal to do so",
  )
})

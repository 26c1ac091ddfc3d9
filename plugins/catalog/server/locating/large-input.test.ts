import { catalogApi } from '@portico/catalog/common'
import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let catalog: TestCatalog
let host: Server
let url: string
const pages = new Map<string, string>()

beforeAll(async () => {
  host = createServer((request, response) => {
    const text = pages.get(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/yaml' }).end(text)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  catalog = await startCatalog(
    { 'a.yaml': document('Component', 'one') },
    { config: { backend: { reading: { allow: [{ host: new URL(url).host }] } } } },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  host.close()
  await catalog.stop()
})

/** How many characters the thread that answers requests reads and writes as JSON for something: others wait for that. */
async function jsonOf(run: () => Promise<unknown>): Promise<number> {
  const [read, written] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')]
  await run()
  const length = [...read.mock.calls.map(([text]) => text), ...written.mock.results.map(({ value }) => String(value))].join('').length
  vi.restoreAllMocks()
  return length
}

const count = 20_000

test('a dry run of very many documents is worked out and written by another thread, and answered in chunks', async () => {
  pages.set('/many.yaml', Array.from({ length: count }, (_, at) => document('Component', `c${at}`)).join('\n---\n'))
  let length = 0
  const json = await jsonOf(async () => {
    const response = await catalog.server.as({ plugin: 'test' }).fetch('/api/catalog/locations?dryRun=true', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'url', target: `${url}/many.yaml` }),
    })
    expect(response.status).toBe(201)
    for await (const batch of response.body!) length += batch.length
  })
  expect(length).toBeGreaterThan(count * 300)
  expect(json).toBeLessThan(length / 10)
})

test('more documents than a source may hold, and files that expand without end, are refused by dry run and analysis alike', async () => {
  const component = 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: c}\nspec: {type: x, lifecycle: y, owner: z}\n'
  pages.set('/bomb.yaml', `${component}x: &a ${'y'.repeat(20_000)}\nz: [${Array(90).fill('*a').join(', ')}]\n`)
  pages.set('/count.yaml', 'a: 1\n---\n'.repeat(100_001))
  for (const [file, limit] of [
    ['bomb.yaml', 'entityBytes'],
    ['count.yaml', 'documents'],
  ]) {
    const body = { type: 'url', target: `${url}/${file}` }
    const refusal = { status: 400, message: expect.stringContaining(`catalog.limits.${limit}`) }
    await expect(
      catalog.server.as({ plugin: 'test' }).call(catalogApi.addLocation, { query: { dryRun: true }, body }),
    ).rejects.toMatchObject(refusal)
    await expect(
      catalog.server.as({ plugin: 'test' }).call(catalogApi.analyzeLocation, { body: { location: body } }),
    ).rejects.toMatchObject(refusal)
  }
})

test('validation refuses what is too large and what cannot be stored, with the limit', async () => {
  const validate = async (spec: object) => {
    const entity = { ...JSON.parse(document('Component', 'c')), spec }
    const response = await catalog.server.as({ plugin: 'test' }).fetch('/api/catalog/validate-entity', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ entity, location: 'url:https://x.example/a.yaml' }),
    })
    return { status: response.status, text: await response.text() }
  }
  expect(await validate({ list: Array(25_000).fill(1) })).toMatchObject({
    status: 400,
    text: expect.stringContaining('catalog.limits.searchPairs'),
  })
  expect(await validate({ owner: 'a\0' })).toMatchObject({ status: 400, text: expect.stringContaining('spec.owner: holds a NUL') })
})

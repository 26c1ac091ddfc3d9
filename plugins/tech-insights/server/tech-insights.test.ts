import { document, file } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { defineServerPlugin, permissionPort } from '@portico/core/server'
import { authorizeOneTeam, checkDocument, startScorecards } from '@portico/scorecards/testing'
import { techInsightsPlugin } from '@portico/tech-insights/server'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'

const policy = defineServerPlugin({
  id: 'policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: authorizeOneTeam } }),
})

let portal: Awaited<ReturnType<typeof startScorecards>>
const shop = 'component:default/shop'
const stock = 'component:default/stock'

beforeAll(async () => {
  portal = await startScorecards(
    { 'shop.yaml': file(document('Component', 'shop'), document('Component', 'stock', { spec: { owner: 'team-b' } })) },
    { plugins: [techInsightsPlugin, policy], config: { permission: { enabled: true } } },
  )
  await portal.until('kind=component', 2)
  const definitions = [{ name: 'quality.coverage', title: 'Coverage', type: 'number' as const }]
  await portal.server.call(connectorsApi.pushFacts, {
    body: { definitions, values: [{ entityRef: shop, name: 'quality.coverage', value: 91 }] },
  })
  await portal.save(checkDocument('tested', '$fact("quality.coverage") >= 80'))
  await portal.save(checkDocument('unknown', '$fact("quality.none") = 1'))
  await portal.untilResult(shop, 'unknown', state => state === 'unknown')
  await portal.untilResult(stock, 'unknown', state => state === 'unknown')
})
afterAll(() => portal.stop())

const read = async (path: string, body?: unknown): Promise<any> => {
  const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return (await portal.server.fetch(`/api/tech-insights${path}`, request)).json()
}

test("facts are answered as Backstage's clients ask for them", async () => {
  expect(await read(`/facts/latest?entity=${shop}&ids%5B0%5D=quality`)).toMatchObject({
    quality: { version: '1.0.0', facts: { coverage: 91 } },
  })
  const range = await read(`/facts/range?entity=${shop}&ids[]=quality&startDatetime=2020-01-01T00:00:00&endDatetime=2099-01-01T00:00:00`)
  expect(range.quality).toMatchObject([{ facts: { coverage: 91 } }])
  const schemas = await read('/fact-schemas')
  expect(schemas.find(({ id }: { id: string }) => id === 'quality')).toMatchObject({ schema: { coverage: { type: 'float' } } })
})

test('checks answer true or false, and leave out what is unknown', async () => {
  expect((await read('/checks')).map(({ id }: { id: string }) => id)).toEqual(['tested', 'unknown'])
  const results = await read('/checks/run/default/Component/shop', { checks: ['tested', 'unknown'] })
  expect(results).toMatchObject([{ result: true, check: { id: 'tested' }, facts: { 'quality.coverage': { value: 91 } } }])
  const bulk = await read('/checks/run', { checks: ['tested'], entities: [{ kind: 'Component', namespace: 'default', name: 'shop' }] })
  expect(bulk).toMatchObject([{ entity: shop, results: [{ result: true }] }])
  expect(await read('/checks/run', { checks: ['tested'], entities: [] })).toHaveLength(2)
})

/** What we call of the published client. */
interface PublishedClient {
  getFacts(entity: object, facts: string[]): Promise<Record<string, { facts: object }>>
  getAllChecks(): Promise<{ id: string }[]>
  getFactSchemas(): Promise<{ id: string }[]>
  runChecks(entity: object, checks?: string[]): Promise<{ check: { id: string }; result: boolean }[]>
  runBulkChecks(entities: object[], checks?: { id: string }[]): Promise<{ entity: string; results: { result: boolean }[] }[]>
}

async function publishedClient(userEntityRef: string): Promise<PublishedClient> {
  const { TechInsightsClient } = createRequire(import.meta.url)('@backstage-community/plugin-tech-insights-common/client') as {
    TechInsightsClient: new (options: object) => PublishedClient
  }
  const credentials = await portal.server.server.services.tokens.userTokens.issue({ userEntityRef })
  return new TechInsightsClient({
    discoveryApi: { getBaseUrl: async (plugin: string) => `${portal.server.url}/api/${plugin}` },
    identityApi: { getCredentials: async () => credentials },
  })
}
const entityOf = (name: string) => ({ kind: 'Component', namespace: 'default', name })

test('the published client reads facts and runs checks', async () => {
  const client = await publishedClient('user:default/jane')
  expect(await client.getFacts(entityOf('shop'), ['quality'])).toMatchObject({ quality: { facts: { coverage: 91 } } })
  expect((await client.getFactSchemas()).map(({ id }) => id)).toContain('quality')
  const checks = await client.getAllChecks()
  expect(checks.map(({ id }) => id)).toEqual(['tested', 'unknown'])
  expect(await client.runChecks(entityOf('shop'))).toMatchObject([{ check: { id: 'tested' }, result: true }])
  const bulk = await client.runBulkChecks([entityOf('shop'), entityOf('stock')], checks as { id: string }[])
  expect(bulk).toMatchObject([
    { entity: shop, results: [{ result: true }] },
    { entity: stock, results: [] },
  ])
})

test('who may not see an entity learns nothing of it', async () => {
  const bob = await publishedClient('user:default/bob')
  expect((await bob.runBulkChecks([entityOf('shop'), entityOf('stock')])).map(({ entity }) => entity)).toEqual([stock])
  expect((await bob.runBulkChecks([])).map(({ entity }) => entity)).toEqual([stock])
  await expect(bob.runChecks(entityOf('shop'))).rejects.toThrow('404')
  await expect(bob.getFacts(entityOf('shop'), ['quality'])).rejects.toThrow('404')
})

import { document } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { checkDocument, startScorecards } from '@portico/scorecards/testing'
import { techInsightsPlugin } from '@portico/tech-insights/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let portal: Awaited<ReturnType<typeof startScorecards>>
const shop = 'component:default/shop'

beforeAll(async () => {
  portal = await startScorecards({ 'shop.yaml': document('Component', 'shop') }, { plugins: [techInsightsPlugin] })
  await portal.until('kind=component', 1)
  const definitions = [{ name: 'quality.coverage', title: 'Coverage', type: 'number' as const }]
  await portal.server.call(connectorsApi.pushFacts, {
    body: { definitions, values: [{ entityRef: shop, name: 'quality.coverage', value: 91 }] },
  })
  await portal.save(checkDocument('tested', '$fact("quality.coverage") >= 80'))
  await portal.save(checkDocument('unknown', '$fact("quality.none") = 1'))
  await portal.untilResult(shop, 'unknown', state => state === 'unknown')
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
  expect(await read('/checks/run', { checks: ['tested'], entities: [] })).toHaveLength(1)
})

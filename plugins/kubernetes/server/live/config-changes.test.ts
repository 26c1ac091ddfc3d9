import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { kubernetesApi } from '@portico/kubernetes/common'
import { podShape, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kubernetesPlugin } from '../index.ts'
import type { LiveEvent } from './create-live.ts'

let main: ApiServer
let moved: ApiServer
let catalog: TestCatalog
const leaving = new AbortController()

beforeAll(async () => {
  main = await startApiServer({ tokens: ['rotated', 'newer'] })
  moved = await startApiServer({ tokens: ['newer'] })
  putDeployment(main, { name: 'pay', entity: 'pay' })
  putDeployment(moved, { name: 'pay-moved', entity: 'pay' })
  catalog = await startCatalog(
    { 'pay/catalog-info.yaml': document('Component', 'pay', { metadata: { annotations: { 'backstage.io/kubernetes-id': 'pay' } } }) },
    { plugins: [kubernetesPlugin], config: { kubernetes: sectionFor(main.url, 'mistyped') } },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  leaving.abort()
  await catalog.stop()
  await Promise.all([main.stop(), moved.stop()])
})

function sectionFor(url: string, serviceAccountToken: string) {
  const cluster = { name: 'main', url, authProvider: 'serviceAccount', serviceAccountToken, skipMetricsLookup: true }
  const method = { type: 'config', clusters: [cluster] }
  return { timeout: '60s', objectTypes: ['pods', 'deployments'], clusterLocatorMethods: [method] }
}

function setCluster(url: string, token: string): void {
  const { configFile } = catalog.server
  const config = JSON.parse(readFileSync(configFile, 'utf8')) as object
  writeFileSync(configFile, JSON.stringify({ ...config, kubernetes: sectionFor(url, token) }))
}

test('a token that is corrected or replaced, and another address, reach open pages at once; the old ones are not used any more', async () => {
  const events: LiveEvent[] = []
  const stream = catalog.server.stream(
    kubernetesApi.followObjects,
    { body: { entityRef: 'component:default/pay', auth: {} } },
    { signal: leaving.signal },
  )
  void (async () => {
    for await (const event of stream) events.push(event)
  })().catch(() => undefined)
  const last = () => events.findLast(each => each.event === 'objects')?.data
  await eventually(() => expect(last()?.errors).toMatchObject([{ statusCode: 401 }, { statusCode: 401 }]))

  setCluster(main.url, 'rotated')
  await eventually(() => expect([last()?.errors, last()?.resources.length]).toEqual([[], 2]))
  const tokens = (server: ApiServer) => new Set(server.seen.map(({ headers }) => headers.authorization))
  main.seen.length = 0
  setCluster(main.url, 'newer')
  await eventually(() => expect(tokens(main)).toEqual(new Set(['Bearer newer'])))
  await eventually(() => expect(main.openWatches()).toBe(2))

  setCluster(moved.url, 'newer')
  await eventually(() => expect(JSON.stringify(last()?.resources)).toContain('pay-moved'))
  await eventually(() => expect(main.openWatches()).toBe(0))
  moved.store.put('api/v1/pods', podShape({ name: 'late', entity: 'pay' }))
  await eventually(() => expect(JSON.stringify(events.at(-1))).toContain('"late"'))
  expect(JSON.stringify(events)).not.toMatch(/mistyped|rotated|newer/)
})

import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { kubernetesApi } from '@portico/kubernetes/common'
import { startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kubernetesPlugin } from '../index.ts'

let old: ApiServer
let catalog: TestCatalog
const labels = { 'backstage.io/kubernetes-id': 'pay' }
const scanners = 'apis/scan.example/v1/scanners'

beforeAll(async () => {
  old = await startApiServer({ version: '1.20' })
  old.store.put('apis/autoscaling/v1/horizontalpodautoscalers', {
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'scaler', namespace: 'shop', labels },
  })
  old.store.put('apis/batch/v1beta1/cronjobs', { kind: 'CronJob', metadata: { name: 'nightly', namespace: 'shop', labels } })
  old.store.define(scanners, { isNamespaced: false })
  old.store.put(scanners, { kind: 'Scanner', metadata: { name: 'all', labels } })
  const annotations = { 'backstage.io/kubernetes-id': 'pay', 'backstage.io/kubernetes-namespace': 'shop' }
  catalog = await startCatalog(
    { 'pay/catalog-info.yaml': document('Component', 'pay', { metadata: { annotations } }) },
    {
      plugins: [kubernetesPlugin],
      config: {
        kubernetes: {
          timeout: '60s',
          objectTypes: ['horizontalpodautoscalers', 'jobs', 'cronjobs'],
          customResources: [
            { group: 'scan.example', apiVersion: 'v1beta1', plural: 'scanners' },
            { group: 'argoproj.io', apiVersion: 'v1alpha1', plural: 'rollouts' },
          ],
          clusterLocatorMethods: [
            { type: 'config', clusters: [{ name: 'old', url: old.url, authProvider: 'localKubectlProxy', skipMetricsLookup: true }] },
          ],
        },
      },
    },
  )
  await catalog.until('kind=component', 1)
})
afterAll(async () => {
  await catalog.stop()
  await old.stop()
})

const read = async () =>
  (await catalog.server.call(kubernetesApi.queryWorkloads, { body: { entityRef: 'component:default/pay', auth: {} } })).items[0]
const paths = () => old.seen.map(({ url }) => url.split('?', 1)[0])

test('kinds are read in a version that the cluster serves, and those of no namespace for all; the cluster is asked once', async () => {
  const found = await read()
  expect(found?.resources.map(({ type, resources }) => [type, resources[0]?.['metadata']])).toMatchObject([
    ['horizontalpodautoscalers', { name: 'scaler' }],
    ['cronjobs', { name: 'nightly' }],
    ['customresources', { name: 'all' }],
  ])
  // One that no version serves stays an error, in the words of the cluster.
  expect(found?.errors).toMatchObject([{ statusCode: 404, message: 'the server could not find the requested resource' }])
  old.seen.length = 0
  await read()
  expect(paths().toSorted()).toEqual([
    '/apis/argoproj.io',
    '/apis/argoproj.io/v1alpha1/namespaces/shop/rollouts',
    '/apis/autoscaling/v1/namespaces/shop/horizontalpodautoscalers',
    '/apis/batch/v1/namespaces/shop/jobs',
    '/apis/batch/v1beta1/namespaces/shop/cronjobs',
    '/apis/scan.example/v1/scanners',
  ])
})

test('changes are followed in the version that is served', async () => {
  const leaving = new AbortController()
  const events: unknown[] = []
  const stream = catalog.server.stream(
    kubernetesApi.followObjects,
    { body: { entityRef: 'component:default/pay', auth: {} } },
    { signal: leaving.signal },
  )
  void (async () => {
    for await (const event of stream) events.push(event)
  })().catch(() => undefined)
  await eventually(() => expect(old.openWatches()).toBe(4))
  old.store.put(scanners, { kind: 'Scanner', metadata: { name: 'late', labels } })
  await eventually(() => expect(JSON.stringify(events)).toContain('"late"'))
  leaving.abort()
})

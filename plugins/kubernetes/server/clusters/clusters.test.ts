import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { kubernetesApi } from '@portico/kubernetes/common'
import { deploymentShape, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { kubernetesPlugin } from '../index.ts'
import { clustersOf } from './service-locators.ts'

let main: ApiServer
let catalog: TestCatalog

const annotations = (more: object) => ({ metadata: { annotations: more } })
const resource = (name: string, url: string, more: object = {}) =>
  document('Resource', name, {
    ...annotations({ 'kubernetes.io/api-server': url, 'kubernetes.io/auth-provider': 'localKubectlProxy', ...more }),
    spec: { type: 'kubernetes-cluster', owner: 'a' },
  })

beforeAll(async () => {
  main = await startApiServer()
  main.store.put('apis/apps/v1/deployments', deploymentShape({ name: 'pay', entity: 'pay' }))
  const byName = main.url.replace('127.0.0.1', 'localhost')
  catalog = await startCatalog(
    {
      'all.yaml': file(
        resource('listed', main.url, {
          'kubernetes.io/dashboard-url': 'https://d.example',
          'kubernetes.io/dashboard-app': 'headlamp',
          'kubernetes.io/dashboard-parameters': '{"clusterName":"x"}',
          'kubernetes.io/skip-metrics-lookup': 'true',
        }),
        resource('inside', byName),
        resource('metadata', 'http://169.254.169.254/latest'),
        resource('own', main.url, { 'kubernetes.io/auth-provider': 'serviceAccount' }),
        resource('odd', 'file:///etc/passwd'),
        document('Resource', 'no-cluster', { spec: { type: 'database', owner: 'a' } }),
        document('Component', 'pay', {
          ...annotations({ 'backstage.io/kubernetes-id': 'pay' }),
          spec: { dependsOn: ['resource:default/listed', 'resource:default/inside', 'resource:default/metadata', 'resource:default/own'] },
        }),
        document('Component', 'alone', annotations({ 'backstage.io/kubernetes-id': 'alone' })),
      ),
    },
    {
      plugins: [kubernetesPlugin],
      config: {
        backend: { reading: { allow: [{ host: new URL(main.url).host }] } },
        kubernetes: {
          serviceLocatorMethod: { type: 'catalogRelation' },
          objectTypes: ['deployments'],
          clusterLocatorMethods: [{ type: 'catalog' }, { type: 'localKubectlProxy' }],
        },
      },
    },
  )
  await catalog.until('kind=resource', 6)
  await catalog.until('kind=component', 2)
})
afterAll(async () => {
  await catalog.stop()
  await main.stop()
})

const workloads = (name: string) =>
  catalog.server.call(kubernetesApi.queryWorkloads, { body: { entityRef: `component:default/${name}`, auth: {} } })

test('clusters come from Resources of the catalog, and from a kubectl proxy on this machine', async () => {
  const { items } = await catalog.server.call(kubernetesApi.listClusters)
  expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['listed', 'inside', 'metadata', 'own', 'local']))
  expect(items.find(({ name }) => name === 'listed')).toEqual({
    name: 'listed',
    authProvider: 'localKubectlProxy',
    dashboardUrl: 'https://d.example',
    dashboardApp: 'headlamp',
    dashboardParameters: { clusterName: 'x' },
  })
  expect(items.some(({ name }) => name === 'odd' || name === 'no-cluster')).toBe(false)
})

test("a cluster of the catalog is not called inside of the network unless config names its host, and never with the portal's own account", async () => {
  const { items } = await workloads('pay')
  const found = Object.fromEntries(
    items.map(({ cluster, resources, errors }) => [
      cluster.name,
      resources.length > 0 ? 'found' : 'message' in errors[0]! ? errors[0].message : errors[0],
    ]),
  )
  expect(found).toEqual({
    listed: 'found',
    inside: expect.stringContaining('an address inside of the network'),
    metadata: expect.stringContaining('169.254.169.254 is an address inside of the network'),
    own: expect.stringContaining("the portal's own service account is not sent to it"),
  })
  expect((await workloads('alone')).items).toEqual([])
})

test('WebSockets reach a cluster of the catalog under the same guard', async () => {
  const { token } = await catalog.server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
  const connect = (cluster: string) =>
    new WebSocket(
      `${catalog.server.url.replace('http', 'ws')}/api/kubernetes/proxy/api/v1/namespaces/default/pods/pay/exec`,
      ['v4.channel.k8s.io'],
      { headers: { authorization: `Bearer ${token}`, 'backstage-kubernetes-cluster': cluster } },
    )
  const socket = connect('listed')
  await once(socket, 'open')
  expect(socket.protocol).toBe('v4.channel.k8s.io')
  socket.close(1000)
  await once(socket, 'close')
  main.seen.length = 0
  for (const cluster of ['inside', 'metadata', 'own']) {
    const refused = connect(cluster)
    refused.on('error', () => undefined)
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage]
    expect([cluster, response.statusCode]).toEqual([cluster, expect.toBeOneOf([400, 403, 502])])
  }
  expect(main.seen).toEqual([])
})

test('an entity is looked for in all clusters, in that of its annotation, or in those that it depends on', () => {
  const cluster = (name: string) => ({ name, url: '', authProvider: '', authMetadata: {}, skipTLSVerify: false, skipMetricsLookup: false })
  const clusters = ['a', 'b'].map(cluster)
  const entity = {
    apiVersion: '',
    kind: 'Component',
    metadata: { name: 'x', annotations: { 'backstage.io/kubernetes-cluster': 'b' } },
    relations: [
      { type: 'dependsOn', targetRef: 'resource:default/a' },
      { type: 'dependsOn', targetRef: 'component:default/b' },
      { type: 'ownedBy', targetRef: 'resource:default/b' },
    ],
  }
  const names = (method: 'multiTenant' | 'singleTenant' | 'catalogRelation', of: object = entity) =>
    clustersOf(of as never, clusters, method).map(({ name }) => name)
  expect([names('multiTenant'), names('singleTenant'), names('catalogRelation')]).toEqual([['a', 'b'], ['b'], ['a']])
  expect(names('singleTenant', { ...entity, metadata: { name: 'x' } })).toEqual([])
})

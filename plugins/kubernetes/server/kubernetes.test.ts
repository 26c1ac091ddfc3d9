import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { kubernetesApi, type KubeObject, type RequestAuth } from '@portico/kubernetes/common'
import { crashLoop, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { eventually } from '@portico/core/testing'
import { permissionPlugin } from '@portico/permission/server'
import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { kubernetesPlugin, kubernetesService, type Kubernetes } from './index.ts'

/** Only of the cluster that hangs: on a busy machine another may take longer than that. */
const hangingTimeoutMs = 400
let main: ApiServer
let other: ApiServer
let html: ApiServer
let hanging: Server
let catalog: TestCatalog
/** The service, as another plugin has it. */
let service: Kubernetes
const askingPlugin = defineServerPlugin({
  id: 'asking',
  uses: { kubernetes: kubernetesService },
  setup: (_core, { kubernetes }) => void (service = kubernetes),
})

const annotated = (name: string, annotations: Readonly<Record<string, string>> = {}) =>
  document('Component', name, { metadata: { annotations: { 'backstage.io/kubernetes-id': name, ...annotations } } })
const entityOf = (name: string) => ({ apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name } })
const ref = (name: string) => `component:default/${name}`

beforeAll(async () => {
  main = await startApiServer({ tokens: ['main-token'] })
  other = await startApiServer({ version: '1.28', hasMetrics: false })
  html = await startApiServer()
  html.interfere((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>')
    return true
  })
  hanging = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  putDeployment(main, { name: 'pay', entity: 'pay', replicas: 3, ready: 2 }, index => (index === 0 ? { statuses: [crashLoop()] } : {}))
  putDeployment(main, { name: 'elsewhere', entity: 'elsewhere', namespace: 'team-b' })
  for (const index of [1, 2]) main.usage.set(`pay-7d9f-${index}`, { cpu: '250m', memory: '64Mi' })
  main.store.put('api/v1/secrets', {
    kind: 'Secret',
    metadata: {
      name: 'keys',
      namespace: 'default',
      labels: { 'backstage.io/kubernetes-id': 'pay' },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}' },
    },
    data: { password: 'aHVudGVyMg==' },
    stringData: { plain: 'hunter2' },
  })
  main.store.put('apis/argoproj.io/v1alpha1/rollouts', {
    kind: 'Rollout',
    metadata: { name: 'canary', namespace: 'default', labels: { 'backstage.io/kubernetes-id': 'pay' } },
    status: { phase: 'Healthy' },
  })
  const local = (port: number) => `http://127.0.0.1:${port}`
  catalog = await startCatalog(
    {
      'pay/catalog-info.yaml': annotated('pay'),
      'elsewhere/catalog-info.yaml': annotated('elsewhere', { 'backstage.io/kubernetes-namespace': 'team-b' }),
      'selected/catalog-info.yaml': annotated('selected', { 'backstage.io/kubernetes-label-selector': 'app in (pay)' }),
      'nothing/catalog-info.yaml': annotated('nothing'),
      'everything/catalog-info.yaml': annotated('everything', { 'backstage.io/kubernetes-label-selector': '!portico.example/none' }),
      'unreadable/catalog-info.yaml': annotated('unreadable', { 'backstage.io/kubernetes-label-selector': '!!!(' }),
    },
    {
      plugins: [kubernetesPlugin, connectorsPlugin, permissionPlugin, askingPlugin],
      config: {
        kubernetes: {
          facts: { every: '1h' },
          timeout: '60s',
          objectTypes: ['pods', 'deployments', 'replicasets', 'secrets'],
          clusterLocatorMethods: [
            {
              type: 'config',
              clusters: [
                {
                  name: 'main',
                  title: 'Main',
                  url: main.url,
                  authProvider: 'serviceAccount',
                  serviceAccountToken: 'main-token',
                  dashboardUrl: 'https://dashboard.example',
                  dashboardParameters: {
                    project: 'p',
                    region: 'r',
                    clusterName: 'c',
                    subscriptionId: 's',
                    resourceGroup: 'g',
                    internal: false,
                    headlampRoute: '/h',
                  },
                  dashboardApp: 'standard',
                },
                { name: 'other', url: other.url, authProvider: 'oidc', oidcTokenProvider: 'okta', skipMetricsLookup: true },
                { name: 'html', url: html.url, authProvider: 'localKubectlProxy' },
                {
                  name: 'hanging',
                  url: local((hanging.address() as AddressInfo).port),
                  authProvider: 'localKubectlProxy',
                  timeout: { milliseconds: hangingTimeoutMs },
                },
                { name: 'gone', url: 'http://127.0.0.1:1', authProvider: 'localKubectlProxy' },
              ],
            },
          ],
        },
      },
    },
  )
  await catalog.until('kind=component', 6)
})
afterAll(async () => {
  await catalog.stop()
  await Promise.all([main.stop(), other.stop(), html.stop()])
  hanging.close()
})
beforeEach(() => void (main.seen.length = 0))

const workloads = (name: string, auth: RequestAuth = {}) =>
  catalog.server.call(kubernetesApi.queryWorkloads, { body: { entityRef: ref(name), auth } })
async function itemOf(name: string, cluster: string, auth: RequestAuth = {}) {
  const { items } = await workloads(name, auth)
  return items.find(item => item.cluster.name === cluster)
}
const post = (path: string, body: unknown) =>
  catalog.server.fetch(`/api/kubernetes${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

test('GET /clusters returns items with how one authenticates, and never with a credential [K8S-03, K8S-04, K8S-11, K8S-15]', async () => {
  const response = await catalog.server.fetch('/api/kubernetes/clusters')
  const text = await response.text()
  const { items } = JSON.parse(text) as { items: Record<string, unknown>[] }
  expect(items.map(({ name }) => name)).toEqual(['main', 'other', 'html', 'hanging', 'gone'])
  expect(items[0]).toEqual({
    name: 'main',
    title: 'Main',
    authProvider: 'serviceAccount',
    dashboardUrl: 'https://dashboard.example',
    dashboardApp: 'standard',
    dashboardParameters: {
      project: 'p',
      region: 'r',
      clusterName: 'c',
      subscriptionId: 's',
      resourceGroup: 'g',
      internal: false,
      headlampRoute: '/h',
    },
  })
  expect(items[1]).toEqual({ name: 'other', authProvider: 'oidc', oidcTokenProvider: 'okta' })
  expect(text).not.toContain('main-token')
})

test('POST /services/{entityName} takes an entity and auth, and reads the entity from the catalog [K8S-12]', async () => {
  const lying = {
    ...entityOf('elsewhere'),
    metadata: { name: 'elsewhere', annotations: { 'backstage.io/kubernetes-label-selector': 'app=pay' } },
  }
  const response = await post('/services/elsewhere', { entity: lying, auth: { oidc: { okta: 'x' } } })
  expect(response.status).toBe(200)
  const { items } = (await response.json()) as {
    items: { cluster: { name: string }; resources: { type: string; resources: KubeObject[] }[] }[]
  }
  const names = items
    .find(({ cluster }) => cluster.name === 'main')
    ?.resources.flatMap(({ resources }) => resources.map(({ metadata }) => metadata?.name))
  expect(names?.toSorted()).toEqual(['elsewhere', 'elsewhere-7d9f', 'elsewhere-7d9f-0'])
  expect((await post('/services/none', { entity: entityOf('none') })).status).toBe(403)
  expect((await post('/services/none', { entity: {} })).status).toBe(400)
})

test('POST /resources/workloads/query takes an entity ref and auth: objects by cluster, usage, errors; an unknown ref is 400 [K8S-13]', async () => {
  const item = await itemOf('pay', 'main')
  expect(item?.cluster).toMatchObject({ name: 'main', title: 'Main', dashboardUrl: 'https://dashboard.example' })
  expect(item?.resources.map(({ type, resources }) => [type, resources.length])).toEqual([
    ['pods', 3],
    ['deployments', 1],
    ['replicasets', 1],
    ['secrets', 1],
  ])
  expect(item?.errors).toEqual([])
  expect(item?.podMetrics).toHaveLength(2)
  expect(item?.podMetrics[0]).toMatchObject({
    pod: { metadata: { name: 'pay-7d9f-1', namespace: 'default' } },
    cpu: { currentUsage: 0.25, requestTotal: 0.1, limitTotal: 0.5 },
    memory: { currentUsage: 64 * 2 ** 20, requestTotal: 128 * 2 ** 20, limitTotal: 256 * 2 ** 20 },
    containers: [{ container: 'app', cpuUsage: { currentUsage: 0.25 } }],
  })
  for (const entityRef of [undefined, '', 'no ref at all', 'component:default/none', 7])
    expect([entityRef, (await post('/resources/workloads/query', { entityRef, auth: {} })).status]).toEqual([entityRef, 400])
})

test('the values of Secrets are masked, also where kubectl wrote them down, and what only machines read is left out', async () => {
  const item = await itemOf('pay', 'main')
  const secret = item?.resources.find(({ type }) => type === 'secrets')?.resources[0]
  expect(secret).toMatchObject({ kind: 'Secret', data: { password: '***' }, stringData: { plain: '***' } })
  const text = JSON.stringify(item)
  for (const value of ['aHVudGVyMg==', 'hunter2', 'managedFields']) expect(text).not.toContain(value)
})

test('POST /resources/custom/query takes custom resources, which must be given and be names [K8S-14]', async () => {
  const rollouts = { group: 'argoproj.io', apiVersion: 'v1alpha1', plural: 'rollouts' }
  const { items } = await catalog.server.call(kubernetesApi.queryCustomResources, {
    body: { entityRef: ref('pay'), auth: {}, customResources: [rollouts] },
  })
  const found = items.find(({ cluster }) => cluster.name === 'main')
  expect(found?.resources).toMatchObject([{ type: 'customresources', resources: [{ kind: 'Rollout', metadata: { name: 'canary' } }] }])
  const odd = [
    [],
    undefined,
    [{ ...rollouts, plural: '../secrets' }],
    [{ ...rollouts, group: 'a/b' }],
    [{ ...rollouts, plural: 'Ünïcorns' }],
    [{ plural: 'x' }],
  ]
  for (const customResources of odd)
    expect([customResources, (await post('/resources/custom/query', { entityRef: ref('pay'), auth: {}, customResources })).status]).toEqual(
      [customResources, 400],
    )
})

test('a cluster that hangs, is gone, answers HTML or lacks a token costs its own row and nothing else', async () => {
  const { items } = await workloads('pay')
  const errors = Object.fromEntries(items.map(({ cluster, errors: found }) => [cluster.name, found]))
  expect(errors).toEqual({
    main: [],
    other: [{ errorType: 'FETCH_ERROR', message: expect.stringContaining('oidc.okta') }],
    html: expect.arrayContaining([{ errorType: 'FETCH_ERROR', message: expect.stringMatching(/text\/html, which is not JSON/) }]),
    hanging: [{ errorType: 'FETCH_ERROR', message: `hanging did not answer within ${hangingTimeoutMs / 1000} s` }],
    gone: [
      { errorType: 'FETCH_ERROR', message: expect.stringContaining('gone (127.0.0.1:1) cannot be reached: the connection was refused') },
    ],
  })
})

test('a cluster gets the token of its own provider, whatever else the request carries; one with nothing to show is left out', async () => {
  other.seen.length = 0
  const { items } = await workloads('nothing', { google: 'wrong', aks: 'wrong', oidc: { okta: 'right', gitlab: 'wrong' } })
  expect(items.map(({ cluster }) => cluster.name)).not.toContain('other')
  expect(new Set(other.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer right']))
})

test('errors are named by their status and say what the API server says; a token that is no longer good is replaced once, then the row says 401', async () => {
  main.forbidden.add('secrets')
  main.setTokens(['another'])
  const refused = await itemOf('pay', 'main')
  expect(refused?.errors[0]).toEqual({
    errorType: 'UNAUTHORIZED_ERROR',
    statusCode: 401,
    resourcePath: '/api/v1/pods?labelSelector=backstage.io%2Fkubernetes-id%3Dpay',
    message: 'Unauthorized',
  })
  expect(main.seen.filter(({ url }) => url.startsWith('/api/v1/pods'))).toHaveLength(2)
  main.setTokens(['main-token'])
  const { errors, resources } = (await itemOf('pay', 'main'))!
  expect(errors).toEqual([
    {
      errorType: 'UNKNOWN_ERROR',
      statusCode: 403,
      resourcePath: '/api/v1/secrets?labelSelector=backstage.io%2Fkubernetes-id%3Dpay',
      message:
        'secrets is forbidden: User "system:serviceaccount:default:portal" cannot list resource "secrets" in API group "" at the cluster scope',
    },
  ])
  expect(resources.map(({ type }) => type)).toEqual(['pods', 'deployments', 'replicasets'])
  main.forbidden.clear()
  main.interfere((_request, response, path) => {
    if (!path.endsWith('/deployments')) return false
    response.writeHead(500).end('boom')
    return true
  })
  expect((await itemOf('pay', 'main'))?.errors).toEqual([expect.objectContaining({ errorType: 'SYSTEM_ERROR', statusCode: 500 })])
  main.interfere(() => false)
  const selected = await itemOf('selected', 'main')
  expect(selected?.resources.find(({ type }) => type === 'pods')?.resources).toHaveLength(3)
})

test('a selector of everything is answered within the limits, and one that cannot be read is an error of its lists', async () => {
  const all = await itemOf('everything', 'main')
  expect(all?.resources.map(({ type, resources }) => [type, resources.length])).toEqual([
    ['pods', 4],
    ['deployments', 2],
    ['replicasets', 2],
    ['secrets', 1],
  ])
  expect(JSON.stringify(all)).not.toContain('aHVudGVyMg==')
  expect(main.seen.every(({ url }) => url.includes('/pods?labelSelector') || url.includes('limit=500'))).toBe(true)
  const unreadable = await itemOf('unreadable', 'main')
  expect([unreadable?.resources, unreadable?.errors[0]]).toEqual([
    [],
    expect.objectContaining({ errorType: 'BAD_REQUEST', statusCode: 400 }),
  ])
})

test('lists of any length are read in chunks; one that grows old on the way is read again', async () => {
  for (let index = 0; index < 1200; index += 1)
    main.store.put('api/v1/pods', {
      kind: 'Pod',
      metadata: { name: `many-${index}`, namespace: 'default', labels: { 'backstage.io/kubernetes-id': 'nothing' } },
    })
  let isCompacted = false
  main.interfere(request => {
    if (!isCompacted && request.url?.includes('continue=')) {
      isCompacted = true
      main.store.compact()
    }
    return false
  })
  const item = await itemOf('nothing', 'main')
  expect(item?.resources[0]?.resources).toHaveLength(1200)
  expect(main.seen.filter(({ url }) => url.startsWith('/api/v1/pods?') && url.includes('limit=500')).length).toBe(5)
  main.interfere(() => false)
  for (let index = 0; index < 1200; index += 1) main.store.remove('api/v1/pods', 'default', `many-${index}`)
})

test('how long each cluster takes is measured, also when it fails', async () => {
  await workloads('nothing')
  const text = await (await catalog.server.fetch('/metrics')).text()
  const statuses = (cluster: string) =>
    [...text.matchAll(/^portico_kubernetes_request_duration\w*_count\{([^}]*)\}/gm)]
      .filter(([, labels]) => labels?.includes(`cluster="${cluster}"`))
      .map(([, labels]) => /status="(\w+)"/.exec(labels ?? '')?.[1])
  expect(statuses('main')).toContain('200')
  expect(statuses('gone')).toContain('failed')
})

test('the health of entities is told for many at once, and only of those who say that they run in Kubernetes', async () => {
  const { items } = await catalog.server.call(kubernetesApi.queryHealth, {
    body: { entityRefs: [ref('pay'), ref('elsewhere'), ref('none')], auth: {} },
  })
  expect(items).toEqual([
    { entityRef: ref('pay'), health: { state: 'error', pods: 3, readyPods: 2, workloads: 1, problems: 1 }, errors: 4 },
    { entityRef: ref('elsewhere'), health: { state: 'ok', pods: 1, readyPods: 1, workloads: 1, problems: 0 }, errors: 4 },
  ])
})

test('how entities run are facts, where the config asks for them; where no cluster that answers knows them, the reason is told', async () => {
  await catalog.server
    .as({ plugin: 'devtools' })
    .fetch('/api/kubernetes/.backstage/scheduler/v1/tasks/read-facts/trigger', { method: 'POST' })
  const query = { entityRef: [ref('pay'), ref('elsewhere'), ref('nothing')], name: ['kubernetes.state', 'kubernetes.problems'] }
  await eventually(async () => {
    const { items } = await catalog.server.as('user:default/jane').call(connectorsApi.listFacts, { query })
    const told = items.map(({ entityRef, name, value, error }) => `${entityRef} ${name} ${error?.message ?? String(value)}`)
    expect(told.toSorted()).toEqual([
      `${ref('elsewhere')} kubernetes.problems 0`,
      `${ref('elsewhere')} kubernetes.state ok`,
      `${ref('nothing')} kubernetes.problems 4 clusters do not answer, and no other runs it`,
      `${ref('nothing')} kubernetes.state 4 clusters do not answer, and no other runs it`,
      `${ref('pay')} kubernetes.problems 1`,
      `${ref('pay')} kubernetes.state error`,
    ])
  })
})

test('other plugins ask for the health of an entity by a service', async () => {
  const annotations = { 'backstage.io/kubernetes-id': 'elsewhere' }
  const entity = { ...entityOf('elsewhere'), metadata: { name: 'elsewhere', annotations } }
  expect(await service.healthOf(entity)).toEqual({ state: 'ok', pods: 1, readyPods: 1, workloads: 1, problems: 0 })
  expect(await service.healthOf(entityOf('elsewhere'))).toBeUndefined()
})

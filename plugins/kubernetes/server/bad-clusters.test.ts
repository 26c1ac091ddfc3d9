import {
  deploymentShape,
  authority,
  expiredCertificate,
  goodCertificate,
  otherNameCertificate,
  serverKey,
  startApiServer,
  type ApiServer,
} from '@portico/kubernetes/testing'
import { knownResourceTypes } from '@portico/kubernetes/common'
import { afterEach, expect, test } from 'vitest'
import { createClusterClient } from './api/cluster-client.ts'
import { createConnections } from './api/connections.ts'
import { listObjects } from './api/list-objects.ts'
import { createAuth } from './auth/create-auth.ts'
import type { ClusterDetails } from './clusters/cluster.ts'
import { KubernetesSection } from './config.ts'

const opened: { stop(): Promise<void> }[] = []
const connections = createConnections({ allow: [] })
const auth = createAuth({ env: {} })
const type = knownResourceTypes.find(({ plural }) => plural === 'deployments')!
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop()
})

async function start(...given: Parameters<typeof startApiServer>): Promise<ApiServer> {
  const server = await startApiServer(...given)
  server.store.put('apis/apps/v1/deployments', deploymentShape({ name: 'pay', entity: 'pay' }))
  opened.push(server)
  return server
}

function list(url: string, more: Partial<ClusterDetails> = {}) {
  const cluster = {
    name: 'c',
    url,
    authProvider: 'localKubectlProxy',
    authMetadata: {},
    skipTLSVerify: false,
    skipMetricsLookup: true,
    ...more,
  }
  const client = createClusterClient(cluster, {}, { connections, auth, timeoutMs: 20_000 })
  return listObjects(client, { type, labelSelector: 'app=pay' })
}

test('a certificate is verified against the authority of the cluster; why one is refused is said in words', async () => {
  const good = await start({ tls: { cert: goodCertificate, key: serverKey } })
  const caData = Buffer.from(authority).toString('base64')
  expect(await list(good.url, { caData })).toMatchObject({ items: [{ metadata: { name: 'pay' } }] })
  expect(await list(good.url, { caData: authority })).toHaveProperty('items')
  expect(await list(good.url, { skipTLSVerify: true })).toHaveProperty('items')
  const refused = async (url: string, more: Partial<ClusterDetails>) => (await list(url, more)).error
  expect(await refused(good.url, {})).toMatchObject({
    message: expect.stringContaining('its certificate is signed by an unknown authority: set caData or caFile'),
  })
  const expired = await start({ tls: { cert: expiredCertificate, key: serverKey } })
  expect(await refused(expired.url, { caData })).toMatchObject({ message: expect.stringContaining('its certificate has expired') })
  const other = await start({ tls: { cert: otherNameCertificate, key: serverKey } })
  expect(await refused(other.url, { caData })).toMatchObject({ message: expect.stringContaining('its certificate is for another name') })
  expect(await refused(good.url, { caFile: '/nowhere/ca.pem' })).toMatchObject({
    message: expect.stringContaining('cannot be read: /nowhere/ca.pem'),
  })
})

test('an endless answer is cut off, a cluster that asks to wait is told by its status, and objects without end are refused', async () => {
  const server = await start()
  server.interfere((_request, response) => {
    const more = () => void response.write(Buffer.alloc(4 * 2 ** 20, ' '), error => error ?? more())
    response.writeHead(200, { 'content-type': 'application/json' })
    more()
    return true
  })
  expect((await list(server.url)).error).toEqual({
    errorType: 'FETCH_ERROR',
    message: 'c/apis/apps/v1/deployments answered with more than 64 MB',
  })
  server.interfere((_request, response) => {
    response.writeHead(429, { 'retry-after': '1' }).end()
    return true
  })
  expect((await list(server.url)).error).toMatchObject({ errorType: 'UNKNOWN_ERROR', statusCode: 429 })
  let page = 0
  server.interfere((_request, response) => {
    const items = Array.from({ length: 5000 }, () => ({ metadata: { name: 'x' } }))
    response.writeHead(200).end(JSON.stringify({ kind: 'DeploymentList', metadata: { continue: `page-${++page}` }, items }))
    return true
  })
  expect((await list(server.url)).error).toMatchObject({ message: expect.stringContaining('has more than 20000 objects') })
  server.interfere((_request, response) => {
    response.writeHead(200).end(JSON.stringify({ items: [null, 7, {}, 'text', { metadata: null }] }))
    return true
  })
  expect(await list(server.url)).toMatchObject({ items: [{}, {}] })
})

test('mistakes in the config say what is expected', () => {
  const problems = (value: object) =>
    KubernetesSection.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const plain = { name: 'c', url: 'https://c.example' }
  const cluster = { ...plain, authProvider: 'aws' }
  const ofClusters = (...clusters: object[]) => ({ clusterLocatorMethods: [{ type: 'config', clusters }] })
  const withCluster = (more: object) => ofClusters({ ...cluster, ...more })
  expect(problems(withCluster({}))).toBeUndefined()
  expect(problems(withCluster({ url: 'c.example' }))?.[0]).toContain("expected the http: or https: URL of an API server, not 'c.example'")
  expect(problems(ofClusters(plain))?.[0]).toContain('authProvider: ')
  expect(problems(ofClusters({ ...plain, authMetadata: { 'kubernetes.io/auth-provider': 'aws' } }))).toBeUndefined()
  expect(problems(withCluster({ caData: 'x', caFile: 'y' }))?.[0]).toContain('give the certificate authority once')
  expect(problems(withCluster({ dashboardApp: 'grafana' }))?.[0]).toContain(
    'expected one of standard, aks, eks, gke, openshift, rancher, headlamp',
  )
  expect(problems({ objectTypes: ['pod'] })?.[0]).toContain("not 'pod'")
  expect(problems({ customResources: [{ group: 'a', apiVersion: 'v1', plural: '../x' }] })).toHaveLength(1)
  expect(problems({ clusterLocatorMethods: [{ type: 'magic' }] })).toHaveLength(1)
})

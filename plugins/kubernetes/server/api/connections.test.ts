import { silentLog, eventually } from '@portico/core/testing'
import { knownResourceTypes } from '@portico/kubernetes/common'
import { authority, goodCertificate, podShape, putDeployment, serverKey, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '../auth/create-auth.ts'
import { createClusterFeed } from '../live/cluster-feed.ts'
import { createClusterClient } from './cluster-client.ts'
import { createConnections } from './connections.ts'

const tls = { cert: goodCertificate, key: serverKey }
const timeoutMs = 60_000
const connections = createConnections({ allow: [] })
let server: ApiServer

beforeAll(async () => {
  server = await startApiServer({ tls })
  putDeployment(server, { name: 'pay', entity: 'pay' })
})
afterAll(async () => {
  connections.close()
  await server.stop()
})

function clientOf(url: string) {
  const cluster = {
    name: 'c',
    url,
    caData: authority,
    authProvider: 'localKubectlProxy',
    authMetadata: {},
    skipTLSVerify: false,
    skipMetricsLookup: true,
  }
  return createClusterClient(cluster, {}, { connections, auth: createAuth({ env: {} }), timeoutMs })
}

test('lists and watches of all kinds, for several entities, share one connection; when it is cut they go on with another', async () => {
  const client = clientOf(server.url)
  const follow = (labelSelector: string) =>
    createClusterFeed({ client, types: knownResourceTypes, selection: { labelSelector }, withMetrics: true, timeoutMs, log: silentLog })
  const feeds = [follow('backstage.io/kubernetes-id=pay'), follow('backstage.io/kubernetes-id=other')]
  const all = knownResourceTypes.length * feeds.length
  await Promise.all(feeds.map(({ ready }) => ready))
  await eventually(() => expect(server.openWatches()).toBe(all))
  expect(server.connections()).toBe(1)
  const names = () => feeds[0]!.snapshot().groups.flatMap(({ resources }) => resources.map(({ metadata }) => metadata?.name))
  expect(names()).toEqual(['pay-7d9f-0', 'pay', 'pay-7d9f'])

  server.cutConnections()
  await eventually(() => expect([server.openWatches(), server.connections()]).toEqual([all, 2]))
  server.store.put('api/v1/pods', podShape({ name: 'late', entity: 'pay' }))
  await eventually(() => expect(names()).toContain('late'))
  expect(feeds.map(({ state }) => state().isLive)).toEqual([true, true])
  for (const feed of feeds) feed.close()
  await eventually(() => expect(server.openWatches()).toBe(0))
})

test('bodies are sent and answers are read over a shared connection as over one of their own', async () => {
  const client = clientOf(server.url)
  const patch = JSON.stringify({ spec: { replicas: 3 } })
  const answer = await client.open('/apis/apps/v1/namespaces/default/deployments/pay', {
    method: 'PATCH',
    headers: { connection: 'keep-alive', 'content-type': 'application/merge-patch+json' },
    body: Readable.from([Buffer.from(patch)]),
  })
  answer.body.resume()
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
  expect(server.store.get('apis/apps/v1/deployments', 'default', 'pay')?.spec?.['replicas']).toBe(3)
  expect((await client.json('/apis/portico.example/v1/unicorns')).status).toBe(404)
})

test('a host that offers HTTP/1.1 only is called by that', async () => {
  const versions: string[] = []
  const plain = createServer(tls, (request, response) => {
    versions.push(request.httpVersion)
    response.end('{"kind":"APIVersions"}')
  }).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const client = clientOf(`https://127.0.0.1:${(plain.address() as AddressInfo).port}`)
  expect([(await client.json('/api')).body, (await client.json('/api')).status]).toEqual([{ kind: 'APIVersions' }, 200])
  expect(versions).toEqual(['1.1', '1.1'])
  plain.closeAllConnections()
  plain.close()
})

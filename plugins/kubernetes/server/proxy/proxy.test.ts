import { startTestServer, type TestServer, eventually } from '@portico/core/testing'
import { catalogPlugin } from '@portico/catalog/server'
import { authPlugin } from '@portico/auth/server'
import { integrationsPlugin } from '@portico/integrations/server'
import { permissionPlugin } from '@portico/permission/server'
import { createLog, podShape, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { kubernetesPlugin } from '../index.ts'
import { clusterProtocols } from './connect.ts'

let main: ApiServer
let other: ApiServer
let server: TestServer

beforeAll(async () => {
  main = await startApiServer({ tokens: ['main-token', 'of-the-user'] })
  other = await startApiServer()
  main.store.put('api/v1/pods', podShape({ name: 'pay-0', entity: 'pay' }))
  putDeployment(main, { name: 'pay', entity: 'pay' })
  const clusters = [
    { name: 'main', url: `${main.url}/`, authProvider: 'serviceAccount', serviceAccountToken: 'main-token' },
    { name: 'other', url: other.url, authProvider: 'oidc', oidcTokenProvider: 'okta' },
    { name: 'gone', url: 'http://127.0.0.1:1', authProvider: 'localKubectlProxy' },
  ]
  server = await startTestServer({
    plugins: [authPlugin, integrationsPlugin, catalogPlugin, permissionPlugin, kubernetesPlugin],
    config: {
      kubernetes: { namespacePermissions: true, clusterLocatorMethods: [{ type: 'config', clusters }] },
      permission: {
        enabled: true,
        policy: {
          defaultRoles: false,
          roles: {
            operator: { members: ['user:default/test'], permissions: ['kubernetes.*'] },
            limited: {
              members: ['user:default/limited'],
              permissions: [
                'kubernetes.proxy',
                'kubernetes.proxy.change',
                {
                  permission: 'kubernetes.namespace.*',
                  conditions: {
                    allOf: [
                      { rule: 'IS_IN_CLUSTER', params: { clusters: ['ma*'] } },
                      { rule: 'IS_IN_NAMESPACE', params: { namespaces: ['shop'] } },
                    ],
                  },
                },
              ],
            },
          },
        },
      },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await Promise.all([main.stop(), other.stop()])
})
beforeEach(() => {
  main.seen.length = 0
  other.seen.length = 0
})

const call = (path: string, init: RequestInit = {}, cluster = 'main', as: string | undefined = 'user:default/test') =>
  server.as(as).fetch(`/api/kubernetes/proxy${path}`, {
    ...init,
    headers: { 'Backstage-Kubernetes-Cluster': cluster, ...(init.headers as Record<string, string>) },
  })

test("any method goes to the cluster of the header with path, query and body, and never with the portal's token [K8S-16]", async () => {
  const pods = await call('/api/v1/namespaces/default/pods?labelSelector=app%3Dpay&a=1&a=2')
  expect(pods.status).toBe(200)
  expect(((await pods.json()) as { items: unknown[] }).items).toHaveLength(2)
  expect(pods.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const body = JSON.stringify({ spec: { replicas: 2 } })
  const patched = await call('/apis/apps/v1/namespaces/default/deployments/pay', {
    method: 'PATCH',
    body,
    headers: { 'content-type': 'application/merge-patch+json', cookie: 'a=b' },
  })
  expect(patched.status).toBe(200)
  for (const method of ['POST', 'PUT'])
    await call('/api/v1/namespaces/default/pods', { method, body: '{}', headers: { 'content-type': 'application/json' } })
  const deleted = await call('/api/v1/namespaces/default/pods/pay-0', { method: 'DELETE' })
  expect(deleted.status).toBe(200)
  expect((await call('/api/v1/namespaces/default/pods', { method: 'HEAD' })).status).toBe(200)
  expect((await call('/api/v1/namespaces/default/pods', { method: 'OPTIONS' })).status).toBe(200)
  expect(main.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/namespaces/default/pods?labelSelector=app%3Dpay&a=1&a=2',
    'PATCH /apis/apps/v1/namespaces/default/deployments/pay',
    'POST /api/v1/namespaces/default/pods',
    'PUT /api/v1/namespaces/default/pods',
    'DELETE /api/v1/namespaces/default/pods/pay-0',
    'HEAD /api/v1/namespaces/default/pods',
    'OPTIONS /api/v1/namespaces/default/pods',
  ])
  expect(main.seen[1]).toMatchObject({ body, headers: { 'content-type': 'application/merge-patch+json' } })
  expect(new Set(main.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer main-token']))
  expect(main.seen.every(({ headers }) => headers.cookie === undefined && headers['backstage-kubernetes-cluster'] === undefined)).toBe(true)
})

test('the cluster decides: its refusals come through as they are; an unknown one is 404, a failing one 500, none of several 400', async () => {
  main.forbidden.add('secrets')
  const refused = await call('/api/v1/namespaces/default/secrets')
  expect([refused.status, ((await refused.json()) as { kind: string }).kind]).toEqual([403, 'Status'])
  main.forbidden.clear()
  const unknown = await call('/version', {}, 'nowhere')
  expect([unknown.status, ((await unknown.json()) as { error: { message: string } }).error.message]).toEqual([
    404,
    "Cluster 'nowhere' not found",
  ])
  const gone = await call('/version', {}, 'gone')
  expect([gone.status, ((await gone.json()) as { error: { message: string } }).error.message]).toEqual([
    500,
    expect.stringContaining('the connection was refused'),
  ])
  expect((await server.fetch('/api/kubernetes/proxy/version')).status).toBe(400)
  expect((await call('/version', {}, 'other')).status).toBe(500)
})

test('tokens in headers go to their own provider; a whole authorization is sent as it is', async () => {
  await call(
    '/version',
    { headers: { 'Backstage-Kubernetes-Authorization-oidc-okta': 'id-token', 'Backstage-Kubernetes-Authorization-google': 'wrong' } },
    'other',
  )
  await call('/version', { headers: { 'Backstage-Kubernetes-Authorization': 'Bearer of-the-user' } })
  expect([other.seen[0]?.headers.authorization, main.seen[0]?.headers.authorization]).toEqual(['Bearer id-token', 'Bearer of-the-user'])
})

test('no path and no cluster name leads out of the API of a cluster', async () => {
  const { port } = new URL(server.url)
  const token = (await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })).token
  const paths = [
    '/../clusters',
    '/api/%2e%2e/x',
    '/api/v1%2f..%2fx',
    '/api/%252e%252e/x',
    '/api//v1',
    '/api/a%5cb',
    '/%',
    '//169.254.169.254/x',
    '/http:%2f%2fevil.example/',
  ]
  for (const path of paths) {
    const headers = { authorization: `Bearer ${token}`, 'backstage-kubernetes-cluster': 'main' }
    // By hand: fetch would resolve the dots itself.
    const [response] = (await once(requestHttp({ port, path: `/api/kubernetes/proxy${path}`, headers }).end(), 'response')) as [
      IncomingMessage,
    ]
    response.resume()
    expect([path, response.statusCode]).toEqual([path, 400])
  }
  for (const name of ['../main', 'main/x', 'http://evil.example', '%2e%2e', 'constructor'])
    expect([name, (await call('/version', {}, name)).status]).toEqual([name, 404])
  expect(main.seen).toEqual([])
})

test('what is larger than a cluster takes is refused, announced or not', async () => {
  const send = (body: RequestInit['body'], more: object = {}) =>
    call('/api/v1/namespaces/default/pods', { method: 'POST', body: body!, ...more })
  expect((await send('x'.repeat(10_000_001))).status).toBe(413)
  expect(main.seen).toEqual([])
  const endless = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(1_000_000)) })
  const streamed = await send(endless, { duplex: 'half' }).then(
    response => response.status,
    // The portal answers and closes while the caller is still sending.
    () => 413,
  )
  expect(streamed).toBe(413)
  await eventually(async () => expect((await call('/version')).status).toBe(200))
})

test('logs are followed as they are written, and end when the reader leaves', async () => {
  main.logs.set('pay-7d9f-0/app', createLog('one\n', 'before\n'))
  const leaving = new AbortController()
  const response = await call('/api/v1/namespaces/default/pods/pay-7d9f-0/log?container=app&follow=true', { signal: leaving.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader.read()).value ?? ''
  }
  await until('one\n')
  main.logs.get('pay-7d9f-0/app')?.more.emit('text', 'two\n')
  await until('two\n')
  leaving.abort()
  await eventually(() => expect(main.logs.get('pay-7d9f-0/app')?.more.listenerCount('text')).toBe(0))
  expect(await (await call('/api/v1/namespaces/default/pods/pay-7d9f-0/log?container=app&previous=true')).text()).toBe('before\n')
})

test('permissions are asked for: that of the wire, and by cluster and namespace; writes are in the audit trail', async () => {
  const limited = (path: string, init?: RequestInit, cluster?: string) => call(path, init, cluster, 'user:default/limited')
  expect((await limited('/api/v1/namespaces/shop/pods')).status).toBe(200)
  expect((await limited('/api/v1/namespaces/default/pods')).status).toBe(403)
  expect((await limited('/api/v1/pods')).status).toBe(403)
  expect((await limited('/api/v1/namespaces/shop/pods', {}, 'other')).status).toBe(403)
  expect((await limited('/api/v1/namespaces/shop/pods/none', { method: 'DELETE' })).status).toBe(404)
  expect((await call('/version', {}, 'main', 'user:default/nobody')).status).toBe(403)
  expect((await call('/version', {}, 'main', undefined)).status).toBe(200)
  const { rows } = await server.database.pool.query(
    `select action, subject, result from core.audit_event where action like 'kubernetes.%' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ action: 'kubernetes.proxy.forward', subject: 'main/api/v1/namespaces/shop/pods/none', result: 'failure' }])
})

test('WebSockets are passed on frame by frame, with the protocol of the cluster; refusals are a status', async () => {
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })
  const url = `${server.url.replace('http', 'ws')}/api/kubernetes/proxy/api/v1/namespaces/default/pods/pay-7d9f-0/exec?command=sh&command=-c&stdin=true`
  const headers = { authorization: `Bearer ${token}`, 'backstage-kubernetes-cluster': 'main' }
  const socket = new WebSocket(url, ['v4.channel.k8s.io'], { headers })
  await once(socket, 'open')
  expect(socket.protocol).toBe('v4.channel.k8s.io')
  socket.send(Buffer.from([0, 104, 105]))
  const [message] = (await once(socket, 'message')) as [Buffer]
  expect(message).toEqual(Buffer.concat([Buffer.from([1]), Buffer.from('echo '), Buffer.from([0, 104, 105])]))
  expect(main.seen.at(-1)).toMatchObject({
    method: 'UPGRADE',
    url: '/api/v1/namespaces/default/pods/pay-7d9f-0/exec?command=sh&command=-c&stdin=true',
    headers: { authorization: 'Bearer main-token' },
  })
  socket.close(1000)
  await once(socket, 'close')
  const refusedBy = async (more: Record<string, string>) => {
    const refused = new WebSocket(url, ['v4.channel.k8s.io'], { headers: { ...headers, ...more } })
    refused.on('error', () => undefined)
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage]
    return { status: response.statusCode, body: await readText(response) }
  }
  const byCluster = await refusedBy({ 'backstage-kubernetes-authorization': 'Bearer wrong' })
  expect(byCluster.status).toBe(403)
  // In the words of the cluster.
  const { error } = JSON.parse(byCluster.body) as { error: { message: string } }
  expect(error.message).toMatch(
    /^pods "pay-7d9f-0" is forbidden: User .* cannot create resource "pods\/exec" .* in the namespace "default"$/,
  )
  expect((await refusedBy({ authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await refusedBy({ 'backstage-kubernetes-cluster': 'nowhere' })).status).toBe(404)
  const { items } = await server.server.services.audit.list({ limit: 10, action: 'kubernetes.proxy.connect' })
  expect(items.map(({ subject, result, caller }) => [subject, result, caller])).toEqual([
    ['main/api/v1/namespaces/default/pods/pay-7d9f-0/exec', 'failure', 'user:default/test'],
    ['main/api/v1/namespaces/default/pods/pay-7d9f-0/exec', 'success', 'user:default/test'],
  ])
  const jwt = `${'a'.repeat(60)}.${'b'.repeat(60)}.c`
  expect(clusterProtocols(`${jwt}, v5.channel.k8s.io, v4.channel.k8s.io`, false)).toEqual(['v5.channel.k8s.io', 'v4.channel.k8s.io'])
  expect(clusterProtocols('v5.channel.k8s.io, v4.channel.k8s.io', true)).toEqual(['v5.channel.k8s.io'])
})

import { startTestServer, type TestServer } from '@portico/core/testing'
import { catalogPlugin } from '@portico/catalog/server'
import { authPlugin } from '@portico/auth/server'
import { integrationsPlugin } from '@portico/integrations/server'
import { permissionPlugin } from '@portico/permission/server'
import { createLog, podShape, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { once } from 'node:events'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { kubernetesPlugin } from '../index.ts'

const value = 'aHVudGVyMg=='
const secret = {
  kind: 'Secret',
  apiVersion: 'v1',
  type: 'helm.sh/release.v1',
  metadata: {
    name: 'db',
    namespace: 'default',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `{"data":{"password":"${value}"}}`, team: 'pay' },
  },
  data: { password: value },
}

let cluster: ApiServer
let server: TestServer

beforeAll(async () => {
  cluster = await startApiServer()
  cluster.store.put('api/v1/pods', podShape({ name: 'pay-0', entity: 'pay' }))
  const role = (name: string, ...permissions: string[]) => [name, { members: [`user:default/${name}`], permissions }]
  server = await startTestServer({
    plugins: [authPlugin, integrationsPlugin, catalogPlugin, permissionPlugin, kubernetesPlugin],
    config: {
      kubernetes: {
        clusterLocatorMethods: [{ type: 'config', clusters: [{ name: 'main', url: cluster.url, authProvider: 'localKubectlProxy' }] }],
      },
      permission: {
        enabled: true,
        policy: {
          defaultRoles: false,
          roles: Object.fromEntries([
            role('reader', 'kubernetes.proxy'),
            role('logger', 'kubernetes.logs'),
            role('changer', 'kubernetes.proxy.change'),
            role('execer', 'kubernetes.proxy.exec'),
            role('all', 'kubernetes.*'),
          ]),
        },
      },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await cluster.stop()
})
beforeEach(() => {
  cluster.store.put('api/v1/secrets', secret)
  cluster.seen.length = 0
})
afterEach(() => cluster.interfere(() => false))

const call = (who: string, path: string, init: RequestInit = {}) =>
  server.as(`user:default/${who}`).fetch(`/api/kubernetes/proxy${path}`, init)
const statusOf = async (who: string, path: string, method = 'GET') =>
  (await call(who, path, { method, ...(method !== 'GET' && { body: '{}', headers: { 'content-type': 'application/json' } }) })).status

test('logs and events, reading, changing and reaching into what runs are permissions of their own', async () => {
  cluster.logs.set('pay-0/app', createLog('one\n', ''))
  const log = '/api/v1/namespaces/default/pods/pay-0/log?container=app'
  const pods = '/api/v1/namespaces/default/pods'
  const events = '/api/v1/namespaces/default/events'
  const cases: readonly (readonly [who: string, path: string, method: string, isAllowed: boolean])[] = [
    ['logger', log, 'GET', true],
    ['logger', events, 'GET', true],
    ['logger', pods, 'GET', false],
    ['logger', `${log}/x`, 'GET', true],
    ['logger', '/version', 'GET', false],
    ['logger', log, 'DELETE', false],
    ['reader', log, 'GET', true],
    ['reader', pods, 'GET', true],
    ['reader', '/version', 'GET', true],
    ['reader', pods, 'POST', false],
    ['reader', `${pods}/pay-0`, 'PUT', false],
    ['reader', `${pods}/pay-0`, 'PATCH', false],
    ['reader', `${pods}/pay-0`, 'DELETE', false],
    ['reader', `${pods}/pay-0/exec?command=sh`, 'GET', false],
    ['reader', `${pods}/pay-0/proxy/admin`, 'GET', false],
    ['reader', '/api/v1/nodes/one/proxy/pods', 'GET', false],
    ['changer', pods, 'GET', false],
    ['changer', `${pods}/pay-0`, 'PATCH', true],
    ['changer', `${pods}/pay-0/exec?command=sh`, 'POST', false],
    ['execer', `${pods}/pay-0/exec?command=sh`, 'GET', true],
    ['execer', pods, 'GET', false],
    ['execer', `${pods}/pay-0`, 'PATCH', false],
  ]
  for (const [who, path, method, isAllowed] of cases)
    expect([who, method, path, (await statusOf(who, path, method)) !== 403]).toEqual([who, method, path, isAllowed])
  const refused = (await (await call('reader', pods, { method: 'DELETE' })).json()) as { error: { permission: string } }
  expect(refused.error.permission).toBe('kubernetes.proxy.change')
})

test('a WebSocket needs the permission to reach into what runs, and follows no objects, which could not be masked', async () => {
  const open = async (who: string, path: string) => {
    const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: `user:default/${who}` })
    const url = `${server.url.replace('http', 'ws')}/api/kubernetes/proxy${path}`
    const socket = new WebSocket(url, ['v4.channel.k8s.io'], { headers: { authorization: `Bearer ${token}` } })
    socket.on('error', () => undefined)
    const status = await Promise.race([
      once(socket, 'open').then(() => 101),
      once(socket, 'unexpected-response').then(([, response]) => (response as IncomingMessage).statusCode),
    ])
    socket.terminate()
    return status
  }
  const exec = '/api/v1/namespaces/default/pods/pay-0/exec?command=sh'
  expect(await open('execer', exec)).toBe(101)
  for (const who of ['reader', 'changer', 'logger']) expect([who, await open(who, exec)]).toEqual([who, 403])
  for (const path of ['/api/v1/secrets?watch=true', '/api/v1/watch/secrets', '/api/v1/events?watch=true'])
    expect([path, await open('all', path)]).toEqual([path, 400])
})

const places = [
  '/api/v1/secrets',
  '/api/v1/namespaces/default/secrets',
  '/api/v1/namespaces/default/secrets/',
  '/api/v1/namespaces/default/secrets/db',
  '/api/v1/namespaces/default/%73ecrets/db',
  '/api/v1/namespaces/default/secrets?limit=5&watch=0',
]

test('values of Secrets are masked in objects and lists, with their names, and not repeated in annotations', async () => {
  for (const path of places) {
    const answer = await call('all', path, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io', range: 'bytes=0-20' } })
    const text = await answer.text()
    expect([path, answer.status, text.includes(value)]).toEqual([path, 200, false])
    expect(text).toContain('"password":"***"')
    expect(text).toContain('"team":"pay"')
  }
  expect(cluster.seen.every(({ headers }) => headers.accept === 'application/json' && headers.range === undefined)).toBe(true)
})

test('what changes a Secret, or makes a token, answers without values too', async () => {
  const patched = await call('all', '/api/v1/namespaces/default/secrets/db', {
    method: 'PATCH',
    body: '{"metadata":{"labels":{"a":"b"}}}',
    headers: { 'content-type': 'application/merge-patch+json', accept: 'application/vnd.kubernetes.protobuf' },
  })
  expect(await patched.text()).toMatch(/"a":"b".*"password":"\*\*\*"/)
  const deleted = await call('all', '/api/v1/namespaces/default/secrets/db', { method: 'DELETE' })
  expect(await deleted.text()).toContain('"password":"***"')
  cluster.interfere((_request, response) => {
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end('{"kind":"TokenRequest","status":{"token":"made","expirationTimestamp":"x"}}')
    return true
  })
  const token = await call('all', '/api/v1/namespaces/default/serviceaccounts/robot/token', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect([token.status, await token.json()]).toEqual([201, { kind: 'TokenRequest', status: { token: '***', expirationTimestamp: 'x' } }])
})

test('each event of a watch is masked, however it is cut into chunks', async () => {
  for (const path of ['/api/v1/namespaces/default/secrets?watch=true&resourceVersion=1000', '/api/v1/watch/namespaces/default/secrets']) {
    cluster.interfere((_request, response) => {
      const events = Buffer.from([1, 2].map(at => `${JSON.stringify({ type: 'MODIFIED', object: { ...secret, at, ü: 'ü' } })}\n`).join(''))
      response.writeHead(200, { 'content-type': 'application/json' })
      for (let at = 0; at < events.length; at += 37) response.write(events.subarray(at, at + 37))
      response.end()
      return true
    })
    const lines = (await (await call('all', path)).text()).trim().split('\n')
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual(
      [1, 2].map(at => ({
        type: 'MODIFIED',
        object: { ...secret, at, ü: 'ü', data: { password: '***' }, metadata: { ...secret.metadata, annotations: { team: 'pay' } } },
      })),
    )
  }
})

test('what cannot be masked is not passed on: protobuf, a text, something packed, a line that is no event', async () => {
  const answers: readonly (readonly [headers: Record<string, string>, body: string, path?: string])[] = [
    [{ 'content-type': 'application/vnd.kubernetes.protobuf' }, `k8s${value}`],
    [{ 'content-type': 'text/plain' }, value],
    [{}, value],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, value],
    [{ 'content-type': 'application/json' }, `{"data":"${value}"`],
    [{ 'content-type': 'application/json' }, `"${value}"\nno event ${value}\n`, '/api/v1/secrets?watch=true'],
  ]
  for (const [headers, body, path = '/api/v1/secrets'] of answers) {
    cluster.interfere((_request, response) => {
      response.writeHead(200, headers).end(body)
      return true
    })
    const text = await call('all', path).then(
      answer => answer.text(),
      () => '',
    )
    expect([body, text.includes(value)]).toEqual([body, false])
  }
})

test('no spelling of a path leads around the check', async () => {
  const { port } = new URL(server.url)
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/logger' })
  const paths = [
    '/api/v1/namespaces/default/pods/pay-0/log/../../../secrets',
    '/api/v1/namespaces/default/pods/pay-0/log;/../secrets',
    '/api/v1//secrets',
    '/api/v1/namespaces/default/%2573ecrets',
    '/api/v1/namespaces/default/secrets%00',
    '/api/v1/namespaces/default/secrets;a=b',
    '/api/v1/%2e%2e/v1/secrets',
    '/api/v1/namespaces/default%2fsecrets/events',
    '/api/v1/namespaces/default/secrets%3fx/events',
  ]
  for (const path of paths) {
    const headers = { authorization: `Bearer ${token}` }
    const [response] = (await once(requestHttp({ port, path: `/api/kubernetes/proxy${path}`, headers }).end(), 'response')) as [
      IncomingMessage,
    ]
    response.resume()
    expect([path, response.statusCode]).toEqual([path, 400])
  }
  // A cluster that minded no case would still get nothing past the check.
  expect(await statusOf('logger', '/api/v1/namespaces/default/SECRETS')).toBe(403)
  expect(cluster.seen).toEqual([])
})

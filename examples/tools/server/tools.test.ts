import { authPlugin } from '@portico/auth/server'
import { buildsPlugin } from '@portico/builds/server'
import { catalogPlugin } from '@portico/catalog/server'
import { defineServerPlugin } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { exampleToolsPlugin } from '@portico/example-tools/server'
import { integrationsPlugin, integrationsService, type Integrations } from '@portico/integrations/server'
import { kubernetesPlugin } from '@portico/kubernetes/server'
import { proxyPlugin } from '@portico/proxy/server'
import { load } from 'js-yaml'
import * as git from 'isomorphic-git'
import http from 'isomorphic-git/http/node'
import * as fs from 'node:fs'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTools } from './start-tools.ts'

const root = path.join(import.meta.dirname, '../../..')
let repositories: Integrations['repositories']
const writerPlugin = defineServerPlugin({
  id: 'test-writer',
  uses: { integrations: integrationsService },
  setup: (_core, { integrations }) => void ({ repositories } = integrations),
})
const plugins = [
  writerPlugin,
  authPlugin,
  integrationsPlugin,
  catalogPlugin,
  proxyPlugin,
  buildsPlugin,
  kubernetesPlugin,
  exampleToolsPlugin,
]
let server: TestServer
let port: number

/** The sections that lead to the tools, as they are in `app-config.yaml`, but for the port. */
function exampleConfig(): Record<string, unknown> {
  const text = readFileSync(path.join(root, 'app-config.yaml'), 'utf8').replaceAll('7017', String(port))
  const { exampleTools, kubernetes, proxy, integrations } = load(text) as Record<string, unknown>
  return { exampleTools, kubernetes, proxy, integrations }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const { port: free } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return free
}

async function call<T>(address: string, body?: object): Promise<T> {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await server.as('user:development/guest').fetch(address, init)
  expect([address, response.status]).toEqual([address, 200])
  return (await response.json()) as T
}

beforeAll(async () => {
  port = await freePort()
  const catalog = {
    rules: [{ allow: ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template'] }],
    locations: [{ type: 'file', target: path.join(root, 'examples/catalog-info.yaml') }],
  }
  server = await startTestServer({ plugins, config: { ...exampleConfig(), catalog } })
  await eventually(() => call('/api/catalog/entities/by-name/component/default/locker-gateway'))
})
afterAll(() => server.stop())

interface Listed {
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> }
}

const annotated = async (name: string) =>
  call<Listed[]>(`/api/catalog/entities?filter=${encodeURIComponent(`kind=component,metadata.annotations.${name}`)}`)

test('every component of the example that says where it runs has pods in a cluster', async () => {
  const names = [...(await annotated('backstage.io/kubernetes-id')), ...(await annotated('backstage.io/kubernetes-label-selector'))]
  expect(names.length).toBeGreaterThan(7)
  for (const { metadata } of names) {
    const { items } = await call<{
      items: { errors: unknown[]; resources: { type: string; resources: unknown[] }[] }[]
    }>('/api/kubernetes/resources/workloads/query', { entityRef: `component:default/${metadata.name}`, auth: {} })
    expect([metadata.name, items.flatMap(({ errors }) => errors)]).toEqual([metadata.name, []])
    const pods = items.flatMap(({ resources }) => resources.filter(({ type }) => type === 'pods').flatMap(each => each.resources))
    expect([metadata.name, pods.length > 0]).toEqual([metadata.name, true])
  }
})

test('one pod crashes, and its log says why', async () => {
  const proxied = (rest: string) =>
    server.as('user:development/guest').fetch(`/api/kubernetes/proxy${rest}`, { headers: { 'backstage-kubernetes-cluster': 'rehearsal' } })
  const pods = (await (await proxied('/api/v1/namespaces/lockers/pods')).json()) as { items: Listed[] }
  const name = pods.items[0]?.metadata.name ?? ''
  expect(JSON.stringify(pods.items)).toContain('CrashLoopBackOff')
  const text = await (await proxied(`/api/v1/namespaces/lockers/pods/${name}/log?container=locker-gateway&previous=true`)).text()
  expect(text).toContain('cannot serve cabinets without their certificate')
})

test('every component with a project has builds in both systems: one fails with a log, one runs now', async () => {
  const components = await annotated('github.com/project-slug')
  expect(components.length).toBeGreaterThan(10)
  const statuses = new Set<string>()
  for (const { metadata } of components) {
    const at = `/api/builds/entities/default/component/${metadata.name}/github`
    const { items } = await call<{ items: { id: string; status: string }[] }>(`${at}/builds?limit=10&offset=0`)
    expect([metadata.name, items.length > 2]).toEqual([metadata.name, true])
    for (const { status } of items) statuses.add(status)
    const slug = metadata.annotations?.['circleci.com/project-slug'] ?? ''
    const circle = await call<{ status: string }[]>(`/api/proxy/circleci/api/project/${slug}?limit=10&offset=0&circle-token=`)
    expect(circle.map(({ status }) => status)).toEqual(items.map(({ status }) => status))
  }
  expect(statuses).toEqual(new Set(['success', 'failed', 'running']))
  const [failed] = await call<{ build_num: number; status: string }[]>(
    '/api/proxy/circleci/api/project/github/larkpost/locker-gateway?limit=1&offset=0&circle-token=',
  )
  const output = `/api/builds/entities/default/component/locker-gateway/circleci/builds/${failed?.build_num}/output?step=3&action=0`
  expect(JSON.stringify(await call(output))).toContain('certificate signed by unknown authority')
})

test('what a component has on the git host can be registered, and what is pushed arrives', async () => {
  const host = `http://127.0.0.1:${port}`
  const target = `${host}/larkpost/booking/blob/main/catalog-info.yaml`
  const found = await server.as('user:development/guest').fetch('/api/catalog/locations?dryRun=true', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'url', target }),
  })
  expect([found.status, await found.text()]).toEqual([201, expect.stringContaining('booking-service')])

  const authorization = 'Bearer any'
  const made = await fetch(`${host}/api/v3/orgs/larkpost/repos`, {
    method: 'POST',
    headers: { authorization },
    body: '{"name":"slot-keeper"}',
  })
  expect(made.status).toBe(201)
  const dir = mkdtempSync(path.join(tmpdir(), 'portico-push-'))
  await git.init({ fs, dir, defaultBranch: 'main' })
  writeFileSync(path.join(dir, 'hello.txt'), 'hello')
  writeFileSync(path.join(dir, 'README.md'), '# Slots\n\nKeeps **slots**. <script>x</script>\n')
  await git.add({ fs, dir, filepath: ['hello.txt', 'README.md'] })
  await git.commit({ fs, dir, message: 'Say hello', author: { name: 'Ada', email: 'ada@example.test' } })
  const onAuth = () => ({ username: 'x', password: 'y' })
  await git.push({ fs, http, dir, url: `${host}/larkpost/slot-keeper.git`, ref: 'main', onAuth })
  rmSync(dir, { recursive: true })
  const pushed = await fetch(`${host}/api/v3/repos/larkpost/slot-keeper/contents/hello.txt`)
  expect(await pushed.text()).toBe('hello')
  const page = await (await fetch(`${host}/larkpost/slot-keeper.git`)).text()
  expect(page).toContain('href="/larkpost/slot-keeper/blob/main/hello.txt"')
  expect(page).toContain(`git clone ${host}/larkpost/slot-keeper.git`)
  expect(page).toContain('<p>Keeps <strong>slots</strong>. &lt;script&gt;x&lt;/script&gt;</p>')
})

test('pull requests wait in a repository, and the portal opens another', async () => {
  const ref = { host: `127.0.0.1:${port}`, owner: 'larkpost', repo: 'booking' }
  const page = async (rest: string) => (await fetch(`http://${ref.host}/larkpost/booking${rest}`)).text()
  expect(await page('')).toContain('#1 Keep the time zone of the sender')
  await repositories.createBranch(ref, { name: 'sunset' })
  const changes = [{ path: 'docs/sunset.md', bytes: Buffer.from('# Sunset') }]
  await repositories.commit(ref, { branch: 'sunset', message: 'Announce the sunset', changes })
  const made = await repositories.openChangeRequest(ref, { title: 'Sunset', source: 'sunset' })
  expect(made).toMatchObject({ number: 2, state: 'open', source: 'sunset', target: 'main' })
  expect(await page('/pull/2')).toContain('#2 Sunset')
  expect(await page('/blob/sunset/docs/sunset.md')).toContain('# Sunset')
  expect(await page('/tree/sunset')).toContain('docs/index.md')
  await repositories.closeChangeRequest(ref, made.number)
  expect(await repositories.changeRequest(ref, made.number)).toMatchObject({ state: 'closed' })
})

test('a second portal shares the tools of the first, and is told where another program has the port', async () => {
  const warnings: string[] = []
  const begin = async (at: number) =>
    (await startTools({ port: at, folder: tmpdir(), log: { warn: message => void warnings.push(message) } })).stop()
  await begin(port)
  expect(warnings).toEqual([])
  const other = createServer(socket => socket.end('no')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port: taken } = other.address() as AddressInfo
  await begin(taken)
  other.close()
  expect(warnings).toEqual([expect.stringContaining(`Port ${taken} is taken by another program`)])
})

test('a page of another site reads nothing by a name of its own, and pushes nothing', async () => {
  const asked = get({ host: '127.0.0.1', port, path: '/larkpost/booking', headers: { host: 'evil.example' } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(421)
  const pushed = await fetch(`http://127.0.0.1:${port}/larkpost/booking.git/git-receive-pack`, { method: 'POST', body: '0000' })
  expect(pushed.status).toBe(401)
})

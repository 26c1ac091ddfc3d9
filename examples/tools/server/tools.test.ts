import { authPlugin } from '@portico/auth/server'
import { buildsPlugin } from '@portico/builds/server'
import { catalogApi } from '@portico/catalog/common'
import { catalogPlugin } from '@portico/catalog/server'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { defineServerPlugin, startServer } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { exampleToolsPlugin } from '@portico/example-tools/server'
import { integrationsPlugin, integrationsService, type Integrations } from '@portico/integrations/server'
import { kubernetesPlugin } from '@portico/kubernetes/server'
import { mcpActionsApi } from '@portico/mcp-actions/common'
import { mcpActionsPlugin } from '@portico/mcp-actions/server'
import { notificationsApi } from '@portico/notifications/common'
import { notificationsPlugin } from '@portico/notifications/server'
import { proxyPlugin } from '@portico/proxy/server'
import { scaffolderApi } from '@portico/scaffolder/common'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { signalsPlugin } from '@portico/signals/server'
import { userSettingsApi } from '@portico/user-settings/common'
import { userSettingsPlugin } from '@portico/user-settings/server'
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
  connectorsPlugin,
  proxyPlugin,
  buildsPlugin,
  kubernetesPlugin,
  mcpActionsPlugin,
  notificationsPlugin,
  scaffolderPlugin,
  signalsPlugin,
  userSettingsPlugin,
  exampleToolsPlugin,
]
let server: TestServer
let port: number

/** The sections that lead to the tools, as they are in `examples/app-config.yaml`, but for the port. */
function exampleConfig(): Record<string, unknown> {
  const text = readFileSync(path.join(root, 'examples/app-config.yaml'), 'utf8').replaceAll('7017', String(port))
  const { exampleTools, kubernetes, proxy, integrations, connectors, builds } = load(text) as Record<string, unknown>
  return { exampleTools, kubernetes, proxy, integrations, connectors, builds }
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
  // Runs call other plugins over HTTP, so the server must know its own address.
  const own = await freePort()
  const backend = { listen: { port: own, host: '127.0.0.1' }, baseUrl: `http://127.0.0.1:${own}` }
  server = await startTestServer({ plugins, config: { ...exampleConfig(), catalog, backend } })
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

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const asGuest = () => server.as('user:development/guest')
const marks = async () =>
  (await server.database.pool.query(`select from "user-settings".setting where bucket = 'default.exampleTools'`)).rowCount
const brought = () => eventually(async () => expect(await marks()).toBe(1))

/** What a newcomer finds, as far as it could be doubled. */
async function found() {
  const { tasks } = await asGuest().call(scaffolderApi.listTasks, { query: {} })
  const { notifications } = await asGuest().call(notificationsApi.listNotifications, { query: {} })
  const { items: announcements } = await asGuest().call(notificationsApi.listAnnouncements)
  const { items: changes } = await asGuest().call(catalogApi.listChanges, { query: { limit: 500 } })
  const own = notifications.filter(({ origin }) => !['plugin:scaffolder', 'plugin:notifications'].includes(origin))
  return {
    runs: tasks.map(({ id }) => id).toSorted(),
    notifications: own.map(({ id }) => id).toSorted(),
    announcements: announcements.map(({ title }) => title),
    agents: (await asGuest().call(mcpActionsApi.listAllAgents, { query: {} })).items.length,
    calls: (await asGuest().call(mcpActionsApi.listAllCalls, { query: { limit: 100 } })).items.length,
    past: changes.filter(({ revision }) => revision === 0).length,
  }
}

test('the catalog has a month of history: owners moved, things came, grew up, and went', async () => {
  await brought()
  const entityAt = async (days: number, name: string) => {
    const query = { filter: [`metadata.name=${name}`], asOf: daysAgo(days) }
    return (await asGuest().call(catalogApi.queryEntities, { query })).items[0]
  }
  expect((await entityAt(20, 'quote-engine'))?.spec).toMatchObject({ owner: 'group:default/switchboard' })
  expect((await entityAt(26, 'parcel-kit'))?.spec).toMatchObject({ lifecycle: 'experimental' })
  expect((await entityAt(12, 'label-press'))?.spec).toMatchObject({ lifecycle: 'production' })
  expect(await entityAt(22, 'demand-forecast')).toBeUndefined()
  expect((await entityAt(10, 'night-desk'))?.relations).toContainEqual({ type: 'ownerOf', targetRef: 'resource:default/doorstep-photos' })
  expect(await entityAt(8, 'night-desk')).toBeUndefined()
  expect(await entityAt(33, 'booking-service')).toBeUndefined()
  const versionAt = async (days: number) => /version: (.*)/.exec(String((await entityAt(days, 'booking-api'))?.spec?.['definition']))?.[1]
  expect([await versionAt(10), await versionAt(1)]).toEqual(['4.1.3', '4.2.0'])
  const params = { kind: 'component', namespace: 'default', name: 'booking-service' }
  const { items } = await asGuest().call(catalogApi.getEntityHistory, { params, query: {} })
  expect(items.map(({ kind, fields }) => [kind, ...fields])).toEqual([
    ['updated', 'metadata.labels.larkpost.example/pager'],
    ['updated', 'metadata.tags'],
    ['updated', 'metadata.description', 'spec.consumesApis'],
    ['created'],
  ])
})

test('two problems of the catalog are told on the health page, with what to do', async () => {
  const { items } = await eventually(async () => {
    const problems = await asGuest().call(catalogApi.listHealthProblems, { query: {} })
    expect(problems.items.length).toBe(2)
    return problems
  })
  expect(items.map(({ fix }) => fix).toSorted()).toEqual([
    'Correct the reference, or bring group:default/night-desk into the catalog.',
    'Correct the reference, or bring resource:default/zpl-spooler into the catalog.',
  ])
})

test('runs of templates have ended well and badly, and two wait: one for a time, one for the guest', async () => {
  await brought()
  const { tasks } = await eventually(async () => {
    const listed = await asGuest().call(scaffolderApi.listTasks, { query: {} })
    expect(listed.tasks.map(({ status, waiting }) => waiting?.kind ?? status).toSorted()).toEqual([
      'approval',
      'completed',
      'completed',
      'failed',
      'time',
    ])
    return listed
  })
  expect(new Set(tasks.map(({ createdBy }) => createdBy)).size).toBe(4)
  const { items } = await asGuest().call(scaffolderApi.listApprovals)
  expect(items).toMatchObject([{ createdBy: 'user:default/jonas.lindqvist', templateRef: 'template:default/api-change' }])
  const failed = tasks.find(({ status }) => status === 'failed')!
  const events = await asGuest().call(scaffolderApi.listTaskEvents, { params: { taskId: failed.id }, query: {} })
  expect(JSON.stringify(events)).toContain('larkpost/booking exists already')
  expect(await (await fetch(`http://127.0.0.1:${port}/larkpost/scale-kit`)).text()).toContain('src/')
  await eventually(() => call('/api/catalog/entities/by-name/component/default/scale-kit'))
})

test('the guest has an agent with a history, and a call of it that waits, as its notification says', async () => {
  await brought()
  expect((await asGuest().call(mcpActionsApi.listAgents)).items).toMatchObject([{ name: 'Claude Code' }])
  const { items } = await asGuest().call(mcpActionsApi.listAgentApprovals)
  expect(items).toMatchObject([{ agent: 'Claude Code', action: 'scaffolder:run-template', input: { values: { name: 'postcode-kit' } } }])
  const { notifications } = await asGuest().call(notificationsApi.listNotifications, { query: {} })
  expect(notifications.map(({ payload }) => payload.link)).toContain(`/approvals/mcp-actions/${items[0]?.id}`)
})

test('the guest has notifications of different topics, some of them read, an announcement, stars and visits', async () => {
  await brought()
  const { notifications } = await asGuest().call(notificationsApi.listNotifications, { query: {} })
  const told = notifications.filter(({ created }) => created < daysAgo(0.05))
  expect([told.length, told.filter(({ read }) => read !== null).length]).toEqual([7, 3])
  expect(new Set(told.map(({ payload }) => payload.severity))).toEqual(new Set(['critical', 'high', 'normal', 'low']))
  expect((await asGuest().call(notificationsApi.listAnnouncements)).items).toMatchObject([{ isShown: true, acknowledged: false }])
  const { items } = await asGuest().call(userSettingsApi.listStartingSettings)
  const valueOf = (key: string) => items.find(item => item.key === key)?.value as { pathname: string }[] & string[]
  const refs = [...valueOf('entityRefs'), ...valueOf('user:development/guest').flatMap(({ pathname }) => refAt(pathname))]
  expect(refs.length).toBeGreaterThan(10)
  for (const ref of refs) await call(`/api/catalog/entities/by-name/${ref.replace(':', '/')}`)
})

/** The entity of a page. */
function refAt(pathname: string): string[] {
  const [, namespace, kind, name] = /^\/(?:catalog|docs)\/([^/]+)\/([^/]+)\/([^/]+)/.exec(pathname) ?? []
  return name === undefined ? [] : [`${kind}:${namespace}/${name}`]
}

test('a start after a crash half-way brings what is missing, and doubles nothing', async () => {
  await brought()
  const before = await found()
  expect(before).toMatchObject({ runs: { length: 5 }, notifications: { length: 7 }, announcements: { length: 1 }, agents: 3, calls: 20 })
  await server.database.pool.query(`delete from "user-settings".setting where bucket = 'default.exampleTools'`)
  const overlay = path.join(mkdtempSync(path.join(tmpdir(), 'portico-example-')), 'overlay.yaml')
  writeFileSync(overlay, JSON.stringify({ backend: { listen: { port: await freePort(), host: '127.0.0.1' } } }))
  const options = { plugins, version: '0.0.0-test', configFiles: [server.configFile, overlay], env: {}, logTo: { write: () => true } }
  const second = await startServer(options)
  await brought()
  await second.stop()
  rmSync(path.dirname(overlay), { recursive: true })
  expect(await found()).toEqual(before)
})

test('a portal with the tools and a catalog of its own gets nothing of the month before', async () => {
  const other = await startTestServer({ plugins, config: { exampleTools: { port }, catalog: { locations: [] } } })
  expect(await other.call(userSettingsApi.listStartingSettings)).toEqual({ items: [] })
  const { rowCount } = await other.database.pool.query(`select from core.job where plugin = 'example-tools'`)
  expect(rowCount).toBe(0)
  await other.stop()
})

test('connectors ask the tools, and one tool fails for one component', async () => {
  const viewsOf = async (name: string) => {
    const params = { namespace: 'default', kind: 'component', name }
    const { items } = await server.as('user:development/guest').call(connectorsApi.refreshEntity, { params, body: {} })
    return new Map(items.map(each => [each.connector, each]))
  }
  const gateway = await viewsOf('locker-gateway')
  expect([...gateway].map(([name, { state }]) => [name, state]).toSorted()).toEqual(
    ['argocd', 'cost', 'dora', 'grafana', 'jira', 'pagerduty', 'prometheus', 'sonarqube'].map(name => [name, 'ok']),
  )
  const valueOf = (connector: string, fact: string) =>
    gateway.get(connector)?.facts.find(({ name }) => name === `${connector}.${fact}`)?.value?.value
  expect([valueOf('argocd', 'health'), valueOf('sonarqube', 'gate'), valueOf('grafana', 'state'), valueOf('pagerduty', 'open')]).toEqual([
    'Degraded',
    'ERROR',
    'firing',
    2,
  ])
  expect(valueOf('prometheus', 'series')).toHaveLength(124)
  expect((await viewsOf('booking-service')).get('sentry')?.state).toBe('ok')
  expect((await viewsOf('tracking-page')).get('lighthouse')?.state).toBe('ok')
  const press = await viewsOf('label-press')
  expect(press.get('sonarqube')).toMatchObject({ state: 'failing', error: { message: expect.stringContaining('503') as string } })
})

import type { Route } from '@portico/core/common'
import { startTestServer, eventually, type TestServer } from '@portico/core/testing'
import { catalogApi } from '@portico/catalog/common'
import { notificationsApi } from '@portico/notifications/common'
import { scaffolderApi } from '@portico/scaffolder/common'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plugins } from './plugins.ts'

const root = path.join(import.meta.dirname, '../plugins')
const guest = 'user:development/guest'
const publicUrl = 'https://portal.example.com'

const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'spec' in value && 'plugin' in value
const named = (route: Route) => `${route.method} /api/${route.plugin}${route.path}`

/** Every route in the contracts of all plugins. */
async function allRoutes(): Promise<Route[]> {
  const entryPoints = readdirSync(root).map(id => path.join(root, id, 'common/index.ts'))
  const exported = await Promise.all(
    entryPoints.filter(existsSync).map(async entryPoint => (await import(entryPoint)) as Record<string, unknown>),
  )
  const contracts = exported.flatMap(entryPoint => Object.values(entryPoint)).filter(value => typeof value === 'object' && value !== null)
  return contracts.flatMap(contract => Object.values(contract).filter(isRoute))
}

const refusesGuests = ({ spec }: Route) =>
  spec.guests === 'refused' || (typeof spec.access === 'object' && spec.access.permission.guests === 'refused')

const entity = (kind: string, name: string, spec: object) => ({
  apiVersion: kind === 'Template' ? 'scaffolder.backstage.io/v1beta3' : 'backstage.io/v1alpha1',
  kind,
  metadata: { name },
  spec,
})
const documents = [
  entity('Component', 'pay', { type: 'service', lifecycle: 'production', owner: 'team-a' }),
  entity('Template', 'hello', {
    type: 'service',
    parameters: [],
    steps: [{ id: 'say', action: 'debug:log', input: { message: 'hello' } }],
  }),
]

const folder = mkdtempSync(path.join(tmpdir(), 'portico-guests-'))
let server: TestServer
let asGuest: ReturnType<TestServer['as']>

beforeAll(async () => {
  const file = path.join(folder, 'catalog-info.yaml')
  writeFileSync(file, documents.map(each => JSON.stringify(each)).join('\n---\n'))
  server = await startTestServer({
    plugins,
    config: {
      app: { baseUrl: publicUrl },
      backend: { baseUrl: publicUrl },
      auth: { environment: 'development', providers: { guest: {} } },
      catalog: { rules: [{ allow: ['Component', 'Template', 'Location'] }], locations: [{ type: 'file', target: file }] },
      proxy: { endpoints: { '/far': 'http://127.0.0.1:1' } },
      notifications: { announcers: [guest] },
    },
  })
  asGuest = server.as(guest)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function codeOf(response: Response): Promise<unknown[]> {
  const body = (await response.json().catch(() => ({}))) as { error?: { code?: string } }
  return [response.status, body.error?.code]
}
const send = (method: string, url: string, body?: object) =>
  asGuest.fetch(url, { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) })

test('a guest of an exposed portal without permissions is refused by every route that is kept from guests', async () => {
  const routes = (await allRoutes()).filter(route => refusesGuests(route) && !route.spec.tunnel)
  expect(routes.map(named)).toEqual(
    expect.arrayContaining([
      'DELETE /api/catalog/locations/:id',
      'POST /api/notifications/announcements',
      'GET /api/devtools/system',
      'POST /api/scaffolder/v2/tasks/:taskId/approval',
      'DELETE /api/kubernetes/proxy/*',
      'GET /api/auth/v1/users/access',
    ]),
  )
  for (const route of routes) {
    const url = `/api/${route.plugin}${route.path.replace(/:(\w+)/g, 'x').replace('*', 'api/v1/pods')}`
    expect([named(route), ...(await codeOf(await send(route.method, url)))]).toEqual([named(route), 403, 'core.guest-refused'])
  }
})

test('every route that deletes is kept from guests, asks a permission that is, or deletes what is the caller’s own', async () => {
  const deleting = (await allRoutes()).filter(({ method }) => method === 'DELETE')
  expect(deleting.filter(route => !refusesGuests(route)).map(named)).toEqual([
    // Asks catalog.entity.delete.
    'DELETE /api/catalog/entities/by-uid/:uid',
    // For services.
    'DELETE /api/catalog-sources/scim/v2/:type/:id',
    // Refused for everybody: there are no sessions.
    'DELETE /api/mcp-actions/v1',
    'DELETE /api/mcp-actions/v1/:server',
    // Refuses guests where it needs a caller.
    'DELETE /api/proxy/*',
    // The caller's own.
    'DELETE /api/user-settings/buckets/:bucket/keys/*',
    'DELETE /api/user-settings/access-tokens/:id',
  ])
})

test('such a guest reads the catalog and deletes nothing, and the refusal says why and what to do', async () => {
  const params = { kind: 'component', namespace: 'default', name: 'pay' }
  const { metadata } = await eventually(() => asGuest.call(catalogApi.getEntityByName, { params }))
  const refused = await send('DELETE', `/api/catalog/entities/by-uid/${metadata.uid}`)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    error: {
      code: 'core.guest-refused',
      message: expect.stringMatching(/anyone who reaches this portal can be a guest.*Sign in as yourself.*auth\.providers/),
      permission: 'catalog.entity.delete',
      guest: true,
    },
  })
  expect((await asGuest.call(notificationsApi.listAnnouncements)).mayManage).toBe(false)
  expect(await codeOf(await send('POST', '/api/proxy/far/x', {}))).toEqual([403, 'core.guest-refused'])
  expect((await send('GET', '/api/proxy/far/x')).status).toBe(502)
})

test('such a guest runs templates and sees the runs of guests, and not those of others', async () => {
  const templateRef = 'template:default/hello'
  await eventually(() => asGuest.call(catalogApi.getEntityByName, { params: { kind: 'template', namespace: 'default', name: 'hello' } }))
  const start = async (who: ReturnType<TestServer['as']>) =>
    (await who.call(scaffolderApi.createTask, { body: { templateRef, values: {} } })).id
  const [own, other] = [await start(asGuest), await start(server.as('user:default/jane'))]
  expect((await asGuest.call(scaffolderApi.listTasks)).tasks.map(({ id }) => id)).toEqual([own])
  expect((await asGuest.call(scaffolderApi.getTask, { params: { taskId: own } })).id).toBe(own)
  for (const [method, below] of [
    ['GET', ''],
    ['GET', '/events'],
    ['POST', '/cancel'],
    ['POST', '/retry'],
    ['GET', '/ledger'],
  ] as const)
    expect([below, (await send(method, `/api/scaffolder/v2/tasks/${other}${below}`, method === 'POST' ? {} : undefined)).status]).toEqual([
      below,
      404,
    ])
})

import { startFakeJenkins } from '@portico/builds/testing'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { crashLoop, createLog, putDeployment, startApiServer, type ApiServer } from '@portico/kubernetes/testing'
import { startLocalAgent, type LocalAgent } from '@portico/mcp-actions/testing'
import { checkDocument, scorecardDocument } from '@portico/scorecards/testing'
import { scorecardsApi } from '@portico/scorecards/common'
import { notificationsApi } from '@portico/notifications/common'
import { userSettingsApi } from '@portico/user-settings/common'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalProgram } from './module-addresses.ts'
import { plugins } from './plugins.ts'

const ann = 'user:default/ann'
const shop = 'component:default/shop'
const commandLine = path.join(path.dirname(portalProgram), 'cli.mjs')
const template = (name: string, steps: readonly object[]) => ({
  apiVersion: 'scaffolder.backstage.io/v1beta3',
  kind: 'Template',
  metadata: { name, title: `Make ${name}` },
  spec: { type: 'service', parameters: { required: ['name'], properties: { name: { type: 'string' } } }, steps },
})
const hello = template('hello', [{ id: 'greet', name: 'Greet', action: 'debug:log', input: { message: 'Hello ${{ parameters.name }}' } }])
const slow = template('slow', [{ id: 'wait', action: 'debug:wait', input: { seconds: 300 } }])
const definition = (paths: readonly string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Orders', version: String(paths.length) },
    paths: Object.fromEntries(
      paths.map(each => [
        each,
        { get: { operationId: `read${each.slice(1)}`, summary: `Reads ${each}`, responses: { 200: { description: 'ok' } } } },
      ]),
    ),
  })
const api = (paths: readonly string[]) => document('API', 'orders', { spec: { definition: definition(paths) } })

let jenkins: Awaited<ReturnType<typeof startFakeJenkins>>
let cluster: ApiServer
let catalog: TestCatalog
let agent: LocalAgent

beforeAll(async () => {
  const port = await freePort()
  jenkins = await startFakeJenkins()
  jenkins.jobs.set('shop/main', [{ number: 2, result: 'FAILURE' }])
  jenkins.stages.set('shop/main 2', [{ id: '5', name: 'Test', status: 'FAILED', startTimeMillis: 0, durationMillis: 1000 }])
  jenkins.consoles.set('shop/main 2', 'Compiled\n3 tests failed\nFinished: FAILURE\n')
  cluster = await startApiServer({ tokens: ['cluster-token'] })
  putDeployment(cluster, { name: 'shop', entity: 'shop', replicas: 1, ready: 0 }, () => ({ statuses: [crashLoop()] }))
  cluster.logs.set('shop-7d9f-0/app', createLog('it starts\nit crashes\n'))
  catalog = await startCatalog(
    {
      'shop/catalog-info.yaml': file(
        document('Component', 'shop', {
          metadata: {
            description: 'Sells things to people who want them',
            annotations: {
              'backstage.io/techdocs-ref': 'dir:.',
              'backstage.io/kubernetes-id': 'shop',
              'jenkins.io/job-full-name': 'shop/main',
            },
          },
          spec: { providesApis: ['orders'] },
        }),
        document('Group', 'team-a'),
        document('User', 'ann', { spec: { memberOf: ['team-a'] } }),
        JSON.stringify(hello),
        JSON.stringify(slow),
      ),
      'api.yaml': api(['/a', '/b']),
    },
    {
      plugins: plugins.filter(({ id }) => !['auth', 'integrations', 'catalog'].includes(id)),
      config: {
        backend: { listen: { port, host: '127.0.0.1' }, baseUrl: `http://127.0.0.1:${port}` },
        jenkins: { baseUrl: jenkins.url, username: 'portal', apiKey: 'key' },
        kubernetes: {
          clusterLocatorMethods: [
            {
              type: 'config',
              clusters: [{ name: 'main', url: cluster.url, authProvider: 'serviceAccount', serviceAccountToken: 'cluster-token' }],
            },
          ],
        },
      },
    },
  )
  catalog.write('shop/docs/index.md', '# Shop\n\nWhat it sells.\n\n## Opening hours\n\nAlways.\n')
  await catalog.until('kind=component', 1)
  await catalog.until('kind=api', 1)
  const { server } = catalog
  const put = (kind: string, name: string, text: string) =>
    server.call(scorecardsApi.putDocument, { params: { kind, name }, body: { text } })
  await put('Check', 'tiered', checkDocument('tiered', '$exists(entity.spec.tier)', { fix: { text: 'Set the tier' } }))
  await put('Scorecard', 'ready', scorecardDocument('ready', { levels: [{ name: 'bronze', title: 'Bronze', checks: ['tiered'] }] }))
  await server.as({ plugin: 'test' }).call(notificationsApi.sendNotification, {
    body: { recipients: { type: 'entity', entityRef: ann }, payload: { title: 'Read me' } },
  })
  const { token } = await server.as(ann).call(userSettingsApi.createAccessToken, {
    body: { name: 'local', expiresInDays: 1, scope: { access: 'full' } },
  })
  agent = await startLocalAgent({ program: commandLine, url: server.url, token })
})
afterAll(async () => {
  await agent.close()
  await catalog.stop()
  await cluster.stop()
  await jenkins.close()
})

const call = (name: string, input: Record<string, unknown> = {}) => agent.call(name, input)

test('portico mcp serves the tools of every plugin to a local agent', async () => {
  const { tools } = await agent.client.listTools()
  const plugin = (name: string) => name.split('.')[0]
  expect([...new Set(tools.map(({ name }) => plugin(name)))].toSorted()).toEqual(
    expect.arrayContaining([
      'api-docs',
      'auth',
      'builds',
      'catalog',
      'connectors',
      'kubernetes',
      'mcp-actions',
      'notifications',
      'scaffolder',
      'scorecards',
      'search',
      'techdocs',
    ]),
  )
  expect(await call('auth.who-am-i')).toMatchObject({ user: ann })
  await expect(call('nowhere.nothing')).rejects.toThrow('There is no tool')
})

test('an agent reads the catalog: entities, counts, relations, history and why something is as it is', async () => {
  expect(await call('catalog.get-entity', { ref: shop })).toMatchObject({ ref: shop, owner: 'team-a' })
  expect(await call('catalog.query-entities', { filter: ['kind=component'] })).toMatchObject({ total: 1, items: [{ ref: shop }] })
  expect(await call('catalog.count-values', { facets: ['kind'] })).toMatchObject({ kind: { values: { Template: 2, User: 1 } } })
  expect(await call('catalog.list-relations', { ref: shop, type: 'providesApi' })).toMatchObject({
    total: 1,
    relations: { providesApi: ['api:default/orders'] },
  })
  expect(await call('catalog.get-history', { ref: shop })).toMatchObject({ items: [{ kind: expect.any(String) as string }] })
  expect(JSON.stringify(await call('catalog.explain-entity', { ref: shop }))).toContain('catalog-info.yaml')
})

test('an agent checks, registers, removes and reads again', async () => {
  const text = 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: a b\n'
  expect(JSON.stringify(await call('catalog.validate-entities', { text }))).toContain('metadata.name')
  const target = 'https://github.com/acme/one/blob/main/catalog-info.yaml'
  const { id } = (await call('catalog.register-location', { target })) as { id: string }
  expect(JSON.stringify(await call('catalog.list-locations'))).toContain(id)
  expect(await call('catalog.unregister-location', { id })).toEqual({ removed: id })
  expect(await call('catalog.refresh-entity', { ref: shop })).toMatchObject({ refreshing: shop })
})

test('an agent reads docs by section, and searches', async () => {
  expect(JSON.stringify(await call('techdocs.list-docs-pages', { ref: shop }))).toContain('Shop')
  expect(await agent.callText('techdocs.read-docs', { ref: shop, section: 'opening-hours' })).toContain('Always.')
  expect(JSON.stringify(await call('techdocs.search-docs', { ref: shop, term: 'opening' }))).toContain('Opening hours')
  expect(await call('search.list-types')).toBeDefined()
  await eventually(async () => expect(JSON.stringify(await call('search.search', { term: 'shop' }))).toContain('Sells things'))
})

test('an agent reads the operations of an API, and what changed', async () => {
  const ref = 'api:default/orders'
  const { items } = (await call('api-docs.list-operations', { ref, text: 'reads /a' })) as { items: { id: string }[] }
  expect(items).toHaveLength(1)
  expect(JSON.stringify(await call('api-docs.read-operations', { ref, ids: [items[0]?.id] }))).toContain('Reads /a')
  expect(await call('api-docs.list-api-versions', { ref })).toMatchObject({ total: 1 })
  await expect(call('api-docs.compare-api-versions', { ref })).rejects.toThrow('nothing to compare')
  catalog.write('api.yaml', api(['/a']))
  await call('catalog.refresh-entity', { ref })
  await eventually(async () => expect(await call('api-docs.list-api-versions', { ref })).toMatchObject({ total: 2 }))
  expect(JSON.stringify(await call('api-docs.compare-api-versions', { ref }))).toMatch(/breaking.*\/b/)
})

test('an agent plans, tries, runs, follows and cancels a template', async () => {
  const templateRef = 'template:default/hello'
  expect(JSON.stringify(await call('scaffolder.list-templates'))).toContain(templateRef)
  expect(await call('scaffolder.describe-template', { templateRef })).toMatchObject({
    pages: [{ schema: { properties: { name: { type: 'string' } } } }],
  })
  const values = { name: 'Ann' }
  expect(JSON.stringify(await call('scaffolder.plan-template', { templateRef, values }))).toContain('greet: Greet')
  expect(JSON.stringify(await call('scaffolder.dry-run-template', { template: hello, values }))).toContain('Hello Ann')
  const { id } = (await call('scaffolder.run-template', { templateRef, values })) as { id: string }
  let after: number | undefined
  const log: string[] = []
  await eventually(async () => {
    const part = (await call('scaffolder.follow-run', { taskId: id, ...(after !== undefined && { after }) })) as {
      hasEnded: boolean
      log: string[]
      next: number
    }
    after = part.next
    log.push(...part.log)
    expect(part).toMatchObject({ hasEnded: true, status: 'completed' })
  })
  expect(log.join('\n')).toContain('Hello Ann')

  const { id: slowId } = (await call('scaffolder.run-template', { templateRef: 'template:default/slow', values })) as { id: string }
  await call('scaffolder.cancel-run', { taskId: slowId })
  await eventually(async () => {
    const { items } = (await call('scaffolder.list-runs')) as { items: { id: string; status: string }[] }
    expect(items.find(each => each.id === slowId)?.status).toBe('cancelled')
  })
})

test('an agent finds out why a build fails, and has it run again', async () => {
  expect(await call('builds.list-builds', { ref: shop })).toMatchObject({ total: 1 })
  expect(JSON.stringify(await call('builds.get-build', { ref: shop, id: '2' }))).toContain('Test')
  expect(JSON.stringify(await call('builds.read-build-log', { ref: shop, id: '2', search: 'tests' }))).toContain('3 tests failed')
  expect(await call('builds.restart-build', { ref: shop, id: '2' })).toMatchObject({ restarted: '2' })
  expect(jenkins.started).toEqual(['build shop/main'])
})

test('an agent finds out why something does not run', async () => {
  const health = JSON.stringify(await call('kubernetes.get-health', { ref: shop, onlyProblems: true }))
  expect(health).toContain('CrashLoopBackOff')
  const log = await call('kubernetes.read-pod-log', { cluster: 'main', namespace: 'default', pod: 'shop-7d9f-0', container: 'app' })
  expect(log).toMatchObject({ log: expect.stringContaining('it crashes') as string })
})

test('an agent reads notifications, facts and scores, and what to do next', async () => {
  const { items } = (await call('notifications.list-notifications')) as { items: { id: string; title: string }[] }
  const unread = items.find(({ title }) => title === 'Read me')
  expect(await call('notifications.mark-notifications', { ids: [unread?.id] })).toEqual({ marked: 1 })
  await eventually(async () => {
    expect(await call('scorecards.get-scores', { ref: shop })).toMatchObject({
      open: [{ check: 'tiered', state: 'fail', fix: 'Set the tier' }],
    })
  })
  expect(await call('scorecards.list-scores', { scorecard: 'ready' })).toMatchObject({ items: expect.any(Array) as object[] })
  expect(JSON.stringify(await call('scorecards.list-checks'))).toContain('tiered')
  expect(JSON.stringify(await call('scorecards.list-next-steps', { owner: ['group:default/team-a'] }))).toContain('tiered')
  expect(await call('connectors.list-fact-definitions')).toMatchObject({ items: expect.any(Array) as object[] })
  expect(await call('connectors.list-facts', { entityRefs: [shop] })).toMatchObject({ items: expect.any(Array) as object[] })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

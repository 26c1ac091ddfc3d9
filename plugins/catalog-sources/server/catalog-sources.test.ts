import { authPlugin } from '@portico/auth/server'
import { catalogApi } from '@portico/catalog/common'
import { catalogPlugin } from '@portico/catalog/server'
import { catalogSourcesApi } from '@portico/catalog-sources/common'
import { catalogSourcesPlugin } from '@portico/catalog-sources/server'
import { defineEvent } from '@portico/core/common'
import { defineServerPlugin, type Events } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { integrationsPlugin } from '@portico/integrations/server'
import { startFakeGithub, type FakeGithub } from '@portico/integrations/testing'
import { webhookEvent } from '@portico/events/common'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

let fake: FakeGithub
let server: TestServer
let events: Events

const listenerPlugin = defineServerPlugin({
  id: 'bus-user',
  setup: ({ work }) => void (events = work.events),
})

const component = (name: string, description = 'x') =>
  `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: ${name}, description: ${description}}\nspec: {type: service, lifecycle: production, owner: team}\n`

const schedule = { frequency: { trigger: 'manual' }, timeout: '1m' }

async function start(more: object = {}): Promise<void> {
  server = await startTestServer({
    plugins: [authPlugin, integrationsPlugin, catalogPlugin, catalogSourcesPlugin, listenerPlugin],
    config: {
      integrations: { github: [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 'very-secret' }] },
      catalog: {
        processingInterval: false,
        providers: {
          github: {
            acme: { organization: 'acme', host: fake.host, schedule, ...more },
          },
          githubOrg: [{ id: 'people', githubUrl: fake.url, orgs: ['acme'], schedule }],
        },
      },
    },
  })
}

beforeEach(async () => void (fake = await startFakeGithub()))
afterEach(async () => {
  await server.stop()
  await fake.close()
})

const id = 'github:acme'
const run = (force = false) => server.call(catalogSourcesApi.runSource, { params: { id }, body: { force } })
const runFine = async () => {
  const result = await run()
  expect(result.error).toBeUndefined()
  return result
}
const state = async () => (await server.call(catalogSourcesApi.listSources)).items[0]!
const components = async () => {
  const { items } = (await server.call(catalogApi.queryEntities, { query: { filter: ['kind=component'] } } as never)) as {
    items: { metadata: { name: string; description?: string } }[]
  }
  return items.map(({ metadata }) => `${metadata.name} ${metadata.description}`).sort()
}
const fill = (count: number) => {
  for (let index = 0; index < count; index += 1) fake.model.add(`acme/r${index}`, { 'catalog-info.yaml': component(`c${index}`) })
}

test('a run brings what repositories describe, tells what it did, and removes what is gone', async () => {
  fill(3)
  fake.model.add('acme/old', { a: 'b' }, { isArchived: true })
  await start()
  expect(await state()).toMatchObject({ id, title: `Repositories of acme on ${fake.host}`, isPaused: false, count: 0 })
  expect(await runFine()).toMatchObject({
    result: 'completed',
    found: 3,
    added: 3,
    changed: 0,
    removed: 0,
    skipped: [{ what: 'acme/old', why: 'it is archived' }],
  })
  await expect.poll(components).toEqual(['c0 x', 'c1 x', 'c2 x'])
  expect(await run()).toMatchObject({ result: 'completed', found: 3, added: 0, changed: 0, removed: 0 })
  fake.model.repositories.splice(0, 1)
  expect(await run()).toMatchObject({ removed: 1 })
  await expect.poll(components).toEqual(['c1 x', 'c2 x'])
  expect(await state()).toMatchObject({ count: 2, lastRun: { result: 'completed', removed: 1 } })
})

test('a run that fails half-way, or that has far fewer, removes nothing and says what to do', async () => {
  fill(120)
  await start()
  expect(await runFine()).toMatchObject({ added: 120 })
  await expect.poll(async () => (await components()).length).toBe(120)
  fake.state.fault = ({ url }, response) => {
    if (url.searchParams.get('page') !== '2') return false
    response.writeHead(401).end('{"message":"Bad credentials"}')
    return true
  }
  expect(await run()).toMatchObject({
    result: 'failed',
    removed: 0,
    error: expect.stringContaining('Bad credentials'),
    advice: 'Renew the credentials of the host in integrations: they are wrong or have expired.',
  })
  fake.state.fault = undefined
  fake.model.repositories.splice(10)
  expect(await run()).toMatchObject({ result: 'refused', error: expect.stringContaining('would remove 110 of 120 entities'), removed: 0 })
  expect(await components()).toHaveLength(120)
  const dry = await server.call(catalogSourcesApi.dryRunSource, { params: { id } })
  expect(dry).toMatchObject({ run: { result: 'refused', found: 10, removed: 110 }, added: [] })
  expect(dry.removed).toHaveLength(50)
  expect(await run(true)).toMatchObject({ result: 'completed', removed: 110 })
  await expect.poll(async () => (await components()).length).toBe(10)
})

test('people are not read again while the lists of their host say that nobody came or left', async () => {
  fake.people.members = Array.from({ length: 150 }, (_, index) => ({ login: `m${index}`, name: `M ${index}` }))
  fake.people.teams = [
    { slug: 'all', members: ['m0'] },
    { slug: 'web', parent: 'all', members: ['m1', 'm2'] },
  ]
  await start()
  const people = 'githubOrg:people'
  const runPeople = () => server.call(catalogSourcesApi.runSource, { params: { id: people }, body: {} })
  expect(await runPeople()).toMatchObject({ result: 'completed', found: 152, added: 152 })
  const asked: string[] = []
  fake.state.fault = ({ method, headers, path }) => {
    asked.push(`${method} ${headers['if-none-match'] === undefined ? 'always' : 'if changed'} ${path}`)
    return false
  }
  expect(await runPeople()).toMatchObject({ result: 'completed', isUnchanged: true, found: 152, added: 0, changed: 0, removed: 0 })
  expect(asked.toSorted()).toEqual([
    'GET if changed /api/v3/orgs/acme/members',
    'GET if changed /api/v3/orgs/acme/members',
    'GET if changed /api/v3/orgs/acme/teams',
    'GET if changed /api/v3/orgs/acme/teams/all/members',
    'GET if changed /api/v3/orgs/acme/teams/web/members',
  ])
  fake.people.teams[1]!.members.pop()
  expect(await runPeople()).toMatchObject({ found: 152, changed: 1 })
  // Names are in no list: what a webhook tells of is read whole.
  fake.people.members[3]!.name = 'Another name'
  expect(await runPeople()).toMatchObject({ isUnchanged: true })
  const runsBefore = (await server.call(catalogSourcesApi.listSources)).items.find(({ id: each }) => each === people)?.lastRun?.startedAt
  await events.publish(webhookEvent('github'), {
    eventPayload: { organization: { url: `${fake.url}/orgs/acme` } },
    metadata: { 'x-github-event': 'organization' },
  })
  await expect
    .poll(async () => (await server.call(catalogSourcesApi.listSources)).items.find(({ id: each }) => each === people)?.lastRun)
    .toMatchObject({ changed: 1, startedAt: expect.not.stringMatching(runsBefore!) })
})

test('a push has exactly the files read again that it touched', async () => {
  fill(3)
  await start()
  await runFine()
  await expect.poll(components).toHaveLength(3)
  const [repository] = fake.model.repositories
  fake.model.commit(repository!, 'main', { 'catalog-info.yaml': component('c0', 'pushed') })
  fake.requests.length = 0
  const push = {
    ref: 'refs/heads/main',
    repository: { html_url: `${fake.url}/acme/r0` },
    commits: [{ added: [], modified: ['catalog-info.yaml', 'src/x.ts'], removed: [] }],
  }
  await events.publish(webhookEvent('github'), { eventPayload: push, metadata: { 'x-github-event': 'push' } })
  await expect.poll(components).toEqual(['c0 pushed', 'c1 x', 'c2 x'])
  expect(fake.requests.map(each => each.split('?')[0])).toEqual(['GET /api/v3/repos/acme/r0/contents/catalog-info.yaml'])
})

test('a repository that is renamed, archived or new is followed at once; deliveries that mean nothing are harmless', async () => {
  fill(2)
  await start()
  await runFine()
  await expect.poll(components).toHaveLength(2)
  for (const payload of [
    undefined,
    null,
    'x',
    { eventPayload: [] },
    { eventPayload: { repository: 7 }, metadata: { 'x-github-event': 'push' } },
  ])
    await events.publish(defineEvent('github', z.unknown()), payload)
  fake.model.add('acme/new', { 'catalog-info.yaml': component('fresh') })
  await events.publish(webhookEvent('github'), {
    eventPayload: { action: 'created', repository: { html_url: `${fake.url}/acme/new` } },
    metadata: { 'x-github-event': 'repository' },
  })
  await expect.poll(components).toContain('fresh x')
  fake.model.repositories[0]!.isArchived = true
  await events.publish(webhookEvent('github'), {
    eventPayload: { action: 'archived', repository: { html_url: `${fake.url}/acme/r0` } },
    metadata: { 'x-github-event': 'repository' },
  })
  await expect.poll(components).toEqual(['c1 x', 'fresh x'])
})

test.each([
  ['a proposal gives way to', { withoutDescriptor: { enabled: true } }, ['cart undefined']],
  ['a repository that was left out is there with', { validateLocationsExist: true }, []],
])('%s the descriptor that a push brings, at once', async (_title, settings, before) => {
  fake.model.add('acme/cart', { 'README.md': 'x' })
  await start(settings)
  await runFine()
  await expect.poll(components).toEqual(before)
  fake.model.commit(fake.model.find('acme', 'cart')!, 'main', { 'catalog-info.yaml': component('cart', 'described') })
  await events.publish(webhookEvent('github'), {
    eventPayload: {
      ref: 'refs/heads/main',
      repository: { html_url: `${fake.url}/acme/cart` },
      commits: [{ added: ['catalog-info.yaml'], modified: [], removed: [] }],
    },
    metadata: { 'x-github-event': 'push' },
  })
  await expect.poll(components).toEqual(['cart described'])
})

test('an organisation that is renamed in mid-run, or gone, costs the run and nothing else', async () => {
  fill(120)
  await start()
  await runFine()
  await expect.poll(async () => (await components()).length).toBe(120)
  const atPage2 = (status: number, body: unknown) => {
    fake.state.fault = ({ url }, response) => {
      const isHit = url.searchParams.get('page') === '2'
      if (isHit) response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return isHit
    }
  }
  // The host leads from the old name to the new one, and the list goes on.
  atPage2(200, [{ name: 'r100', full_name: 'newacme/r100', html_url: `${fake.url}/newacme/r100`, default_branch: 'main' }])
  expect(await run()).toMatchObject({ result: 'failed', removed: 0, error: expect.stringContaining('acme is called newacme') })
  atPage2(404, { message: 'Not Found' })
  expect(await run()).toMatchObject({ result: 'failed', removed: 0 })
  fake.state.fault = undefined
  expect(await run()).toMatchObject({ result: 'completed', found: 120, removed: 0 })
  expect(await components()).toHaveLength(120)
})

test('half of the descriptors may be missing: the other half is brought, and nothing is called a mistake', async () => {
  for (let index = 0; index < 10; index += 1)
    fake.model.add(`acme/r${index}`, index % 2 === 0 ? { 'catalog-info.yaml': component(`c${index}`) } : { 'README.md': 'x' })
  await start()
  expect(await runFine()).toMatchObject({ found: 10, added: 10 })
  await expect.poll(components).toEqual([0, 2, 4, 6, 8].map(index => `c${index} x`))
  const { items } = await server.call(catalogSourcesApi.listLocations, { query: {} })
  expect(items.filter(({ error }) => error !== undefined)).toEqual([])
})

test('sources can be paused, hosts tell their budgets, and no secret is in any answer', async () => {
  fill(1)
  await start()
  await runFine()
  await server.call(catalogSourcesApi.pauseSource, { params: { id }, body: { isPaused: true } })
  expect(await state()).toMatchObject({ isPaused: true })
  const { items } = await server.call(catalogSourcesApi.listHosts)
  expect(items.find(({ host }) => host === fake.host)).toMatchObject({
    type: 'github',
    hasCredentials: true,
    budgets: [{ remaining: 5000, limit: 5000 }],
  })
  expect(items.map(({ host }) => host)).toContain('gitlab.com')
  expect(JSON.stringify([items, await state()])).not.toContain('very-secret')
  await expect(server.call(catalogSourcesApi.dryRunSource, { params: { id: 'none' } })).rejects.toMatchObject({ name: 'NotFoundError' })
})

import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plugins } from './plugins.ts'
import { isolated, shared } from './shared-modules.ts'
import { createPluginAuthor } from './testing/plugin-author.ts'

const { folder, portico, withTools, checkOut, install, pluginWith } = createPluginAuthor()
const catalogFile = path.join(folder, 'tracker/catalog-info.yaml')

// One portal for all: plugins come and go while it runs.
let server: TestServer
beforeAll(async () => {
  const config = {
    catalog: { locations: [{ type: 'file', target: catalogFile }], processingInterval: { seconds: 1 } },
    search: { collators: { adr: { schedule: { frequency: { hours: 1 }, timeout: { minutes: 1 }, initialDelay: { seconds: 0 } } } } },
  }
  server = await startTestServer({ plugins, shared, isolated, config, folder })
})
afterAll(() => server.stop())

/** Replaces `plugins` of the config. */
function configure(next: readonly object[]): void {
  const { configFile } = server
  writeFileSync(configFile, JSON.stringify({ ...(JSON.parse(readFileSync(configFile, 'utf8')) as object), plugins: next }))
}

function replaceIn(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

const json = async (url: string, init?: RequestInit): Promise<any> => (await server.as('user:default/guest').fetch(url, init)).json()
const statusOf = (id: string) => server.server.inspection.plugins().find(each => each.id === id)

test('a new plugin is built, packed, installed, changed, updated, rolled back and removed', async () => {
  expect((await portico(folder, 'plugin', 'new', 'Räder')).exit).toBe(2)
  expect(await portico(folder, 'plugin', 'new', '@acme/portico-greeter')).toMatchObject({
    exit: 0,
    out: expect.stringContaining('cd greeter'),
  })
  expect((await portico(folder, 'plugin', 'new', 'greeter')).out).toContain('There is a folder greeter here already')
  const source = withTools(path.join(folder, 'greeter'))
  const expectGreeting = (text: string) => eventually(async () => expect(await json('/api/greeter/greeting')).toEqual({ text }))
  await install(source)
  await expectGreeting('Hello from Greeter')
  replaceIn(path.join(source, 'server/index.ts'), 'Hello', 'Goodbye')
  replaceIn(path.join(source, 'package.json'), '0.1.0', '0.2.0')
  await install(source)
  await expectGreeting('Goodbye from Greeter')
  expect((await portico(folder, 'plugin', 'rollback', 'greeter')).out).toContain('Back to @acme/portico-greeter@0.1.0')
  await expectGreeting('Hello from Greeter')
  expect((await portico(folder, 'plugin', 'remove', 'greeter')).exit).toBe(0)
  await eventually(() => expect(statusOf('greeter')).toBeUndefined())
})

test('a build refuses what is not promised, and says where it is imported', async () => {
  await portico(folder, 'plugin', 'new', 'painter')
  const source = withTools(path.join(folder, 'painter'))
  const page = path.join(source, 'web/index.ts')
  const good = readFileSync(page, 'utf8')
  for (const [line, reason] of [
    ["import '@portico/core/web'", "web/index.ts imports '@portico/core/web', which is not promised to the web half"],
    ["import '@portico/plugin/server'", "web/index.ts imports '@portico/plugin/server', which is not promised to the web half"],
    ["import 'react-dom/client'", "web/index.ts imports 'react-dom/client', which the portal does not share"],
    ["import 'node:fs'", "web/index.ts imports 'node:fs', which browsers have not"],
    ["import './look.css'", 'add "styles": ["./dist/web.css"]'],
  ] as const) {
    writeFileSync(path.join(source, 'web/look.css'), '.a { color: red }')
    writeFileSync(page, `${line}\n${good}`)
    expect(await portico(source, 'plugin', 'build')).toMatchObject({ exit: 1, out: expect.stringContaining(reason) })
  }
})

test('the tech radar reads the JSON of other radars, and keeps the last good one', async () => {
  const source = checkOut('tech-radar')
  cpSync(path.join(source, 'larkpost.json'), path.join(folder, 'radar.json'))
  const entry = await install(source)
  configure([{ ...entry, config: { source: './radar.json', refresh: '0s' } }])
  await eventually(() => expect(statusOf('tech-radar')).toMatchObject({ state: 'started' }))
  const radar = await json('/api/tech-radar/radar')
  expect(radar).toMatchObject({ title: 'Larkpost tech radar', rings: [{ id: 'adopt' }, {}, {}, {}] })
  expect(
    radar.entries.find((each: { id: string }) => each.id === 'typescript').timeline.map((each: { ringId: string }) => each.ringId),
  ).toEqual(['adopt', 'trial'])
  expect((await server.as(undefined).fetch('/api/tech-radar/radar')).status).toBe(401)
  writeFileSync(
    path.join(folder, 'radar.json'),
    readFileSync(path.join(source, 'larkpost.json'), 'utf8').replace('"ringId": "adopt"', '"ringId": "x"'),
  )
  expect(await json('/api/tech-radar/radar')).toMatchObject({
    problem: "The entry 'typescript' of the radar is in the ring 'x', which it has not",
    title: 'Larkpost tech radar',
  })
})

test('decision records are read beside the entity, and found by the search, before and after an update, until they are removed', async () => {
  const source = checkOut('decision-records')
  const entry = await install(source)
  const records = path.join(folder, 'tracker/docs/adr')
  mkdirSync(records, { recursive: true })
  writeFileSync(path.join(records, '0001-events.md'), '# Parcels are events\n\n* Status: accepted\n* Date: 2026-02-03\n\nOf 93 columns.\n')
  writeFileSync(path.join(records, '0002-fax.md'), '---\nstatus: "superseded by 0003"\ndate: 2026-03-04\n---\n# No fax\n')
  const entity = (name: string, location: string) =>
    JSON.stringify({
      apiVersion: 'backstage.io/v1alpha1',
      kind: 'Component',
      metadata: { name, annotations: { 'backstage.io/adr-location': location } },
      spec: { type: 'service', lifecycle: 'production', owner: 'guests' },
    })
  writeFileSync(catalogFile, [entity('tracker', 'docs/adr'), entity('climber', '../..')].join('\n---\n'))
  configure([entry])
  const list = () => json('/api/decision-records/records/default/component/tracker')
  await eventually(async () => expect((await list()).items).toHaveLength(2))
  expect((await list()).items).toEqual([
    { file: '0001-events.md', title: 'Parcels are events', status: 'accepted', date: '2026-02-03' },
    { file: '0002-fax.md', title: 'No fax', status: 'superseded by 0003', date: '2026-03-04' },
  ])
  expect((await json('/api/decision-records/records/default/component/tracker/file?file=0001-events.md')).text).toContain('93 columns')
  expect(await json('/api/decision-records/records/default/component/climber')).toMatchObject({ error: { name: 'InputError' } })
  const found = async () => (await json('/api/search/query?term=parcels&types[0]=adr')).results
  const location = '/catalog/default/component/tracker/decision-records?record=0001-events.md'
  await eventually(async () => {
    await server.as({ plugin: 'test' }).fetch('/api/search/.backstage/scheduler/v1/tasks/collate-adr/trigger', { method: 'POST' })
    expect(await found()).toMatchObject([{ document: { title: 'Parcels are events', location } }])
  })

  replaceIn(path.join(source, 'package.json'), '"version": "1.0.0"', '"version": "9.0.0"')
  replaceIn(path.join(source, 'server/index.ts'), 'title,\n', "title: title + ', they say',\n")
  configure([await install(source)])
  await eventually(async () => expect(await found()).toMatchObject([{ document: { title: 'Parcels are events, they say', location } }]))
  expect(statusOf('decision-records')).toMatchObject({ state: 'started', origin: { version: '9.0.0' } })
  expect(statusOf('decision-records')).not.toHaveProperty('problem')

  expect(await portico(folder, 'plugin', 'remove', 'decision-records')).toMatchObject({ exit: 0 })
  configure([])
  await eventually(() => expect(statusOf('decision-records')).toBeUndefined())
  expect((await json('/api/search/query?term=parcels')).results).toEqual([])
  expect(await json('/api/search/query?term=parcels&types[0]=adr')).toMatchObject({ error: { name: 'InputError' } })
})

test('what a plugin registers with the services of others ends with it: it can be updated and removed while the portal runs', async () => {
  const uses = {
    extensions: 'catalogExtensions',
    catalog: 'catalogService',
    search: 'searchService',
    notifications: 'notificationExtensions',
    integrations: 'integrationsService',
    scaffolder: 'scaffolderExtensions',
    builds: 'buildSystemsService',
    connectors: 'connectorDocuments',
    facts: 'factsService',
  }
  const version = (text: string) =>
    pluginWith({
      id: 'guest',
      setup: `extensions.addProcessor({ name: 'guest' })
      extensions.addProvider({ name: 'guest', connect() {} })
      extensions.allowLocationType('guest')
      catalog.onChange(() => {})
      search.registerDecorator({ types: ['guest'], decorate: document => document })
      search.registerSource({ type: 'guest', async *documents() { yield { title: '${text}', text: 'guestbook', location: '/guest' } } })
      notifications.addProcessor({ id: 'guest', process: draft => draft })
      notifications.addChannel({ id: 'guest', send: async () => {} })
      integrations.onChange(() => {})
      await integrations.addReader({ module: 'data:text/javascript,export const createReader = () => ({ type: "guest" })' })
      scaffolder.addAction({ id: 'guest:greet', description: '${text}', input: z.object({}), isIdempotent: true, run: async () => ({}) })
      scaffolder.addAutocomplete({ id: 'guest', resources: {} })
      scaffolder.addWaitTopic({ topic: 'guest', show: async () => ({}) })
      builds.add({ id: 'guest', annotation: 'acme.test/guest', open: () => ({}) })
      connectors.add({ plugin: 'guest', file: 'guest.yaml', text: 'kind: ${text}' })
      facts.declare('guest', [{ name: 'guest.mood', title: '${text}', type: 'text' }])`,
      fields: `uses: { ${Object.entries(uses)
        .map(([name, service]) => `${name}: services.${service}`)
        .join(', ')} },`,
      uses: `{ ${Object.keys(uses).join(', ')} }`,
    })
  const source = version('first')
  configure([{ package: source }])
  const seen = async () => ({
    state: statusOf('guest')?.state,
    actions: (await json('/api/scaffolder/v2/actions'))
      .filter((each: { id: string }) => each.id.startsWith('guest:'))
      .map((each: { description: string }) => each.description),
    channels: (await json('/api/notifications/settings')).channels
      .map((each: { id: string }) => each.id)
      .filter((id: string) => id === 'guest'),
    facts: (await json('/api/connectors/facts/definitions')).items
      .filter((each: { name: string }) => each.name === 'guest.mood')
      .map((each: { title: string }) => each.title),
    documents: (await json('/api/search/query?term=guestbook')).results.map((each: any) => each.document.title),
  })
  const all = (text: string) => ({ state: 'started', actions: [text], channels: ['guest'], facts: [text], documents: [text] })
  await eventually(async () => expect(await seen()).toEqual(all('first')))
  version('second')
  configure([{ package: source, config: {} }])
  await eventually(async () => expect(await seen()).toEqual(all('second')))
  expect(statusOf('guest')).not.toHaveProperty('problem')
  configure([])
  await eventually(async () => expect(await seen()).toEqual({ state: undefined, actions: [], channels: [], facts: [], documents: [] }))
})

let crasher: ReturnType<typeof install> | undefined
const installCrasher = () => (crasher ??= install(checkOut('crasher')))

const fail = (how: string) =>
  json('/api/crasher/fail', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ how }) })
const pulse = () => json('/api/crasher/pulse')
/** Another plugin answers, and so does the portal. */
const expectOthers = async () => expect((await server.fetch('/api/catalog/entities/by-query?limit=0')).status).toBe(200)

test('whatever waits, throws or reaches too far in the crasher, the portal and the crasher go on', async () => {
  configure([{ ...(await installCrasher()), callTimeout: '300ms' }])
  await eventually(async () => expect(await pulse()).toMatchObject({ pid: process.pid }))
  expect(await fail('throw')).toMatchObject({ error: {}, response: { statusCode: 500 } })
  expect(await fail('never')).toMatchObject({ error: {} })
  expect(await fail('job')).toEqual({ done: 'job' })
  expect(await fail('event')).toEqual({ done: 'event' })
  expect((await fail('table')).done).toContain('permission denied for schema core')
  expect((await fail('host')).done).toContain('elsewhere.example')
  await eventually(async () => expect(await pulse()).toMatchObject({ pid: process.pid, jobs: 1, events: expect.any(Number) }))
  await expectOthers()
})

test('a plugin in a process of its own works, and what it does to itself ends it alone until it is started again', async () => {
  const entry = { ...(await installCrasher()), isolation: 'process', callTimeout: '2s', memory: '600 MB' }
  configure([entry])
  await eventually(() => expect(statusOf('crasher')).toMatchObject({ state: 'started', process: { state: 'running' } }))
  const first = await pulse()
  expect(first.pid).not.toBe(process.pid)
  expect(statusOf('crasher')).toMatchObject({
    state: 'started',
    process: { state: 'running', pid: first.pid, restarts: 0, memoryBytes: expect.any(Number) },
    database: { name: expect.stringMatching(/^plugin_crasher_/) },
  })
  expect(await fail('throw')).toMatchObject({ error: {}, response: { statusCode: 500 } })
  expect(await fail('never')).toMatchObject({ error: {} })
  expect(await fail('job')).toEqual({ done: 'job' })
  expect(await fail('event')).toEqual({ done: 'event' })
  await eventually(async () => expect(await pulse()).toMatchObject({ pid: first.pid, jobs: first.jobs + 1, events: expect.any(Number) }))
  for (const [how, reason] of [
    ['table', 'permission denied for schema core'],
    ['host', 'elsewhere.example'],
    ['socket', 'connects to nothing by itself, here 127.0.0.1:9'],
    ['file', 'Access to this API has been restricted'],
    ['caller', 'names a caller that no request brought'],
  ] as const)
    expect((await fail(how)).done).toContain(reason)
  expect((await fail('wrong')).error).toMatchObject({ name: 'InputError' })
  expect(
    await json('/api/crasher/.backstage/actions/v2/actions/crasher:say/invoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: { word: 'Hello' } }),
    }),
  ).toEqual({ output: { said: 'Hello, user:default/guest' } })
  expect((await server.as(undefined).fetch('/api/crasher/follow')).status).toBe(401)
  expect(await (await server.as('user:default/guest').fetch('/api/crasher/follow')).text()).toBe(
    '\nevent: beat\ndata: {"number":1,"caller":"user:default/guest"}\n\nevent: beat\ndata: {"number":2,"caller":"user:default/guest"}\n\n',
  )
  let { starts } = first
  for (const [how, reason] of [
    ['exit', 'it ended with code 7'],
    ['reject', 'nobody caught an error: Error: A promise of the crasher that nobody awaits'],
    ['block', 'its event loop did not answer for 2 s'],
    ['memory', 'it used more than 600 MB of memory'],
  ] as const) {
    const failing = fail(how)
    await eventually(() => expect(statusOf('crasher')?.process?.lastReason).toBe(reason))
    const away = await pulse()
    if (away.error) expect(away.error).toMatchObject({ name: 'ServiceUnavailableError', message: expect.stringContaining(reason) })
    await expectOthers()
    await failing
    starts += 1
    await eventually(async () => expect(await pulse()).toMatchObject({ starts }))
  }
  expect(statusOf('crasher')).toMatchObject({ state: 'started', process: { state: 'running', restarts: 4 } })
  await fail('exit')
  await eventually(() => expect(statusOf('crasher')?.error).toContain('its process ended 5 times, last because it ended with code 7'))
  expect(await pulse()).toMatchObject({ error: { name: 'ServiceUnavailableError' } })
  await expectOthers()
  writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify({ plugins: [entry] }))
  expect((await portico(folder, 'plugin', 'why', 'crasher')).out).toMatch(
    /^crasher: runs \(@larkpost\/portico-crasher\), in a process of its own with 600 MB at most; a process of it ended at .*: it ended with code 7/,
  )
})

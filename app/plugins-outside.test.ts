import { catalogService, type Catalog } from '@portico/catalog/server'
import { defineServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plugins } from './plugins.ts'
import { isolated, shared } from './shared-modules.ts'

const repository = path.join(import.meta.dirname, '..')

let folder: string
let server: TestServer | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-outside-'))
  writeFileSync(path.join(folder, 'app-config.yaml'), '{}')
})
afterEach(() => server?.stop())

async function portico(cwd: string, ...argv: string[]) {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const exit = await runCommandLine(argv, {
    plugins,
    shared,
    isolated,
    version: '1.0.0',
    cwd,
    env: { HOME: folder },
    print: write,
    warn: write,
  })
  return { exit, out: lines.join('\n') }
}

/** A copy of an example, as its author has it: with its tools installed, and nothing else of this repository. */
function checkOut(name: string): string {
  const target = path.join(folder, name)
  cpSync(path.join(repository, 'examples/plugins', name), target, {
    recursive: true,
    filter: source => !/[\\/](?:node_modules|dist|\.portico)$/.test(source),
  })
  return withTools(target)
}

function withTools(target: string): string {
  mkdirSync(path.join(target, 'node_modules'))
  for (const tool of ['vite', 'zod']) symlinkSync(path.join(repository, 'node_modules', tool), path.join(target, 'node_modules', tool))
  return target
}

/** Packs a plugin, and installs the archive in the portal. Gives the two lines of config. */
async function install(source: string) {
  const packed = await portico(source, 'plugin', 'pack')
  expect(packed).toMatchObject({ exit: 0 })
  const [, file = '', integrity = ''] = /package: \.\/(\S+)\n\s+integrity: (\S+)/.exec(packed.out) ?? []
  const archive = path.join(source, file)
  expect(await portico(folder, 'plugin', 'install', archive, '--integrity', integrity)).toMatchObject({ exit: 0 })
  return { package: archive, integrity }
}

async function start(config: Record<string, unknown>) {
  server = await startTestServer({ plugins, shared, isolated, config, folder })
  return server
}

const json = async (url: string, init?: RequestInit): Promise<any> => (await server!.as('user:default/guest').fetch(url, init)).json()

test('a new plugin is built, packed, installed, changed, updated and rolled back', async () => {
  expect((await portico(folder, 'plugin', 'new', 'Räder')).exit).toBe(2)
  expect(await portico(folder, 'plugin', 'new', '@acme/portico-greeter')).toMatchObject({
    exit: 0,
    out: expect.stringContaining('cd greeter'),
  })
  expect((await portico(folder, 'plugin', 'new', 'greeter')).out).toContain('There is a folder greeter here already')
  const source = withTools(path.join(folder, 'greeter'))
  await install(source)
  await start({})
  expect(await json('/api/greeter/greeting')).toEqual({ text: 'Hello from Greeter' })
  await server!.stop()
  for (const [file, from, to] of [
    ['server/index.ts', 'Hello', 'Goodbye'],
    ['package.json', '0.1.0', '0.2.0'],
  ] as const) {
    const text = readFileSync(path.join(source, file), 'utf8')
    writeFileSync(path.join(source, file), text.replace(from, to))
  }
  await install(source)
  await start({})
  expect(await json('/api/greeter/greeting')).toEqual({ text: 'Goodbye from Greeter' })
  await server!.stop()
  expect((await portico(folder, 'plugin', 'rollback', 'greeter')).out).toContain('Back to @acme/portico-greeter@0.1.0')
  await start({})
  expect(await json('/api/greeter/greeting')).toEqual({ text: 'Hello from Greeter' })
})

test('a build refuses what is not promised, and says where it is imported', async () => {
  await portico(folder, 'plugin', 'new', 'greeter')
  const source = withTools(path.join(folder, 'greeter'))
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
  await start({ plugins: [{ ...entry, config: { source: './radar.json', refresh: '0s' } }] })
  const radar = await json('/api/tech-radar/radar')
  expect(radar).toMatchObject({ title: 'Larkpost tech radar', rings: [{ id: 'adopt' }, {}, {}, {}] })
  expect(
    radar.entries.find((each: { id: string }) => each.id === 'typescript').timeline.map((each: { ringId: string }) => each.ringId),
  ).toEqual(['adopt', 'trial'])
  expect((await server!.as(undefined).fetch('/api/tech-radar/radar')).status).toBe(401)
  writeFileSync(
    path.join(folder, 'radar.json'),
    readFileSync(path.join(source, 'larkpost.json'), 'utf8').replace('"ringId": "adopt"', '"ringId": "x"'),
  )
  expect(await json('/api/tech-radar/radar')).toMatchObject({
    problem: "The entry 'typescript' of the radar is in the ring 'x', which it has not",
    title: 'Larkpost tech radar',
  })
})

/** Replaces `plugins` of the config while the portal runs. */
function configure(next: readonly object[]): void {
  const { configFile } = server!
  writeFileSync(configFile, JSON.stringify({ ...(JSON.parse(readFileSync(configFile, 'utf8')) as object), plugins: next }))
}

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
  const file = path.join(folder, 'tracker/catalog-info.yaml')
  writeFileSync(file, [entity('tracker', 'docs/adr'), entity('climber', '../..')].join('\n---\n'))
  await start({
    plugins: [entry],
    catalog: { locations: [{ type: 'file', target: file }] },
    search: { collators: { adr: { schedule: { frequency: { hours: 1 }, timeout: { minutes: 1 }, initialDelay: { seconds: 0 } } } } },
  })
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
    await server!.as({ plugin: 'test' }).fetch('/api/search/.backstage/scheduler/v1/tasks/collate-adr/trigger', { method: 'POST' })
    expect(await found()).toMatchObject([{ document: { title: 'Parcels are events', location } }])
  })

  for (const [changed, from, to] of [
    ['package.json', '"version": "1.0.0"', '"version": "9.0.0"'],
    ['server/index.ts', 'title,\n', "title: title + ', they say',\n"],
  ] as const) {
    const text = readFileSync(path.join(source, changed), 'utf8')
    writeFileSync(path.join(source, changed), text.replace(from, to))
  }
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
    pluginWith(
      'guest',
      `extensions.addProcessor({ name: 'guest' })
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
      `uses: { ${Object.entries(uses)
        .map(([name, service]) => `${name}: services.${service}`)
        .join(', ')} },`,
      `{ ${Object.keys(uses).join(', ')} }`,
    )
  const source = version('first')
  await start({ plugins: [{ package: source }] })
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

const fail = (how: string) =>
  json('/api/crasher/fail', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ how }) })
const pulse = () => json('/api/crasher/pulse')
const statusOf = (id: string) => server!.server.inspection.plugins().find(each => each.id === id)
/** Another plugin answers, and so does the portal. */
const expectOthers = async () => expect((await server!.fetch('/api/catalog/entities/by-query?limit=0')).status).toBe(200)

test('whatever waits, throws or reaches too far in the crasher, the portal and the crasher go on', async () => {
  const entry = await install(checkOut('crasher'))
  await start({ plugins: [{ ...entry, callTimeout: '300ms' }] })
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
  const entry = await install(checkOut('crasher'))
  await start({ plugins: [{ ...entry, isolation: 'process', callTimeout: '2s', memory: '600 MB' }] })
  const first = await pulse()
  expect(first).toMatchObject({ starts: 1 })
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
  await eventually(async () => expect(await pulse()).toMatchObject({ pid: first.pid, jobs: 1, events: expect.any(Number) }))
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
  expect((await server!.as(undefined).fetch('/api/crasher/follow')).status).toBe(401)
  expect(await (await server!.as('user:default/guest').fetch('/api/crasher/follow')).text()).toBe(
    '\nevent: beat\ndata: {"number":1,"caller":"user:default/guest"}\n\nevent: beat\ndata: {"number":2,"caller":"user:default/guest"}\n\n',
  )
  let starts = 1
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
  writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify({ plugins: [{ ...entry, isolation: 'process', memory: '600 MB' }] }))
  expect((await portico(folder, 'plugin', 'why', 'crasher')).out).toMatch(
    /^crasher: runs \(@larkpost\/portico-crasher\), in a process of its own with 600 MB at most; a process of it ended at .*: it ended with code 7/,
  )
})

/** A plugin with nothing but a set-up. */
function pluginWith(id: string, setup: string, fields = '', services = '{}'): string {
  const target = path.join(folder, id)
  mkdirSync(path.join(target, 'dist'), { recursive: true })
  const portico = { api: '1', id, server: './dist/server.mjs' }
  writeFileSync(path.join(target, 'package.json'), JSON.stringify({ name: `@acme/${id}`, version: '1.0.0', type: 'module', portico }))
  writeFileSync(
    path.join(target, 'dist/server.mjs'),
    `import { z } from 'zod'
    import * as services from '@portico/plugin/server'
    import { defineContract, get } from '@portico/plugin/common'
    export default services.defineServerPlugin({ id: '${id}', ${fields} async setup(core, ${services}) { ${setup} } })`,
  )
  return target
}

test('a set-up in a process of its own that fails is a failed plugin and nothing else', async () => {
  const bad = [
    ['throws', "throw new Error('no radar here')", '', 'no radar here'],
    ['hangs', 'await new Promise(() => {})', '', 'took longer than 15 s'],
    ['blocks', 'for (;;);', '', 'its event loop did not answer for 3 s'],
    ['exits', 'process.exit(3)', '', 'it ended with code 3'],
    ['config', '', 'config: { config: z.strictObject({ size: z.number() }) },', 'config: Invalid input'],
    [
      'search',
      '',
      'uses: { search: services.searchService },',
      "it uses the service 'search', whose functions cannot be called from another process",
    ],
  ] as const
  const entries = bad.map(([id, setup, fields]) => ({
    package: pluginWith(id, setup, fields),
    isolation: 'process',
    setupTimeout: id === 'hangs' ? '15s' : '60s',
    callTimeout: '3s',
  }))
  const good = "core.implement(defineContract('good', { ask: get('/ask', { access: 'public', reply: z.string() }) }), { ask: () => 'yes' })"
  server = await startTestServer({ shared, isolated, config: { plugins: [...entries, { package: pluginWith('good', good) }] }, folder })
  for (const [id, , , reason] of bad) {
    const failed = { state: 'failed', error: expect.stringContaining(reason) }
    expect(server.server.inspection.plugins()).toContainEqual(expect.objectContaining(failed))
    // What was refused before it ran is known by its folder.
    if (id !== 'search') expect((await server.fetch(`/api/${id}/anything`)).status).toBe(503)
  }
  expect(await json('/api/good/ask')).toBe('yes')
})

test('a plugin in a process of its own is exchanged and removed while the portal runs, and leaves no process behind', async () => {
  const catalog = defineServerPlugin({
    id: 'catalog',
    provides: { catalog: catalogService },
    setup: () => ({ catalog: { getEntity: async ref => ({ apiVersion: '1', kind: 'Seen', metadata: { name: ref } }) } as Catalog }),
  })
  const apart = (text: string) =>
    pluginWith(
      'apart',
      `core.implement(defineContract('apart', { ask: get('/ask', { access: 'public', reply: z.unknown() }) }), {
        ask: async () => ['${text}', process.pid, (await catalog.getEntity('a')).metadata.name, Object.keys(catalog).includes('onChange')] })`,
      'uses: { catalog: services.catalogService },',
      '{ catalog }',
    )
  const source = apart('one')
  const entry = { package: source, isolation: 'process', setupTimeout: '60s' }
  server = await startTestServer({ plugins: [catalog], shared, isolated, config: { plugins: [entry] }, folder })
  const ask = async (): Promise<[string, number, string, boolean]> => json('/api/apart/ask')
  const runs = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const [first, firstPid, ...ofCatalog] = await ask()
  expect([first, firstPid === process.pid, ...ofCatalog]).toEqual(['one', false, 'a', false])

  apart('two')
  configure([{ ...entry, memory: '400 MB' }])
  await eventually(async () => expect((await ask())[0]).toBe('two'))
  const [, secondPid] = await ask()
  expect(secondPid).not.toBe(firstPid)
  await eventually(() => expect(runs(firstPid)).toBe(false))

  configure([])
  await eventually(() => expect(statusOf('apart')).toBeUndefined())
  await eventually(() => expect(runs(secondPid)).toBe(false))
})

import { defineServerPlugin, type PluginStatus } from '@portico/core/server'
import { openTestDatabase, startTestServer, type TestServer } from '@portico/core/testing'
import { afterEach, expect, test } from 'vitest'
import { ensurePluginRole } from '../database/plugin-role.ts'
import { pluginFolder, shared, type PluginFiles } from './testing/plugin-folder.ts'

const ours = defineServerPlugin({ id: 'ours', setup() {} })

let server: TestServer
afterEach(() => server?.stop())

type Entry = Readonly<Record<string, unknown>>

async function start(
  plugins: readonly (PluginFiles & { readonly entry?: Entry })[],
  config: object = {},
  options: Parameters<typeof startTestServer>[0] = {},
) {
  const entries = plugins.map(({ entry, ...files }) => ({ package: pluginFolder(files), ...entry }))
  server = await startTestServer({ plugins: [ours], shared, config: { plugins: entries, ...config }, ...options })
  return server
}

const statusOf = (id: string): PluginStatus | undefined => server.server.inspection.plugins().find(each => each.id === id)
const bodyOf = async (path: string): Promise<any> => (await server.as(undefined).fetch(path)).json()

const route = (reply: string, access = "'public'") =>
  `core.implement(defineContract('radar', { ask: get('/ask', { access: ${access}, reply: z.unknown() }) }), { ask: async () => { ${reply} } })`

test('a plugin of a folder has routes, tables and config of its own, and the system page knows where it comes from', async () => {
  await start([
    {
      manifest: { routes: ['GET /ask'], tables: ['blip'] },
      plugin: `config: { radar: z.object({ rings: z.number().default(3) }) },
        migrations: { '0001-blip': { up: async db => { await db.schema.createTable('blip').addColumn('name', 'text').execute() } } },`,
      setup: `const { rings } = core.config.radar
        await core.db.insertInto('blip').values({ name: 'Zod' }).execute()
        ${route('return answer({ rings, blips: await core.db.selectFrom("blip").selectAll().execute() }, { status: 201 })')}`,
      entry: { config: { rings: 5 } },
    },
  ])
  const response = await server.as(undefined).fetch('/api/radar/ask')
  expect([response.status, await response.json()]).toEqual([201, { rings: 5, blips: [{ name: 'Zod' }] }])
  expect(statusOf('radar')).toMatchObject({
    state: 'started',
    origin: { package: '@acme/radar', version: '1.0.0', source: 'folder', api: '1', digest: expect.stringMatching(/^[0-9a-f]{128}$/) },
  })
  expect(server.server.inspection.configWarnings()).toEqual([])
})

test('one that throws in its set-up, never returns from it or cannot be migrated has failed, and the others run', async () => {
  const brief = { setupTimeout: '300ms' }
  const broken = [
    { id: 'throws', setup: "throw new Error('no radar here')" },
    { id: 'hangs', setup: 'await new Promise(() => {})', entry: brief },
    { id: 'tables', plugin: "migrations: { '0001-x': { up: () => { throw new Error('no such column') } } }," },
    { id: 'stuck', plugin: "migrations: { '0001-x': { up: () => new Promise(() => {}) } },", entry: brief },
    { id: 'late', setup: 'core.onStart(() => new Promise(() => {}))', entry: brief },
    { id: 'syntax', files: { 'dist/server.mjs': 'export default {' } },
    { id: 'top', files: { 'dist/server.mjs': 'await new Promise(() => {})' } },
  ]
  await start([...broken, { setup: route('return 1') }])
  expect(await bodyOf('/api/radar/ask')).toBe(1)
  expect(statusOf('throws')?.error).toBe('no radar here')
  // Whichever of its parts the time ends in: a slow machine is not to fail here.
  const tooLong = /^its (?:set-up|migrations|start) took longer than 0.3 s$/
  for (const id of ['hangs', 'stuck', 'late']) expect(statusOf(id)?.error).toMatch(tooLong)
  expect(statusOf('tables')?.error).toContain('Migration "0001-x" of plugin "tables" failed: no such column')
  const unloaded = server.server.inspection.plugins().filter(({ error }) => error?.includes('cannot be loaded'))
  expect(unloaded.map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect((await server.fetch('/api/throws/anything')).status).toBe(503)
})

test('a route or a subscription that never returns ends in time, and one that throws is an error of its own', async () => {
  await start([
    {
      setup: `core.implement(defineContract('radar', {
          hang: get('/hang', { access: 'public', reply: z.unknown() }), fail: get('/fail', { access: 'public', reply: z.unknown() }),
          heard: get('/heard', { access: 'public', reply: z.array(z.number()) }) }),
        { hang: () => new Promise(() => {}), fail: () => { throw new Error('secret of the plugin') }, heard: () => heard })
        const heard = []
        const blip = defineEvent('radar.blip', z.number())
        core.work.events.subscribe({ id: 'slow', events: [blip], run: () => { heard.push(1); return new Promise(() => {}) } })
        core.onStart(() => core.work.events.publish(blip, 1))`,
      entry: { callTimeout: '200ms' },
    },
  ])
  for (const path of ['/api/radar/hang', '/api/radar/fail']) {
    const response = await server.fetch(path)
    expect([response.status, JSON.stringify(await response.json())]).toEqual([500, expect.not.stringContaining('secret')])
  }
  // It is delivered again: the first delivery has ended.
  await expect.poll(() => bodyOf('/api/radar/heard')).toEqual([1, 1])
  expect(statusOf('radar')?.state).toBe('started')
})

test('a plugin that does not fit is refused with the reason, and the others run', async () => {
  const [first, second] = [{ setup: route('return "first"') }, { name: '@acme/other', setup: route('return "second"') }]
  const permission = "permissions: { permissions: [basicPermission('radar.use', 'use')] },"
  await start([
    first,
    second,
    { id: 'old', manifest: { api: '^2' } },
    { id: 'ours' },
    { id: 'needy', fields: { dependencies: { lodash: '4.17.21', zod: '4' } } },
    { id: 'greedy', plugin: 'config: { backend: z.unknown() },' },
    { id: 'hidden', plugin: permission, manifest: { permissions: [] } },
    {
      id: 'more',
      setup: "core.implement(defineContract('more', { a: get('/a', { access: 'public', reply: z.unknown() }) }), { a: () => 1 })",
      manifest: { routes: [] },
    },
    { id: 'imports', files: { 'dist/server.mjs': "import 'lodash'\nexport default 1" } },
    { id: 'climbs', manifest: { server: './../../etc/x.mjs' } },
    { id: 'unbuilt', manifest: { web: './dist/web.mjs' } },
    { id: 'nothing', files: { 'dist/server.mjs': 'export const plugin = {}' } },
    { id: 'apart', entry: { isolation: 'process' } },
    { id: 'user', plugin: "uses: { no: { id: 'nowhere' } }," },
  ])
  expect(await bodyOf('/api/radar/ask')).toBe('first')
  const errors = server.server.inspection.plugins().flatMap(({ error }) => error ?? [])
  for (const reason of [
    "Two plugins have the id 'radar'",
    '@acme/old needs version ^2 of the plugin API, and this portal has 1',
    "Two plugins have the id 'ours'",
    '@acme/needy depends on lodash, which nobody installs for it',
    "@acme/greedy claims the section 'backend' of the config: its own is 'greedy'",
    "@acme/hidden declares the permission 'radar.use', which its package.json does not list",
    "it has the route 'GET /a', which its package.json does not list in 'routes'",
    "The plugin 'imports' imports 'lodash', which this portal does not share",
    'expected a file of the package',
    '@acme/unbuilt has no file ./dist/web.mjs',
    '@acme/nothing has no plugin as its default export',
    'This program runs no plugins in processes of their own',
    "Plugin 'user' uses the service 'nowhere', which no plugin provides",
  ])
    expect(errors).toContainEqual(expect.stringContaining(reason))
})

const keeping = {
  plugin: `migrations: { '0001-blip': { up: async db => { await db.schema.createTable('blip').ifNotExists().addColumn('name', 'text').execute() } } },`,
  setup: `const said = []
    const attempt = async run => { try { said.push(await run()) } catch (error) { said.push(error.message) } }
    const blip = defineEvent('radar.blip', z.number())
    const queue = core.work.jobs.define({ name: 'look', payload: z.object({}), run: () => {} })
    await attempt(async () => (await core.db.insertInto('blip').values({ name: 'own' }).execute()).length)
    await attempt(() => core.db.withSchema('core').selectFrom('signing_key').selectAll().execute())
    await attempt(() => core.db.schema.createSchema('more').execute())
    await attempt(() => core.db.transaction().execute(async within => {
      await core.work.events.publish(blip, 1, { within })
      const id = await queue.add({}, { within })
      await within.insertInto('blip').values({ name: 'with a job' }).execute()
      return typeof id
    }))
    ${route('return said')}`,
}

test('a plugin sees its own tables and no others, and takes over those that an older portal made', async () => {
  const first = await start([keeping])
  await first.database.pool.query('create schema chart; create table chart.blip (name text); create type chart.ring as enum ($$a$$)')
  await first.database.pool.query('create sequence chart.number; create table chart.more (id int generated always as identity)')
  const denied = expect.stringContaining('permission denied')
  expect(await bodyOf('/api/radar/ask')).toEqual([1, denied, denied, 'string'])
  const { database } = statusOf('radar') ?? {}
  expect(database).toEqual({ name: expect.stringMatching(/^plugin_radar_\d+$/) })
  expect(await ensurePluginRole(first.database, 'chart')).toEqual({ name: expect.stringMatching(/^plugin_chart_\d+$/) })
  const { rows } = await first.database.pool.query(
    "select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'chart'::regnamespace",
  )
  expect(rows).toEqual([{ owner: expect.stringMatching(/^plugin_chart_/) }])
})

test('where PostgreSQL lets the portal make no roles, the plugin runs and the system page says so', async () => {
  const test = await openTestDatabase()
  const { rows } = await test.database.pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  await test.database.pool.query(`create role ${name} login; grant create on database ${name} to ${name}`)
  const connection = { ...test.connection, user: name }
  await start([keeping], { backend: { listen: { port: 0, host: '127.0.0.1' }, database: { connection } } }, { emptyDatabase: true })
  expect((await bodyOf('/api/radar/ask'))[0]).toBe(1)
  expect(statusOf('radar')).toMatchObject({ state: 'started', database: { problem: expect.stringContaining('CREATEROLE') } })
  await server.stop()
  await test.close()
  await start([])
})

test('an error that nobody catches ends the plugin that threw it and no other', async () => {
  await start([{ setup: `${route('return 1')}; globalThis.radarFails = () => { throw new Error('from a timer') }` }, { id: 'other' }])
  const fails = (globalThis as unknown as { radarFails: () => void }).radarFails
  const thrown = await new Promise<unknown>(resolve => {
    try {
      fails()
    } catch (error) {
      resolve(error)
    }
  })
  expect(await server.server.blame(thrown)).toBe(true)
  expect([statusOf('radar')?.state, statusOf('other')?.state]).toEqual(['failed', 'started'])
  expect((await server.fetch('/api/radar/ask')).status).toBe(503)
  expect(await server.server.blame(new Error('of ours'))).toBe(false)
})

test('web files of a plugin are served for ever with a known integrity, and its server code is not', async () => {
  const folder = pluginFolder({
    manifest: { web: './dist/web.mjs', styles: ['./dist/web.css'] },
    files: { 'dist/web.mjs': 'export default {}', 'dist/web/page.mjs': 'export {}', 'dist/web.css': 'a{}', 'secret.txt': 'x' },
  })
  const webFolder = pluginFolder({ files: { 'index.html': '<html><head></head><!--portico:config--></html>', 'static/a.js': '' } })
  server = await startTestServer({ plugins: [ours], shared, webFolder, config: { plugins: [{ package: folder }] } })
  const { digest = '' } = statusOf('radar')?.origin ?? {}
  const base = `/plugins/radar/${digest.slice(0, 32)}`
  const get = (file: string) => server.as(undefined).fetch(`${base}/${file}`)
  const module = await get('dist/web.mjs')
  expect([module.status, module.headers.get('content-type'), module.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ])
  expect((await get('dist/web/page.mjs')).status).toBe(200)
  expect((await get('dist/web.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
  for (const file of ['dist/server.mjs', 'package.json', 'secret.txt', '..%2f..%2fetc/passwd', 'dist/../secret.txt', 'dist%00'])
    expect([400, 404]).toContain((await get(file)).status)
  expect((await server.fetch('/plugins/radar/0000/dist/web.mjs')).status).toBe(404)
})

test('calls go only to the hosts of the manifest, and inside the network only where the operator allows it', async () => {
  const peer = await startTestServer()
  const host = new URL(peer.url).host
  const setup = `core.implement(defineContract('radar', { call: get('/call', { access: 'public', query: z.object({ to: z.string() }), reply: z.unknown() }) }),
    { call: async ({ query }) => core.server.fetch(query.to).then(r => r.status, e => e.message) })`
  const call = (to: string) => bodyOf(`/api/radar/call?to=${encodeURIComponent(to)}`)
  const inner = `http://127.0.0.1:${new URL(peer.url).port}/.backstage/health/v1/liveness`
  await start([{ manifest: { hosts: [`127.0.0.1:${new URL(peer.url).port}`] }, setup }])
  expect(await call('https://elsewhere.example/')).toContain('elsewhere.example')
  expect(await call(inner)).not.toBe(200)
  await server.stop()
  await start([{ manifest: { hosts: [`127.0.0.1:${new URL(peer.url).port}`] }, setup }], {
    backend: { reading: { allow: [{ host: `127.0.0.1:${new URL(peer.url).port}` }] } },
  })
  expect(await call(inner)).toBe(200)
  expect(host).toContain('localhost')
  await peer.stop()
})

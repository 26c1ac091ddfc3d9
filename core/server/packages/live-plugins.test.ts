import { runCommandLine } from '@portico/core/server/command-line'
import { defineServerPlugin, startServer, type PluginStatus } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pluginArchive } from './testing/plugin-archive.ts'
import { pluginFiles, pluginFolder, shared, type PluginFiles } from './testing/plugin-folder.ts'

const ours = defineServerPlugin({ id: 'ours', setup() {} })

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-live-'))
  const webFolder = pluginFolder({
    files: { 'index.html': '<html><head><base href="/"></head><!--portico:config--></html>', 'static/a.js': '' },
  })
  server = await startTestServer({ plugins: [ours], shared, folder, webFolder, config: {} })
})
afterAll(() => server.stop())

const statusOf = (id: string): PluginStatus | undefined => server.server.inspection.plugins().find(each => each.id === id)
const ask = async (id: string, route = 'ask'): Promise<any> => (await server.as(undefined).fetch(`/api/${id}/${route}`)).json()

/** Writes `plugins` of the config, beside what a test server needs. */
function configure(plugins: readonly object[], rest: object = {}): void {
  const config = JSON.parse(readFileSync(server.configFile, 'utf8')) as object
  writeFileSync(server.configFile, JSON.stringify({ ...config, ...rest, plugins }))
}

function rewrite(target: string, files: PluginFiles): void {
  for (const [file, text] of Object.entries(pluginFiles(files))) writeFileSync(path.join(target, file), text)
}

/** The command line beside the portal. */
async function portico(...argv: string[]) {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const exit = await runCommandLine(['--config', server.configFile, 'plugin', ...argv], {
    plugins: [ours],
    shared,
    cwd: folder,
    env: { HOME: folder },
    print: write,
    warn: write,
  })
  return { exit, out: lines.join('\n') }
}

const contract = (id: string, handlers: string) =>
  `core.implement(defineContract('${id}', { ask: get('/ask', { access: 'public', reply: z.unknown() }) }), { ask: async () => { ${handlers} } })`

test('a plugin beside a running portal is installed, updated, rolled back and removed without a restart', async () => {
  const version = (number: string) => ({ id: 'radar', version: number, setup: contract('radar', `return '${number}'`) })
  for (const number of ['1.0.0', '2.0.0']) writeFileSync(path.join(folder, `radar-${number}.tgz`), await pluginArchive(version(number)))
  for (const [argv, expected] of [
    [['install', './radar-1.0.0.tgz'], '1.0.0'],
    [['install', './radar-2.0.0.tgz'], '2.0.0'],
    [['rollback', 'radar'], '1.0.0'],
  ] as const) {
    expect(await portico(...argv)).toMatchObject({ exit: 0 })
    await eventually(async () => expect(await ask('radar')).toBe(expected))
  }
  expect(statusOf('radar')).toMatchObject({ state: 'started', origin: { version: '1.0.0' } })
  expect((await portico('remove', 'radar')).exit).toBe(0)
  await eventually(async () => expect(await ask('radar')).toMatchObject({ error: { code: 'core.plugin-removed' } }))
  expect(statusOf('radar')).toBeUndefined()
})

test('all that a version registered is gone with it: tasks, jobs, events, permissions, actions, problems and config', async () => {
  const files = (name: string): PluginFiles => ({
    id: 'worker',
    manifest: { web: './dist/web.mjs' },
    files: { 'dist/web.mjs': `export default '${name}'` },
    plugin: `config: { worker: z.object({ size: z.number().default(1) }) }, permissions: { permissions: [basicPermission('worker.${name}', 'use')] },`,
    setup: `const heard = []
      const { work, server, config } = core
      work.scheduler.schedule({ id: '${name}', frequency: { trigger: 'manual' }, timeout: 1000, run: () => {} })
      const queue = work.jobs.define({ name: 'same', payload: z.string(), run: ({ payload }) => void heard.push('job of ${name}: ' + payload) })
      const blip = defineEvent('worker.blip', z.string())
      work.events.subscribe({ id: 'same', events: [blip], run: ({ payload }) => void heard.push('event in ${name}: ' + payload) })
      core.actions.register({ name: '${name}', title: 't', description: 'd', input: z.object({}), output: z.object({}), run: async () => ({}) })
      server.inspection.reportProblems('worker', async () => ({ title: 'Of ${name}', count: 1, items: [] }))
      core.implement(defineContract('worker', {
        ask: get('/ask', { access: 'public', reply: z.unknown() }),
        ${name}: get('/${name}', { access: 'public', reply: z.unknown() }) }), {
        ask: async () => ({ size: config.worker.size, heard }),
        ${name}: async () => { await queue.add('now'); await work.events.publish(blip, 'now'); return 'ok' } })
      core.onStop(() => { globalThis.workerStopped = '${name}'; globalThis.workerLate = () => work.scheduler.schedule({ id: 'late', frequency: { hours: 1 }, timeout: 1000, run() {} }) })`,
  })
  const source = pluginFolder(files('first'))
  configure([{ package: source, config: { size: 3 } }])
  await eventually(async () => expect(await ask('worker')).toEqual({ size: 3, heard: [] }))
  expect(await ask('worker', 'first')).toBe('ok')
  await eventually(async () => expect((await ask('worker')).heard.sort()).toEqual(['event in first: now', 'job of first: now']))
  const named = async () => {
    const system = server.as({ plugin: 'test' })
    const { tasks } = (await (await system.fetch('/api/worker/.backstage/scheduler/v1/tasks')).json()) as { tasks: { taskId: string }[] }
    const { actions } = (await (await system.fetch('/api/worker/.backstage/actions/v1/actions')).json()) as { actions: { name: string }[] }
    const { permissions } = (await (await system.fetch('/api/worker/.well-known/backstage/permissions/metadata')).json()) as {
      permissions: { name: string }[]
    }
    const problems = await server.server.inspection.problems()
    const page = await (await server.fetch('/')).text()
    return [
      tasks.map(each => each.taskId),
      actions.map(each => each.name),
      permissions.map(each => each.name),
      problems.map(each => each.title),
      page.match(/\/plugins\/worker\/(\w+)/)?.[1],
    ]
  }
  const [digest = ''] = [statusOf('worker')?.origin?.digest.slice(0, 32)]
  expect(await named()).toEqual([['first'], ['first'], ['worker.first'], ['Of first'], digest])

  rewrite(source, files('second'))
  configure([{ package: source, config: { size: 4 } }])
  await eventually(async () => expect(await ask('worker')).toEqual({ size: 4, heard: [] }))
  expect(globalThis).toHaveProperty('workerStopped', 'first')
  expect((globalThis as unknown as { workerLate: () => void }).workerLate).toThrow("The plugin 'worker' has ended")
  expect(await ask('worker', 'second')).toBe('ok')
  expect(await ask('worker', 'first')).toMatchObject({ error: { name: 'NotFoundError' } })
  await eventually(async () => expect((await ask('worker')).heard.sort()).toEqual(['event in second: now', 'job of second: now']))
  const [other = ''] = [statusOf('worker')?.origin?.digest.slice(0, 32)]
  expect(await named()).toEqual([['second'], ['second'], ['worker.second'], ['Of second'], other])
  expect(other).not.toBe(digest)
  // A page that is open may still load a part of the version before.
  expect((await server.fetch(`/plugins/worker/${digest}/dist/web.mjs`)).status).toBe(200)

  configure([{ package: source, enabled: false }])
  await eventually(() => expect(statusOf('worker')).toMatchObject({ state: 'off' }))
  expect(await (await server.fetch('/')).text()).not.toContain('/plugins/worker')
  configure([])
  await eventually(() => expect(statusOf('worker')).toBeUndefined())
  rmSync(source, { recursive: true })
})

test('where the next version cannot be read, checked, migrated, set up or started, the one before goes on and says why', async () => {
  const good: PluginFiles = { id: 'steady', setup: `core.log.info('up'); ${contract('steady', "return 'good'")}` }
  const source = pluginFolder(good)
  const entry = { package: source, setupTimeout: '5s' }
  configure([entry])
  await eventually(async () => expect(await ask('steady')).toBe('good'))
  for (const [files, reason] of [
    [{ setup: "throw new Error('no set-up today')" }, 'no set-up today'],
    [{ setup: "core.onStart(() => { throw new Error('no start today') })" }, 'no start today'],
    [{ plugin: "migrations: { '0001-x': { up: () => { throw new Error('no such column') } } }," }, 'no such column'],
    [{ manifest: { api: '^2' } }, 'needs version ^2 of the plugin API'],
    [{ files: { 'dist/server.mjs': 'export default {' } }, 'cannot be loaded'],
    [{ plugin: 'config: { steady: z.object({ rings: z.number() }) },' }, 'steady.rings'],
  ] as const) {
    rewrite(source, { ...good, ...files, version: '2.0.0' })
    configure([{ ...entry, config: { reason } }])
    await eventually(() => expect(statusOf('steady')?.problem).toContain(reason))
    expect(statusOf('steady')).toMatchObject({ state: 'started', origin: { version: '1.0.0' } })
    expect(await ask('steady')).toBe('good')
  }
  rewrite(source, good)
  configure([entry])
  await eventually(() => expect(statusOf('steady')?.problem).toBeUndefined())
  rewrite(source, { ...good, version: '3.0.0' })
  configure([entry])
  await eventually(() => expect(statusOf('steady')).toMatchObject({ state: 'started', origin: { version: '3.0.0' } }))
  expect(statusOf('steady')?.problem).toBeUndefined()
  configure([])
  await eventually(() => expect(statusOf('steady')).toBeUndefined())
})

test('a mistake in the config of one plugin keeps no other change away, and one that needs its config can be removed with it', async () => {
  const needy = pluginFolder({
    id: 'needy',
    plugin: 'config: { needy: z.object({ size: z.number() }) },',
    setup: contract('needy', 'return core.config.needy.size'),
  })
  const other = { package: pluginFolder({ id: 'other', setup: contract('other', "return 'here'") }) }
  const withSize = (size: unknown) => ({ package: needy, config: { size } })
  configure([withSize(1)])
  await eventually(async () => expect(await ask('needy')).toBe(1))
  configure([withSize('much'), other])
  await eventually(async () => expect(await ask('other')).toBe('here'))
  await eventually(() => expect(statusOf('needy')?.problem).toContain('needy.size: expected a number'))
  expect(await ask('needy')).toBe(1)
  configure([withSize(2), other])
  await eventually(async () => expect(await ask('needy')).toBe(2))
  expect(statusOf('needy')).not.toHaveProperty('problem')
  configure([])
  await eventually(() => expect([statusOf('needy'), statusOf('other')]).toEqual([undefined, undefined]))
})

test('versions that no server has used for a week are removed; what runs and what it can go back to stay', async () => {
  const store = path.join(folder, '.portico/plugins/store')
  const [old, recent] = ['a', 'b'].map(letter => path.join(store, letter.repeat(128))) as [string, string]
  for (const each of [old, recent]) mkdirSync(each)
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  const archive = await pluginArchive({ id: 'kept', setup: contract('kept', 'return 1') })
  writeFileSync(path.join(folder, 'kept.tgz'), archive)
  expect((await portico('install', './kept.tgz')).exit).toBe(0)
  await eventually(async () => expect(await ask('kept')).toBe(1))
  const running = path.join(store, statusOf('kept')?.origin?.digest ?? '')
  for (const each of [old, running]) utimesSync(each, longAgo, longAgo)
  const other = await startTestServer({
    plugins: [ours],
    shared,
    folder: mkdtempSync(path.join(tmpdir(), 'portico-other-')),
    config: {
      backend: { dataFolder: path.join(folder, '.portico') },
      plugins: [{ package: path.join(folder, 'kept.tgz') }],
    },
  })
  try {
    await eventually(() => expect([old, recent, running].map(each => existsSync(each))).toEqual([false, true, true]))
  } finally {
    await other.stop()
  }
})

test('a replica looks again when another one has taken a change', async () => {
  const source = pluginFolder({ id: 'spread', setup: contract('spread', "return 'one'") })
  configure([{ package: source }])
  await eventually(async () => expect(await ask('spread')).toBe('one'))
  const config = JSON.parse(readFileSync(server.configFile, 'utf8')) as { backend: object }
  const second = mkdtempSync(path.join(tmpdir(), 'portico-replica-'))
  const file = path.join(second, 'app-config.yaml')
  writeFileSync(file, JSON.stringify(config))
  const replica = await startServer({
    plugins: [ours],
    shared,
    version: '1',
    cwd: second,
    configFiles: [file],
    env: {},
    logTo: { write: () => true },
  })
  const askReplica = async () => (await fetch(`${replica.url}/api/spread/ask`)).json()
  try {
    expect(await askReplica()).toBe('one')
    rewrite(source, { id: 'spread', setup: contract('spread', "return 'two'") })
    // Only the config of the first is touched.
    configure([{ package: source }])
    await eventually(async () => expect([await ask('spread'), await askReplica()]).toEqual(['two', 'two']))
  } finally {
    await replica.stop()
  }
})

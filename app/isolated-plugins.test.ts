import { catalogService, type Catalog } from '@portico/catalog/server'
import { defineServerPlugin } from '@portico/core/server'
import { eventually, startTestServer, waitTimeoutMs, type TestServer } from '@portico/core/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolated, shared } from './shared-modules.ts'
import { createPluginAuthor } from './testing/plugin-author.ts'

const { folder, pluginWith } = createPluginAuthor()

const catalog = defineServerPlugin({
  id: 'catalog',
  provides: { catalog: catalogService },
  setup: () => ({ catalog: { getEntity: async ref => ({ apiVersion: '1', kind: 'Seen', metadata: { name: ref } }) } as Catalog }),
})

const route = (id: string, run: string) =>
  `core.implement(defineContract('${id}', { ask: get('/ask', { access: 'public', reply: z.unknown() }) }), { ask: async () => ${run} })`

// In a set-up; `reason` is what the system page says of it.
const bad = [
  { id: 'throws', setup: "throw new Error('no radar here')", reason: 'no radar here' },
  { id: 'hangs', setup: 'await new Promise(() => {})', setupTimeout: '3s', reason: 'took longer than 3 s' },
  { id: 'blocks', setup: 'for (;;);', callTimeout: '1s', reason: 'its event loop did not answer for 1 s' },
  { id: 'exits', setup: 'process.exit(3)', reason: 'it ended with code 3' },
  { id: 'config', setup: '', fields: 'config: { config: z.strictObject({ size: z.number() }) },', reason: 'config: Invalid input' },
  {
    id: 'lies',
    setup: '',
    // What it checks itself is another thing than what it tells.
    fields: "get config() { return (this.read = (this.read ?? 0) + 1) > 1 ? { 'auth.session': z.unknown() } : {} },",
    reason: "claims the section 'auth.session' of the config: its own is 'lies'",
  },
  {
    id: 'search',
    setup: '',
    fields: 'uses: { search: services.searchService },',
    reason: "it uses the service 'search', whose functions cannot be called from another process",
  },
]

let server: TestServer
beforeAll(async () => {
  const entries = bad.map(each => ({
    package: pluginWith(each),
    isolation: 'process',
    setupTimeout: each.setupTimeout ?? '60s',
    ...(each.callTimeout && { callTimeout: each.callTimeout }),
  }))
  const good = pluginWith({ id: 'good', setup: route('good', "'yes'") })
  server = await startTestServer({ plugins: [catalog], shared, isolated, config: { plugins: [...entries, { package: good }] }, folder })
  // Eleven processes, one after the other.
}, 4 * waitTimeoutMs)
afterAll(() => server.stop())

const json = async (url: string): Promise<any> => (await server.as(undefined).fetch(url)).json()
const statusOf = (id: string) => server.server.inspection.plugins().find(each => each.id === id)

test('a set-up in a process of its own that fails is a failed plugin and nothing else', async () => {
  for (const { id, reason } of bad) {
    const failed = { state: 'failed', error: expect.stringContaining(reason) }
    expect(server.server.inspection.plugins()).toContainEqual(expect.objectContaining(failed))
    // What was refused before it ran, or took too long to be read, is known by its folder.
    if (!['search', 'lies', 'hangs'].includes(id)) expect((await server.fetch(`/api/${id}/anything`)).status).toBe(503)
  }
  expect(await json('/api/good/ask')).toBe('yes')
})

test('a plugin in a process of its own is exchanged and removed while the portal runs, and leaves no process behind', async () => {
  const apart = (text: string) =>
    pluginWith({
      id: 'apart',
      setup: route('apart', `['${text}', process.pid, (await catalog.getEntity('a')).metadata.name, 'onChange' in catalog]`),
      fields: 'uses: { catalog: services.catalogService },',
      uses: '{ catalog }',
    })
  const configure = (plugins: readonly object[]) => {
    const config = JSON.parse(readFileSync(server.configFile, 'utf8')) as object
    writeFileSync(server.configFile, JSON.stringify({ ...config, plugins }))
  }
  const entry = { package: apart('one'), isolation: 'process', setupTimeout: '60s' }
  configure([entry])
  const ask = async (): Promise<[string, number, string, boolean]> => json('/api/apart/ask')
  const runs = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await eventually(() => expect(statusOf('apart')?.state).toBe('started'))
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

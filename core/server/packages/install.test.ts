import { runCommandLine } from '@portico/core/server/command-line'
import { startTestServer } from '@portico/core/testing'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { archiveOf, integrityOf, pluginArchive, startRegistry } from './testing/plugin-archive.ts'
import { pluginFolder, shared } from './testing/plugin-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-portal-'))
  writeFileSync(path.join(folder, 'app-config.yaml'), '{}')
})

const portico = (...argv: string[]) => run('plugin', ...argv)

async function run(...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const exit = await runCommandLine(argv, {
    plugins: [],
    shared,
    cwd: folder,
    env: { HOME: folder, REGISTRY_TOKEN: 'letters' },
    print: line => void out.push(line),
    warn: line => void err.push(line),
  })
  return { exit, out: out.join('\n'), err: err.join('\n') }
}

const lock = () => JSON.parse(readFileSync(path.join(folder, 'portico-plugins.lock.json'), 'utf8')).plugins
const stored = () => readdirSync(path.join(folder, '.portico/plugins/store'))
const setup = (answer: string) =>
  `core.implement(defineContract('radar', { ask: get('/ask', { access: 'public', reply: z.unknown() }) }), { ask: () => '${answer}' })`

/** What the plugin says in a portal that starts in the folder. */
async function ask(config: Record<string, unknown> = {}): Promise<unknown> {
  const server = await startTestServer({ shared, config, folder })
  try {
    return await (await server.fetch('/api/radar/ask')).json()
  } finally {
    await server.stop()
  }
}

test('a plugin of the registry is installed, updated and rolled back, and runs without the registry', async () => {
  const [one, two] = [await pluginArchive({ setup: setup('one') }), await pluginArchive({ version: '1.1.0', setup: setup('two') })]
  const registry = await startRegistry({ '@acme/radar': { '1.0.0': one, '1.1.0': two } })
  writeFileSync(path.join(folder, '.npmrc'), registry.npmrc)
  expect(await portico('install', '@acme/radar@1.0.0', '--integrity', integrityOf(one))).toMatchObject({
    exit: 0,
    out: expect.stringContaining(`Installed @acme/radar@1.0.0 as 'radar'\n  ${integrityOf(one)}`),
  })
  expect(await ask()).toBe('one')
  expect((await portico('install', '@acme/radar@^1.0')).out).toContain('Installed @acme/radar@1.1.0')
  expect(lock()).toMatchObject({
    radar: { version: '1.1.0', integrity: integrityOf(two), source: 'registry', previous: { version: '1.0.0' } },
  })
  expect(await ask()).toBe('two')
  expect((await portico('list')).out).toBe('radar  @acme/radar@1.1.0  registry, before: 1.0.0')
  expect((await portico('rollback', 'radar')).out).toContain('Back to @acme/radar@1.0.0')
  registry.stop()
  expect(await ask({ plugins: [{ package: '@acme/radar@^1.0', config: {} }] })).toBe('one')
  expect((await portico('why', 'radar')).out).toBe('radar: runs (@acme/radar)')
  expect((await portico('update', 'radar')).exit).toBe(1)
  expect(await ask()).toBe('one')
  expect((await portico('remove', 'radar')).out).toContain("Removed 'radar'. Its tables stay")
  expect(await ask()).toMatchObject({ error: { name: 'NotFoundError' } })
  expect((await portico('rollback', 'radar')).err).toBe("error: No plugin 'radar' is installed")
})

test('a portal fetches what its config names, the next one starts from its folder, and a replica by the lock file', async () => {
  const archive = await pluginArchive({ setup: setup('one') })
  const registry = await startRegistry({ '@acme/radar': { '1.0.0': archive } })
  writeFileSync(path.join(folder, '.npmrc'), registry.npmrc.replace('${REGISTRY_TOKEN}', 'letters'))
  const config = { plugins: [{ package: '@acme/radar@1.0.0', integrity: integrityOf(archive) }] }
  expect(await ask(config)).toBe('one')
  rmSync(path.join(folder, '.portico'), { recursive: true })
  expect(await ask(config)).toBe('one')
  const count = registry.requests.length
  expect(await ask(config)).toBe('one')
  expect(registry.requests.length).toBe(count)
  registry.stop()
  rmSync(path.join(folder, '.portico'), { recursive: true })
  expect(await ask(config)).toMatchObject({ error: { name: 'ServiceUnavailableError' } })
})

test('an archive of a file and a folder are installed as they are at that moment', async () => {
  writeFileSync(path.join(folder, 'radar.tgz'), await pluginArchive({ setup: setup('archive') }))
  expect((await portico('install', './radar.tgz')).exit).toBe(0)
  expect(await ask()).toBe('archive')
  const source = pluginFolder({ version: '2.0.0', setup: setup('folder') })
  mkdirSync(path.join(source, 'node_modules/x'), { recursive: true })
  expect((await portico('install', source)).exit).toBe(0)
  expect(lock().radar).toMatchObject({ source: 'folder', version: '2.0.0', previous: { source: 'archive' } })
  expect(await ask()).toBe('folder')
  expect((await portico('install', 'https://elsewhere.example/radar.tgz')).err).toContain('elsewhere.example')
})

test('the config of a plugin is checked with its schema, and the mistake has its line', async () => {
  const source = pluginFolder({ plugin: 'config: { radar: z.object({ rings: z.number() }) },' })
  writeFileSync(path.join(folder, 'app-config.yaml'), `plugins:\n  - package: ${source}\n    config: { rings: many }\n`)
  expect(await run('config', 'check')).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/^mistake: radar\.rings: .*\(app-config\.yaml:3\)$/),
  })
  writeFileSync(path.join(folder, 'app-config.yaml'), `plugins:\n  - package: ${source}\n    config: { rings: 3 }\n`)
  expect(await run('config', 'check', '--strict')).toMatchObject({ exit: 0, err: '' })
})

test('archives that mean harm are refused with the reason, and leave nothing behind', async () => {
  const json = { name: 'package/package.json', text: '{}' }
  const bad: [string, Parameters<typeof archiveOf>[0]][] = [
    ['which leads out of it', [json, { name: 'package/../../evil.mjs', text: 'x' }]],
    ['which leads out of it', [json, { name: '/etc/evil', text: 'x' }]],
    ['which leads out of it', [json, { name: 'package/a\\..\\b', text: 'x' }]],
    ['which is a symlink', [json, { name: 'package/a', type: 'symlink', linkname: '/etc/passwd' }]],
    ['which is a link', [json, { name: 'package/a', type: 'link', linkname: 'package/package.json' }]],
    ['which is a fifo', [json, { name: 'package/a', type: 'fifo' }]],
    ['twice', [json, { name: 'package/A', text: '1' }, { name: 'package/a', text: '2' }]],
    ['unpacks to more than 50 MB', Array.from({ length: 4 }, (_, at) => ({ name: `package/${at}`, text: '\0'.repeat(18 * 2 ** 20) }))],
    ['of more than 20 MB', [{ name: 'package/big', text: '\0'.repeat(21 * 2 ** 20) }]],
    ['more than 2000 entries', Array.from({ length: 2001 }, (_, at) => ({ name: `package/${at}`, text: '' }))],
  ]
  for (const [reason, entries] of bad) {
    writeFileSync(path.join(folder, 'bad.tgz'), await archiveOf(entries))
    expect(await portico('install', './bad.tgz')).toMatchObject({ exit: 1, err: expect.stringContaining(reason) })
  }
  const good = await pluginArchive()
  for (const [reason, archive] of [
    ['cannot be read, or was cut short', good.subarray(0, good.length / 2)],
    ['cannot be read, or was cut short', Buffer.from('no archive')],
  ] as const) {
    writeFileSync(path.join(folder, 'bad.tgz'), archive)
    expect((await portico('install', './bad.tgz')).err).toContain(reason)
  }
  writeFileSync(path.join(folder, 'bad.tgz'), good)
  expect((await portico('install', './bad.tgz', '--integrity', integrityOf(Buffer.from('other')))).err).toContain(
    'has another digest than expected',
  )
  expect(stored()).toEqual([])
  expect(existsSync(path.join(folder, 'portico-plugins.lock.json'))).toBe(false)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError } from './config-error.ts'
import { loadConfig } from './load.ts'

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

type Options = Partial<Parameters<typeof loadConfig>[0]>
const load = (files: Record<string, string>, options: Options = {}) => loadConfig({ cwd: folderWith(files), env: {}, ...options })

async function mistakesOf(files: Record<string, string>, options: Options = {}): Promise<readonly string[]> {
  const error = await load(files, options).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigError)
  return (error as ConfigError).mistakes
}

describe('which files are read', () => {
  it('no file at all is fine', async () => {
    const loaded = await load({})
    expect(loaded.data).toEqual({})
    expect(loaded.sources).toEqual([])
  })

  it('the default files are merged in order: base, environments, local, local environments', async () => {
    const files = {
      'app-config.yaml': 'a: base\nb: base\nc: base\nd: base\ne: base\nf: base',
      'app-config.one.yaml': 'b: one\nc: one\nd: one\ne: one\nf: one',
      'app-config.two.yaml': 'c: two\nd: two\ne: two\nf: two',
      'app-config.local.yaml': 'd: local\ne: local\nf: local',
      'app-config.one.local.yaml': 'e: one.local\nf: one.local',
      'app-config.two.local.yaml': 'f: two.local',
      'app-config.three.yaml': 'a: never',
    }
    const expected = { a: 'base', b: 'one', c: 'two', d: 'local', e: 'one.local', f: 'two.local' }
    expect((await load(files, { env: { BACKSTAGE_ENV: 'one, two' } })).data).toEqual(expected)
    expect((await load(files, { env: { PORTICO_ENV: 'one,,two' } })).data).toEqual(expected)
  })

  it('an environment that would lead out of the folder is refused', async () => {
    expect(await mistakesOf({}, { env: { BACKSTAGE_ENV: '../x' } })).toEqual(["BACKSTAGE_ENV: '../x' cannot be the name of an environment"])
  })

  it('named files are read instead, in order, and must be there', async () => {
    const files = { 'app-config.yaml': 'a: default', 'x.yaml': 'a: x\nb: x', 'y.json': '{"b": "y"}' }
    expect((await load(files, { files: ['x.yaml', 'y.json'] })).data).toEqual({ a: 'x', b: 'y' })
    expect((await load(files, { files: ['y.json', 'x.yaml'] })).data).toEqual({ a: 'x', b: 'x' })
    expect(await mistakesOf(files, { files: ['x.yaml', 'nope.yaml'] })).toEqual(['nope.yaml: cannot be read: there is no such file'])
  })

  it('addresses are read only when that is switched on', async () => {
    const server = createServer((request, reply) =>
      reply.writeHead(request.url === '/c.yaml' ? 200 : 404).end('a: remote\nb: {$file: secret}'),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise(resolve => server.once('listening', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await mistakesOf({}, { files: [`${base}/c.yaml`] })).toEqual([expect.stringContaining('only when that is switched on')])
    expect(await mistakesOf({}, { files: [`${base}/none.yaml`], remote: true })).toEqual([
      `${base}/none.yaml: cannot be read: answered with status 404`,
    ])
    expect(await mistakesOf({}, { files: [`${base}/c.yaml`], remote: true })).toEqual([
      expect.stringContaining('$file is not possible in a config that is read from an address'),
    ])
  })

  it('the environment comes last, and DATABASE_URL sets the database', async () => {
    const env = { APP_CONFIG_app_title: 'From env', DATABASE_URL: 'postgres://h/d' }
    const loaded = await load(
      { 'app-config.yaml': 'app: {title: File, x: 1}\nbackend: {database: {client: pg, connection: {host: other}}}' },
      { env },
    )
    expect(loaded.data).toEqual({ app: { title: 'From env', x: 1 }, backend: { database: { client: 'pg', connection: 'postgres://h/d' } } })
    expect(loaded.locationOf(['app', 'title'])).toBe('APP_CONFIG_app_title')
    expect(loaded.locationOf(['backend', 'database', 'connection'])).toBe('DATABASE_URL')
    expect(loaded.locationOf(['backend', 'database', 'client'])).toBe('app-config.yaml:2')
  })
})

describe('the config of an example', () => {
  const example = { file: 'examples/app-config.yaml', until: ['shop.goods', 'shop.suppliers'] }
  const files = { 'examples/app-config.yaml': 'name: Example\nshop: {goods: [tea], open: 9}', 'app-config.yaml': 'shop: {open: 8}' }

  it('is beneath all others, and is named as a source', async () => {
    const loaded = await load(files, { example })
    expect(loaded.data).toEqual({ name: 'Example', shop: { goods: ['tea'], open: 8 } })
    expect(loaded.sources).toEqual(['examples/app-config.yaml', 'app-config.yaml'])
    expect(loaded.locationOf(['name'])).toBe('examples/app-config.yaml:1')
    expect(loaded.files).toContainEqual(expect.stringContaining('examples/app-config.yaml'))
  })

  it.each([
    ['another file', { 'app-config.local.yaml': 'shop: {suppliers: {a: 1}}' }, {}, { open: 8, suppliers: { a: 1 } }],
    ['an empty list', { 'app-config.local.yaml': 'shop: {goods: []}' }, {}, { open: 8, goods: [] }],
    ['the environment', {}, { APP_CONFIG_shop_goods: '["ink"]' }, { open: 8, goods: ['ink'] }],
  ])('is gone as a whole when %s has one of its last keys, and its mistakes too', async (_, own, env, shop) => {
    const broken = { ...files, 'examples/app-config.yaml': 'name: {' }
    expect((await load({ ...broken, ...own }, { example, env })).data).toEqual({ shop })
    expect(await mistakesOf(broken, { example })).toEqual([expect.stringContaining('examples/app-config.yaml:')])
  })

  it('is not read where files are named, or where it is absent', async () => {
    expect((await load(files, { example, files: ['app-config.yaml'] })).data).toEqual({ shop: { open: 8 } })
    expect((await load({ 'app-config.yaml': 'a: 1' }, { example })).data).toEqual({ a: 1 })
  })
})

describe('merging files', () => {
  it('null removes what came before, with a warning when that was an object', async () => {
    const loaded = await load({ 'app-config.yaml': 'a: 1\nb: {c: 1}\nd: {e: ~, f: 2}\nl: [1, ~]', 'app-config.local.yaml': 'a:\nb:\n' })
    expect(loaded.data).toEqual({ d: { f: 2 }, l: [1, null] })
    expect(loaded.warnings).toEqual(['b: is empty and removes what came before it (app-config.local.yaml:2)'])
  })

  it('lists replace', async () => {
    expect((await load({ 'app-config.yaml': 'l: [1, 2, 3]', 'app-config.local.yaml': 'l: [4]' })).data).toEqual({ l: [4] })
  })
})

describe('mistakes in YAML', () => {
  it.each([
    ['a: 1\nb: 2\na: 3\n', 'app-config.yaml:3:1: duplicated mapping key'],
    ['a: [1\nb: 2', 'app-config.yaml:2:1: deficient indentation'],
    ['a: *nobody', 'app-config.yaml:1:5: unidentified alias "nobody"'],
    ['a: !!js/function x', expect.stringContaining('app-config.yaml:1:4: unknown scalar tag')],
    ['- 1', "app-config.yaml: must hold an object of sections, such as 'app:'"],
    ['just text', "app-config.yaml: must hold an object of sections, such as 'app:'"],
    ['a: 1\n---\nb: 2', 'app-config.yaml: holds 2 documents, only one is read'],
  ])('%j is refused with its position', async (text, mistake) => expect(await mistakesOf({ 'app-config.yaml': text })).toEqual([mistake]))

  it('mistakes of all files are reported together', async () => {
    expect(
      await mistakesOf({ 'app-config.yaml': 'a: {', 'app-config.local.yaml': 'b: {$file: no}' }, { env: { APP_CONFIG_x: 'null' } }),
    ).toHaveLength(3)
  })

  it('empty files, comments, a byte order mark, anchors and merge keys are fine', async () => {
    const loaded = await load({ 'app-config.yaml': '# nothing\n', 'app-config.local.yaml': '\uFEFFbase: &b {x: 1}\nmore: {<<: *b, y: 2}' })
    expect(loaded.data).toEqual({ base: { x: 1 }, more: { x: 1, y: 2 } })
  })

  it('a file of nested aliases is refused before it exhausts memory', async () => {
    const bomb = ['a: &a [x, x]', ...Array.from({ length: 1100 }, (_, index) => `k${index}: *a`)].join('\n')
    expect(await mistakesOf({ 'app-config.yaml': bomb })).toEqual([expect.stringContaining('alias')])
  })
})

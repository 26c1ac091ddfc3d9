import { defineServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { catalogSections } from '../config.ts'
import { catalogCommands } from './catalog-commands.ts'

const plugin = defineServerPlugin({ id: 'catalog', config: catalogSections, commands: async () => catalogCommands, setup: () => {} })

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-validate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

async function run(cwd: string, ...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const exit = await runCommandLine(['catalog', ...words], {
    plugins: [plugin],
    cwd,
    env: {},
    print: line => out.push(line),
    warn: line => err.push(line),
  })
  return { exit, out, err: err.join('\n') }
}

const validate = (files: Readonly<Record<string, string>>, ...words: string[]) => run(folderOf(files), 'validate', ...words)

const entity = (kind: string, name: string, spec: string) =>
  `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec: ${spec}\n`
const group = entity('Group', 'crew', '{type: team, children: []}')
const api = (definition: string) => entity('API', 'web', `{type: openapi, lifecycle: production, owner: crew, definition: ${definition}}`)

describe('Locations of type url with relative targets', () => {
  it('lead to the files beside them, as they will once they are on the web', async () => {
    const files = {
      'catalog-info.yaml': entity('Location', 'all', '{type: url, targets: [./crew.yaml, more/api.yaml]}'),
      'crew.yaml': group,
      'more/api.yaml': api('x'),
    }
    expect(await validate(files, 'catalog-info.yaml')).toMatchObject({ exit: 0, out: ['3 entities in 3 files: 0 errors, 0 warnings'] })
    const { exit, out } = await validate({ ...files, 'crew.yaml': 'a: [' }, 'catalog-info.yaml')
    expect([exit, out[0]]).toEqual([1, expect.stringMatching(/^crew\.yaml:1: error/)])
    expect((await validate({ 'catalog-info.yaml': files['catalog-info.yaml'] }, 'catalog-info.yaml')).out[0]).toBe(
      'catalog-info.yaml:5: error: crew.yaml was not found',
    )
  })
})

describe('variables of the config that are not set', () => {
  const config = `
backend:
  database: { connection: { host: '\${HOST}', port: '\${PORT}' } }
  auth: { externalAccess: [{ type: static, options: { token: '\${TOKEN}', subject: x } }] }
auth: { providers: { github: { development: { clientId: '\${ID}' } } } }
integrations:
  github: [{ host: github.com, token: { $file: gone.txt } }]
  git: [{ host: a.test, password: '\${ONE}' }, { host: b.test, password: x }]
catalog:
  kinds: [{ kind: '\${KIND}' }, { kind: Model }]
`
  it('do not keep files from being checked; what is needed of the config and cannot be read is reported', async () => {
    const files = { 'app-config.yaml': config, 'a.yaml': entity('Model', 'a', '{}') }
    const local = await validate(files, 'a.yaml')
    expect(local).toMatchObject({ exit: 0, out: ['1 entity in 1 file: 0 errors, 0 warnings'] })
    expect(local.err.split('\n')).toEqual([
      expect.stringMatching(/^warning: left out of the config: catalog\.kinds\[0\]\.kind: is required/),
    ])
    const remote = await validate(files, 'a.yaml', '--remote')
    expect([remote.exit, remote.err]).toEqual([0, expect.stringContaining('integrations.git[0].password: is required')])
  })

  it('do not hide mistakes in the other files', async () => {
    const files = { 'app-config.yaml': `catalog: { kinds: [{ kind: '\${KIND}' }, { kind: 5 }] }`, 'a.yaml': group }
    expect(await validate(files, 'a.yaml')).toMatchObject({ exit: 1, err: expect.stringContaining('catalog.kinds[1].kind') })
  })
})

describe('folders with a dot in front', () => {
  const files = { '.backstage/catalog-info.yaml': group, 'a/.hidden/catalog-info.yaml': api('x'), '.git/catalog-info.yaml': 'a: [' }

  it.each(['.', '**/catalog-info.yaml', '**', './**/*.yaml'])('are looked into by %s, but for those of git', async word => {
    expect((await validate(files, word)).out).toEqual(['2 entities in 2 files: 0 errors, 0 warnings'])
  })

  it('are looked into in a git revision too', async () => {
    const folder = folderOf({ '.backstage/catalog-info.yaml': group })
    const git = (...words: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...words], { cwd: folder })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'x')
    writeFileSync(path.join(folder, '.backstage/catalog-info.yaml'), group.replace('crew', 'band'))
    const { out } = await run(folder, 'diff', 'HEAD', '.')
    expect(out.join('\n')).toMatch(/group:default\/band[^]*group:default\/crew|group:default\/crew[^]*group:default\/band/)
  })
})

describe('web addresses in placeholders of files', () => {
  async function serve() {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const text = { '/api.yaml': 'openapi: 3', '/data.json': '{"a": 1}' }[request.url ?? '']
      response.writeHead(text === undefined ? 404 : 200).end(text)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it('are read with --remote, as far as the config allows them', async () => {
    const { host, asked } = await serve()
    const files = { 'a.yaml': api(`{$text: 'http://${host}/api.yaml'}`), 'g.yaml': group }
    const allowed = { ...files, 'app-config.yaml': `backend: {reading: {allow: [{host: '${host}'}]}}` }
    expect((await validate(allowed, 'a.yaml', 'g.yaml', '--remote')).out).toEqual(['2 entities in 2 files: 0 errors, 0 warnings'])
    expect(asked).toEqual(['/api.yaml'])
    expect((await validate(files, 'a.yaml', '--remote')).out[0]).toContain(`You may need to add '${host}' to backend.reading.allow`)
    const missing = { ...allowed, 'a.yaml': api(`{$text: 'http://${host}/gone.yaml'}`) }
    expect((await validate(missing, 'a.yaml', '--remote')).out[0]).toContain('/gone.yaml was not found')
  })

  it('are not read without it, which is a notice and not a mistake; the rest of the document is checked', async () => {
    const { host, asked } = await serve()
    for (const placeholder of ['$text', '$openapi', '$json']) {
      const { exit, out } = await validate(
        { 'a.yaml': api(`{${placeholder}: 'http://${host}/data.json'}`), 'g.yaml': group },
        'a.yaml',
        'g.yaml',
      )
      expect([exit, out]).toEqual([
        0,
        ['Not read: 1 web address; add --remote to read them too', '2 entities in 2 files: 0 errors, 0 warnings'],
      ])
    }
    const inner = { 'a.yaml': api('{$openapi: ./b.yaml}'), 'b.yaml': `a: {$ref: 'http://${host}/api.yaml'}`, 'g.yaml': group }
    expect((await validate(inner, 'a.yaml', 'g.yaml')).exit).toBe(0)
    const wrong = api(`{$text: 'http://${host}/api.yaml'}`).replace('production', '""')
    expect((await validate({ 'a.yaml': wrong, 'g.yaml': group }, 'a.yaml', 'g.yaml')).out[0]).toContain('spec.lifecycle')
    expect(asked).toEqual([])
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { secret } from '../config/schema.ts'
import { defineServerPlugin } from '../host/plugin.ts'
import type { Command, CommandContext } from './command.ts'
import { configCheckCommand } from './config-check-command.ts'
import { configPrintCommand } from './config-print-command.ts'
import { configSchemaCommand } from './config-schema-command.ts'
import { runCommandLine } from './run-command-line.ts'

let seen: CommandContext | undefined
const greet: Command = {
  name: 'demo greet',
  summary: 'Greets people',
  args: [{ name: '<names...>', description: 'who' }],
  options: [{ flags: '--loud', description: 'shout' }],
  run: async context => void (seen = context),
}
const broken: Command = { name: 'demo break', summary: 'Fails', run: () => Promise.reject(new Error('it broke')) }
const code: Command = { name: 'demo code', summary: 'Ends with 7', run: async () => 7 }
const plugin = defineServerPlugin({
  id: 'demo',
  config: { demo: z.object({ token: secret(z.string()), size: z.number().default(3) }) },
  commands: async () => [greet, broken, code],
  setup: () => {},
})

async function run(argv: string, files: Record<string, string> = { 'app-config.yaml': 'demo: {token: hunter22}' }) {
  const cwd = mkdtempSync(join(tmpdir(), 'portico-command-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const out: string[] = []
  const err: string[] = []
  const exit = await runCommandLine(argv.split(' ').filter(Boolean), {
    plugins: [plugin],
    commands: [configCheckCommand, configPrintCommand, configSchemaCommand],
    version: '1.2.3',
    webFolder: cwd,
    cwd,
    env: {},
    print: line => out.push(line),
    warn: line => err.push(line),
  })
  return { exit, out: out.join('\n'), err: err.join('\n') }
}

describe('the portico program', () => {
  it('shows its commands without arguments and with --help', async () => {
    for (const argv of ['', '--help', 'help']) {
      const { exit, out } = await run(argv)
      expect(exit).toBe(0)
      expect(out).toContain('-c, --config <file>')
      expect(out).toMatch(/config\s+check, print, schema/)
      expect(out).toMatch(/demo\s+greet, break, code/)
    }
    expect((await run('demo greet --help')).out).toContain('Usage: portico demo greet [options] <names...>')
    expect((await run('--version')).out).toBe('1.2.3')
  })

  it.each([
    ['confg', "unknown command 'confg'\n(Did you mean config?)"],
    ['config chek', "unknown command 'chek'\n(Did you mean check?)"],
    ['demo greet', "missing required argument 'names'"],
    ['config check --sloppy', "unknown option '--sloppy'"],
    ['config check more', 'too many arguments'],
    ['config', 'Usage: portico config'],
    ['config print --format toml', "the format is yaml or json, not 'toml'"],
  ])('%s is a usage error: a clear message and code 2', async (argv, message) => {
    const { exit, err } = await run(argv)
    expect(exit).toBe(2)
    expect(err).toContain(message)
  })

  it('gives commands their arguments, options and config files, at any position of --config', async () => {
    expect((await run('-c a.yaml demo greet Ann Bob --loud --config b.yaml')).exit).toBe(0)
    expect(seen).toMatchObject({ args: ['Ann', 'Bob'], options: { loud: true }, configFiles: ['a.yaml', 'b.yaml'], remoteConfig: false })
  })

  it("ends with the command's code, and with 1 and its message when it fails", async () => {
    expect((await run('demo code')).exit).toBe(7)
    expect(await run('demo break')).toMatchObject({ exit: 1, err: 'error: it broke' })
  })

  it('refuses two commands of one name', async () => {
    await expect(runCommandLine(['x'], { plugins: [plugin, plugin] })).rejects.toThrow("The command 'demo greet' is defined twice")
  })
})

describe('portico config', () => {
  it('check names extensions that the built web app does not have, with the nearest', async () => {
    const config =
      'demo: {token: hunter22}\napp: {extensions: [entity-card:catalog/abuot: false, entity-tab:docs/any, entity-card:catalog/*]}'
    const ids = JSON.stringify(['entity-card:catalog/about', 'entity-tab:docs/*'])
    expect((await run('config check', { 'app-config.yaml': config })).err).toBe('')
    expect((await run('config check', { 'app-config.yaml': config, 'extension-ids.json': ids })).err).toBe(
      "warning: app.extensions: there is no extension 'entity-card:catalog/abuot', did you mean 'entity-card:catalog/about'?",
    )
  })

  it('check accepts a valid config and reports its warnings', async () => {
    expect(await run('config check')).toEqual({ exit: 0, out: 'The config is valid: app-config.yaml', err: '' })
    const files = { 'app-config.yaml': 'demo: {token: hunter22, siez: 1}' }
    expect(await run('config check', files)).toMatchObject({
      exit: 0,
      err: "warning: demo.siez: unknown key, did you mean 'size'? (app-config.yaml:1)",
    })
    expect((await run('config check --strict', files)).exit).toBe(1)
  })

  it('check tells of an accent colour that is too light and therefore adjusted', async () => {
    const withAccent = (accent: string) => ({ 'app-config.yaml': `demo: {token: hunter22}\napp: {branding: {accent: '${accent}'}}` })
    for (const accent of ['#ffe600', '#FE0'])
      expect(await run('config check', withAccent(accent))).toMatchObject({
        exit: 0,
        err: expect.stringMatching(
          /^warning: app\.branding: the accent colour #\w+ is too light for white text \(contrast 1\.\d, .*it is adjusted/,
        ),
      })
    expect((await run('config check', withAccent('#1c5fb0'))).err).toBe('')
  })

  it('check tells of a font file that is missing or no font', async () => {
    const config = (file: string) => `demo: {token: hunter22}\napp: {branding: {fonts: {body: [{file: ${file}}]}}}`
    const wrong = { 'app-config.yaml': config('fonts/acme.woff2'), 'acme.woff2': 'wOF2 letters' }
    expect(await run('config check', wrong)).toMatchObject({
      exit: 0,
      err: expect.stringMatching(/^warning: app\.branding\.fonts\.body\[0\]: .*acme\.woff2 is missing, or is not a font/),
    })
    expect((await run('config check', { ...wrong, 'app-config.yaml': config('acme.woff2') })).err).toBe('')
    const weight = { 'app-config.yaml': `demo: {token: hunter22}\napp: {branding: {fonts: {code: [{file: a.woff2, weight: bold}]}}}` }
    expect((await run('config check', weight)).err).toContain("expected a weight such as 400, or '100 900'")
  })

  it('check lists every mistake and every warning, and ends with 1', async () => {
    const { exit, err } = await run('config check', { 'app-config.yaml': 'demo: {size: x}\nother: 1\nbackend: {listen: x}' })
    expect(exit).toBe(1)
    expect(err.split('\n').map(line => line.split(':')[0])).toEqual(['mistake', 'mistake', 'mistake', 'warning'])
    expect((await run('config check --config nope.yaml')).err).toBe('mistake: nope.yaml: cannot be read: there is no such file')
  })

  it('check refuses a file of references to references at once', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => `x${at + 1}: &x${at + 1} [${Array(30).fill(`*x${at}`).join(', ')}]`)
    const { exit, err } = await run('config check', { 'app-config.yaml': ['x0: &x0 y', ...lines].join('\n') })
    expect(exit).toBe(1)
    expect(err).toContain('mistake: app-config.yaml: is too large when its references (*name) are followed')
  })

  it('print hides secrets unless told otherwise', async () => {
    expect((await run('config print')).out).toBe('demo:\n  token: <secret>')
    expect(JSON.parse((await run('config print --format json --show-secrets')).out)).toEqual({ demo: { token: 'hunter22' } })
    expect(JSON.parse((await run('config print --format json --defaults')).out)).toMatchObject({
      demo: { size: 3, token: '<secret>' },
      app: { title: 'Portico' },
    })
    const browser = (await run('config print --frontend --format json')).out
    expect(JSON.parse(browser)).toMatchObject({ app: { title: 'Portico' } })
    expect(browser).not.toContain('demo')
  })

  it('print of a config with mistakes lists them instead', async () => {
    expect(await run('config print', {})).toMatchObject({
      exit: 1,
      err: 'The config has a mistake:\n  demo.token: is required, expected a text',
    })
  })

  it('schema has the sections of core and plugins', async () => {
    const schema = JSON.parse((await run('config schema', {})).out)
    expect(schema.properties.demo.properties.token).toEqual({ type: 'string', visibility: 'secret' })
    expect(schema.properties.backend.properties.baseUrl).toMatchObject({ visibility: 'frontend', default: 'http://localhost:7007' })
    expect(schema.properties.auth.properties.omitIdentityTokenOwnershipClaim).toMatchObject({ type: 'boolean' })
  })
})

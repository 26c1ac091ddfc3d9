import { createRecordingLog, eventually } from '@portico/core/testing'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { sectionClaims } from './core-config.ts'
import { openConfig } from './open.ts'
import { frontend, secret } from './schema.ts'
import type { SectionClaim } from './validate.ts'

const sections: SectionClaim[] = [
  { owner: 'a', section: 'one', schema: z.object({ n: frontend(z.number().default(0)), key: secret(z.string()).optional() }) },
  { owner: 'b', section: 'two', schema: z.object({ s: z.string().optional() }) },
]

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'portico-open-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return { path, write: (name: string, text: string) => writeFileSync(join(path, name), text) }
}

async function opened(files: Record<string, string>, claims = sections, env: Record<string, string> = {}) {
  const { path, write } = folder()
  for (const [name, text] of Object.entries(files)) write(name, text)
  const log = createRecordingLog()
  const config = await openConfig({ cwd: path, env, sections: claims, log })
  onTestFinished(() => config.close())
  return { config, path, write, log }
}

/** The next value a section changes to. */
function nextChange(config: Awaited<ReturnType<typeof openConfig>>, section: string): Promise<unknown> {
  return new Promise(resolve => {
    const end = config.onChange(section, value => {
      end()
      resolve(value)
    })
  })
}

describe('an opened config', () => {
  it('gives each section its checked value', async () => {
    const { config } = await opened({ 'app-config.yaml': 'one: {n: "5"}' })
    expect(config.get('one')).toEqual({ n: 5 })
    expect(config.get('two')).toEqual({})
    expect(config.sources).toEqual(['app-config.yaml'])
    expect(() => config.get('three')).toThrow("The config section 'three' is not declared")
  })

  it('of a server keeps mistakes of a plugin to that plugin, whose section counts as not written and whose secrets stay secret', async () => {
    const { path, write } = folder()
    const core: SectionClaim = { owner: 'core', section: 'base', schema: z.object({ port: z.number().default(1) }) }
    const open = () => openConfig({ cwd: path, env: {}, sections: [core, ...sections], isolatesPlugins: true })
    write('app-config.yaml', 'one: {n: x, key: hunter22}\ntwo: {s: good}')
    const config = await open()
    onTestFinished(() => config.close())
    expect(config.mistakesOf('a')).toEqual(['one.n: expected a number, found "x" (app-config.yaml:1)'])
    expect([config.mistakesOf('b'), config.get('one'), config.get('two')]).toEqual([[], { n: 0 }, { s: 'good' }])
    expect(config.frontend()).toEqual([{ data: { one: { n: 0 } }, context: 'portico' }])
    expect(config.secrets()).toEqual(['hunter22'])
    // Other sections still follow the file; the one that was corrected needs a restart; a new mistake elsewhere is refused.
    write('app-config.yaml', 'one: {n: y}\ntwo: {s: better}')
    await config.reload()
    expect(config.get('two')).toEqual({ s: 'better' })
    write('app-config.yaml', 'one: {n: 3}\ntwo: {s: {}}')
    await config.reload()
    expect([config.get('two'), config.get('one')]).toEqual([{ s: 'better' }, { n: 0 }])
    write('app-config.yaml', 'one: {n: 3}\ntwo: {s: better}')
    await config.reload()
    expect(config.changes().needsRestart).toContain('one.n')
    write('app-config.yaml', 'base: {port: x}')
    await expect(open()).rejects.toThrow('base.port: expected a number')
  })

  it('with mistakes is one error that lists them all, one per line', async () => {
    const error = await opened({ 'app-config.yaml': 'one:\n  n: x\ntwo:\n  s: {}\n  t: 1' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as ConfigError).message.split('\n')).toEqual([
      'The config has 2 mistakes:',
      '  one.n: expected a number, found "x" (app-config.yaml:2)',
      '  two.s: expected a text, found an object (app-config.yaml:4)',
    ])
    expect((error as ConfigError).warnings).toEqual(["two.t: unknown key, did you mean 's'? (app-config.yaml:5)"])
  })

  it('no secret reaches the browser or the printed config, whatever its source', async () => {
    const secrets = {
      TOKEN: 'sss-token-1',
      PASSWORD: 'sss-pass-2',
      HEADER: 'sss-header-3',
      GITHUB: 'sss-github-4',
      EXTRA: 'sss-extra-5',
      PEM: 'sss-pem-6',
      LEGACY: 'sss-legacy-7',
    }
    const text = `
app: {title: Portal, secretThing: "\${EXTRA}"}
backend:
  auth:
    keys: [{secret: "\${LEGACY}"}]
    externalAccess: [{type: static, options: {token: "\${TOKEN}", subject: ci}}]
  database: {connection: {host: h, password: "\${PASSWORD}"}}
  https: {certificate: {cert: c, key: {$env: PEM}}}
  telemetry: {otlp: {endpoint: "https://o", headers: {authorization: "\${HEADER}"}}}
integrations: {github: [{host: github.com, token: {$env: GITHUB}}]}
`
    const { config } = await opened({ 'app-config.yaml': text }, sectionClaims([]), {
      ...secrets,
      APP_CONFIG_auth_providers_x_clientSecret: 'sss-env-8',
    })
    const all = [...Object.values(secrets), 'sss-env-8']
    const shown = JSON.stringify([
      config.frontend(),
      config.print(),
      config.print({ defaults: true }),
      config.print({ frontend: true }),
      config.warnings,
    ])
    expect(all.filter(value => shown.includes(value))).toEqual([])
    expect(config.secrets().sort()).toEqual(all.sort())
    expect(JSON.stringify(config.print({ redacted: false }))).toContain('sss-pass-2')
    expect(config.print()).toMatchObject({
      backend: { database: { connection: { host: 'h', password: '<secret>' } } },
      integrations: { github: [{ host: 'github.com', token: '<secret>' }] },
    })
    expect(config.frontend()).toEqual([
      {
        context: 'portico',
        data: expect.objectContaining({
          app: {
            title: 'Portal',
            baseUrl: 'http://localhost:7007',
            branding: {},
            sidebar: { openOnHover: true },
            routes: { bindings: {} },
            extensions: [],
          },
          backend: { baseUrl: 'http://localhost:7007' },
        }),
      },
    ])
  })
})

describe('changes of files', () => {
  it('reach the sections that have another value, and only those', async () => {
    const { config, write } = await opened({ 'app-config.yaml': 'one: {n: 1}\ntwo: {s: a}' })
    const two = vi.fn<(value: unknown) => void>()
    config.onChange('two', two)
    config.watch()
    const change = nextChange(config, 'one')
    config.onChange('one', () => {})
    write('app-config.yaml', 'two: {s: a}\none:\n  n: 2 # same otherwise')
    expect(await change).toEqual({ n: 2 })
    expect(config.frontend()[0]?.data).toEqual({ one: { n: 2 } })
    expect(two).not.toHaveBeenCalled()
  })

  it('are noticed when editors replace files, when files appear, and in included files', async () => {
    const { config, path, write } = await opened({
      'app-config.yaml': 'one: {$include: part.yaml}\ntwo: {s: {$file: text}}',
      'part.yaml': 'n: 1',
      text: 'a',
    })
    config.watch()
    const steps: [string, () => void, unknown][] = [
      ['one', () => (write('new~', 'n: 2'), renameSync(join(path, 'new~'), join(path, 'part.yaml'))), { n: 2 }],
      ['two', () => write('text', 'b\n'), { s: 'b' }],
      ['one', () => write('app-config.local.yaml', 'one: {n: 3}'), { n: 3 }],
      ['one', () => rmSync(join(path, 'app-config.local.yaml')), { n: 2 }],
    ]
    for (const [section, step, expected] of steps) {
      const change = nextChange(config, section)
      step()
      expect(await change).toEqual(expected)
    }
  })

  it('are noticed when a mounted folder is swapped behind a link', async () => {
    const { path } = folder()
    for (const [version, n] of [
      ['v1', 1],
      ['v2', 2],
    ] as const) {
      mkdirSync(join(path, version))
      writeFileSync(join(path, version, 'app-config.yaml'), `one: {n: ${n}}`)
    }
    symlinkSync('v1', join(path, '..data'))
    symlinkSync(join('..data', 'app-config.yaml'), join(path, 'app-config.yaml'))
    const config = await openConfig({ cwd: path, env: {}, sections })
    onTestFinished(() => config.close())
    config.watch()
    const change = nextChange(config, 'one')
    symlinkSync('v2', join(path, '..data_tmp'))
    renameSync(join(path, '..data_tmp'), join(path, '..data'))
    expect(await change).toEqual({ n: 2 })
  })

  it('an invalid new version is logged and the old stays; its correction is taken, also in a file named for the first time', async () => {
    const { config, path, write, log } = await opened({ 'app-config.yaml': 'one: {n: 1, key: hunter22}' })
    config.watch()
    mkdirSync(join(path, 'sub'))
    write('app-config.yaml', 'one: {n: {$file: sub/n}, key: hunter23}')
    await eventually(() =>
      expect(log.lines).toContainEqual(
        expect.objectContaining({ level: 'error', message: 'The changed config is not used, because it has mistakes' }),
      ),
    )
    expect(config.get('one')).toEqual({ n: 1, key: 'hunter22' })
    const change = nextChange(config, 'one')
    write('sub/n', '7')
    expect(await change).toEqual({ n: 7, key: 'hunter23' })
    expect(JSON.stringify(log.lines)).not.toContain('hunter2')
  })

  it('a listener that fails is logged, and the others are still notified', async () => {
    const { config, write, log } = await opened({ 'app-config.yaml': 'one: {n: 1}' })
    const onMessage: unknown[] = []
    config.onChange('one', () => Promise.reject(new Error('no')))
    config.onChange('one', value => void onMessage.push(value))
    config.onReload(() => void onMessage.push('reload'))
    write('app-config.yaml', 'one: {n: 2}')
    await config.reload()
    expect(onMessage).toEqual(['reload', { n: 2 }])
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', fields: expect.objectContaining({ section: 'one' }) }))
  })

  it('are in force where a listener follows them; all others are reported as needing a restart, until they are changed back', async () => {
    const text = (n: number, s: string, more = '') => `one: {n: ${n}${more}}\ntwo: {s: ${s}, t: {u: 1}}`
    const { config, write, log } = await opened({ 'app-config.yaml': text(1, 'a') })
    const followed: unknown[] = []
    config.onChange('one', value => void followed.push(value), ['n'])
    expect(config.changes()).toEqual({ inForce: [], needsRestart: [] })
    write('app-config.yaml', text(2, 'b', ', key: hunter22'))
    await config.reload()
    expect(followed).toEqual([{ n: 2, key: 'hunter22' }])
    expect(config.changes()).toEqual({ inForce: ['one.n'], needsRestart: ['one.key', 'two.s'] })
    expect(log.lines.map(({ level, message, fields }) => [level, message, fields])).toEqual([
      ['info', 'The config has changed', expect.objectContaining({ inForce: ['one.n'] })],
      ['warn', 'The config has changed, and these keys need a restart', { keys: ['one.key', 'two.s'] }],
    ])
    write('app-config.yaml', text(2, 'a'))
    await config.reload()
    expect(followed).toHaveLength(1)
    expect(config.changes()).toEqual({ inForce: ['one.n'], needsRestart: [] })
    write('app-config.yaml', text(1, 'a'))
    await config.reload()
    expect(config.changes()).toEqual({ inForce: [], needsRestart: [] })
  })

  it('that a follower could not apply need a restart as well', async () => {
    const { config, write } = await opened({ 'app-config.yaml': 'one: {n: 1}' })
    let fails = true
    config.onChange('one', () => {
      if (fails) throw new Error('no')
    })
    write('app-config.yaml', 'one: {n: 2}')
    await config.reload()
    expect(config.changes()).toEqual({ inForce: [], needsRestart: ['one.n'] })
    fails = false
    write('app-config.yaml', 'one: {n: 3}')
    await config.reload()
    expect(config.changes()).toEqual({ inForce: ['one.n'], needsRestart: [] })
  })

  it('reach the browser only when they are in force on the server', async () => {
    const claims: SectionClaim[] = [
      {
        owner: 'a',
        section: 'one',
        schema: z.object({ shown: frontend(z.object({ a: frontend(z.number()), b: frontend(z.number().optional()) })) }),
      },
    ]
    const { config, write } = await opened({ 'app-config.yaml': 'one: {shown: {a: 1}}' }, claims)
    write('app-config.yaml', 'one: {shown: {a: 2, b: 2}}')
    await config.reload()
    expect(config.frontend()[0]?.data).toEqual({ one: { shown: { a: 1 } } })
    config.onChange('one', () => {})
    expect(config.frontend()[0]?.data).toEqual({ one: { shown: { a: 2, b: 2 } } })
  })
})

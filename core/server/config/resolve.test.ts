import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Environment } from './environment.ts'
import { resolveReferences } from './resolve.ts'

async function resolve(value: unknown, options: { env?: Environment; files?: Record<string, string> } = {}) {
  const { env = {}, files = {} } = options
  const mistakes: string[] = []
  const warnings: string[] = []
  const read: string[] = []
  const result = await resolveReferences(value, {
    folder: '/etc/portal',
    env,
    readText: async path => files[path] ?? Promise.reject(Object.assign(new Error('no'), { code: 'ENOENT' })),
    onFile: path => read.push(path),
    locationOf: () => 'app-config.yaml:1',
    mistake: line => mistakes.push(line),
    warning: line => warnings.push(line),
    chain: ['/etc/portal/app-config.yaml#'],
  })
  return { result, mistakes, warnings, read }
}

describe('variables in texts', () => {
  const env = { NAME: 'world', EMPTY: '', 'odd-name': 'x' }
  it.each([
    ['hello ${NAME}', 'hello world'],
    ['${NAME}${NAME}', 'worldworld'],
    ['${ NAME }', 'world'],
    ['${odd-name}', 'x'],
    ['${EMPTY}', ''],
    ['${NO:-fallback}', 'fallback'],
    ['${NO:-}', ''],
    ['${NAME:-fallback}', 'world'],
    ['${EMPTY:-fallback}', 'fallback'],
    ['${NO:-http://x:80/a}', 'http://x:80/a'],
    ['$${NAME}', '${NAME}'],
    ['$$${NAME}', '$${NAME}'],
    ['${{ parameters.name }}', '${{ parameters.name }}'],
    ['$NAME ${} ${', '$NAME ${} ${'],
  ])('%s becomes %s', async (text, expected) => expect((await resolve({ a: text }, { env })).result).toEqual({ a: expected }))

  it('one that is not set makes the whole value absent, and a warning names key and variable', async () => {
    const { result, warnings } = await resolve({ a: { b: 'x ${NO} y', c: 1 }, l: ['${NO}', 'kept'], e: { $env: 'GONE' } }, { env })
    expect(result).toEqual({ a: { c: 1 }, l: ['kept'] })
    expect(warnings).toEqual([
      'a.b: left out, because the environment variable NO is not set (app-config.yaml:1)',
      'l[0]: left out, because the environment variable NO is not set (app-config.yaml:1)',
      'e: left out, because the environment variable GONE is not set (app-config.yaml:1)',
    ])
  })

  it('what a variable holds is never read as a variable itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (before, held) => {
        const plain = before.replaceAll('$', '')
        expect((await resolve(`${plain}\${VALUE}`, { env: { VALUE: held } })).result).toBe(plain + held)
      }),
    )
  })

  it('any text comes back unchanged when its ${ are escaped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('${NAME}', 'a', '{', '}', ' ', ':-')), async parts => {
        const text = parts.join('')
        expect(
          (
            await resolve(
              text.replaceAll('${NAME}', whole => `$${whole}`),
              { env },
            )
          ).result,
        ).toBe(text)
      }),
    )
  })
})

describe('references', () => {
  it('$env, $file and $include are replaced; files relative to the one that names them, ends trimmed, data processed again', async () => {
    const files = {
      '/etc/portal/secrets/token': 'abc\n\n',
      '/run/key': '  key  \n',
      '/etc/portal/more/part.yaml': 'a: {b: {token: {$file: ../secrets/token}, who: "${WHO}"}}',
      '/etc/portal/all.json': '{"x": 1}',
    }
    const value = {
      env: { $env: 'WHO' },
      key: { $file: '/run/key' },
      part: { $include: 'more/part.yaml#a.b' },
      all: { $include: '${DIR}/all.json' },
    }
    const { result, mistakes, read } = await resolve(value, { env: { WHO: 'me', DIR: '.' }, files })
    expect(mistakes).toEqual([])
    expect(result).toEqual({ env: 'me', key: '  key', part: { token: 'abc', who: 'me' }, all: { x: 1 } })
    expect(read.sort()).toEqual(Object.keys(files).sort())
  })

  it.each([
    [{ $file: 'nope' }, 'k: $file cannot read nope: there is no such file'],
    [{ $file: '' }, 'k: $file needs a text'],
    [{ $file: 5 }, 'k: $file needs a text'],
    [{ $file: 'a\0b' }, 'k: $file is not a valid file name'],
    [{ $env: 'X', other: 1 }, 'k: $env must be the only key'],
    [{ $include: 'notes.txt' }, 'k: $include reads .json, .yaml and .yml files, not notes.txt'],
    [{ $include: 'nope.yaml' }, 'k: $include cannot read nope.yaml: there is no such file'],
    [{ $include: 'data.yaml#a.zzz' }, "k: $include found no 'a.zzz' in data.yaml"],
    [{ $include: 'data.yaml#a.b.c' }, "k: $include found no 'a.b.c' in data.yaml"],
    [{ $include: 'empty.yaml' }, 'k: $include found nothing in empty.yaml'],
    [{ $include: 'broken.yaml' }, 'k: broken.yaml:1:5: unexpected end of the stream within a flow collection'],
  ])('%j is refused', async (value, mistake) => {
    const files = { '/etc/portal/data.yaml': 'a: {b: 1}', '/etc/portal/empty.yaml': '', '/etc/portal/broken.yaml': 'a: {' }
    const { result, mistakes } = await resolve({ k: value }, { files })
    expect(mistakes).toEqual([`${mistake} (app-config.yaml:1)`])
    expect(result).toEqual({})
  })

  it('circular includes are refused with the whole cycle; a file may include another part of itself', async () => {
    const files = {
      '/etc/portal/one.yaml': 'x: {$include: two.yaml}',
      '/etc/portal/two.yaml': 'y: {$include: one.yaml}',
      '/etc/portal/self.yaml': 'a: {$include: "self.yaml#b"}\nb: {c: 1}',
      '/etc/portal/app-config.yaml': '',
    }
    expect((await resolve({ k: { $include: 'one.yaml' } }, { files })).mistakes).toEqual([
      'k.x.y: $include is circular: /etc/portal/app-config.yaml → /etc/portal/one.yaml → /etc/portal/two.yaml → /etc/portal/one.yaml (two.yaml, included at one.yaml, included at app-config.yaml:1)',
    ])
    expect((await resolve({ k: { $include: 'app-config.yaml' } }, { files })).mistakes).toEqual([expect.stringContaining('is circular')])
    expect((await resolve({ k: { $include: 'self.yaml' } }, { files })).result).toEqual({ k: { a: { c: 1 }, b: { c: 1 } } })
  })
})

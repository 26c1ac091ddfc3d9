import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiDiffCommand } from './diff-command.ts'

const openapi = (paths: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'B', version: '1' }, paths })
const get = { get: { responses: { 200: { description: 'ok' } } } }
let folder: string
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'api-diff-'))
  const git = (...words: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.test', ...words], { cwd: folder })
  write('api/paths.json', JSON.stringify({ a: get }))
  write('api/openapi.json', openapi({ '/a': { $ref: 'paths.json#/a' }, '/b': get }))
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'first')
  write('api/openapi.json', openapi({ '/a': { $ref: 'paths.json#/a' }, '/c': get }))
  write('old.graphql', 'type Query { a: Int }')
  write('new.graphql', 'type Query { a: Int! }')
  write('old.proto', 'syntax = "proto3"; message M { string a = 1; }')
  write('new.proto', 'syntax = "proto3"; message M { int32 a = 1; }')
  write('hostile.json', openapi({ '/\u001b[2J|<script>': get }))
  write('broken.yaml', 'openapi: 3.1.0\n\tpaths: [')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]) {
  const lines: string[] = []
  const errors: string[] = []
  const words = args.filter((word, at) => !word.startsWith('--') && !args[at - 1]?.startsWith('--'))
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const options = { failOn: option('--fail-on'), format: option('--format'), type: option('--type') }
  const context = {
    args: words,
    options,
    cwd: folder,
    print: (line: string) => lines.push(line),
    warn: (line: string) => errors.push(line),
  }
  const code = await apiDiffCommand.run(context as unknown as Parameters<typeof apiDiffCommand.run>[0])
  return { code, out: lines.join('\n'), errors: errors.join('\n') }
}

test('a file is compared with a git revision, with references to other files in both', async () => {
  const { code, out } = await run('main:api/openapi.json', 'api/openapi.json')
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'breaking   GET /b was removed.',
    '           operation-removed: Calls of it fail.',
    'compatible GET /c was added.',
    '           operation-added: Nobody calls it yet.',
    '',
    '1 breaking, 0 risky, 1 compatible',
  ])
})

test('--fail-on decides the exit code; GraphQL and Protocol Buffers are compared too', async () => {
  expect((await run('main:api/openapi.json', 'api/openapi.json', '--fail-on', 'breaking')).code).toBe(1)
  expect((await run('old.graphql', 'new.graphql', '--fail-on', 'risky')).code).toBe(0)
  const { code, out } = await run('old.proto', 'new.proto', '--fail-on', 'risky', '--format', 'json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    counts: { breaking: 1 },
    changes: [{ rule: 'grpc-field-type-changed', before: 'string', after: 'int32' }],
  })
})

test('Markdown is for pull requests, and what strangers write in a definition stays text', async () => {
  const { out } = await run('hostile.json', 'api/openapi.json', '--format', 'markdown')
  expect(out).toContain('### Breaking (1)')
  expect(out).toContain('<details><summary>Compatible (2)</summary>')
  expect(out).toContain('\\|&lt;script\\>')
  expect(out).not.toMatch(/\u001b|<script/)
  expect((await run('hostile.json', 'api/openapi.json')).out).not.toContain('\u001b')
})

test('what cannot be read ends with 2 and says what is wrong', async () => {
  for (const [args, message] of [
    [['missing.yaml', 'api/openapi.json'], /missing\.yaml/],
    [['nowhere:api/openapi.json', 'api/openapi.json'], /nowhere/],
    [['broken.yaml', 'api/openapi.json'], /older version cannot be read/],
    [['old.graphql', 'api/openapi.json'], /The older version is graphql, the newer one openapi/],
    [['-', '-'], /only one of the two/],
    [['old.graphql', 'new.graphql', '--format', 'xml'], /--format is one of/],
  ] as const) {
    const { code, errors } = await run(...args)
    expect([code, errors]).toEqual([2, expect.stringMatching(message)])
  }
})

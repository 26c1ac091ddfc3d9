import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './lib/install.mjs'

const root = path.join(import.meta.dirname, '..')
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'new-plugin-'))
  for (const file of ['scripts', 'app/plugins.ts', 'app/web/plugins.ts', 'app/package.json', 'ui/package.json', 'core/package.json']) {
    cpSync(path.join(root, file), inside(file), { recursive: true })
  }
  for (const file of ['package-lock.json', 'package.json', '.oxfmtrc.json']) cpSync(path.join(root, file), inside(file))
  mkdirSync(inside('plugins/catalog'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inside = (file: string) => path.join(folder, file)
const read = (file: string) => readFileSync(inside(file), 'utf8')
const run = (...args: string[]) => execFileSync(process.execPath, [inside('scripts/new-plugin.mjs'), ...args], { encoding: 'utf8' })
const written = (id: string, page: string) => [
  ...['package.json', 'README.md', 'common/index.ts', 'server/index.ts', 'server/routes.ts', `server/${id}.test.ts`],
  ...['web/index.ts', 'web/messages.ts', `web/views/${page}.tsx`, `web/${page}.test.tsx`],
]

test('a new plugin says what it wrote and nothing else, formatted, without an install', () => {
  const files = [...written('release-notes', 'ReleaseNotesPage').map(file => `plugins/release-notes/${file}`)]
  const changed = ['app/plugins.ts', 'app/web/plugins.ts', 'app/package.json', 'package-lock.json']
  const lines = [...files, ...changed].map(file => `  ${file}\n`).join('')
  expect(run('release-notes', '--dry-run')).toBe(`Would write\n${lines}`)
  expect(existsSync(inside('plugins/release-notes'))).toBe(false)
  expect(run('release-notes')).toBe(`Wrote\n${lines}`)
  expect(read('plugins/release-notes/web/messages.ts')).toContain("title: 'Release notes'")
  expect(existsSync(inside('node_modules'))).toBe(false)
  const formatter = path.join(root, 'node_modules/oxfmt/bin/oxfmt')
  expect(execFileSync(process.execPath, [formatter, '--list-different', 'plugins', 'app'], { cwd: folder, encoding: 'utf8' })).toBe('')
})

test('what is installed stays and knows the new plugin, so that nothing is installed again', () => {
  const lockfile = { ...(JSON.parse(read('package-lock.json')) as { packages: object }) }
  mkdirSync(inside('node_modules/@portico'), { recursive: true })
  writeFileSync(inside('node_modules/.package-lock.json'), JSON.stringify(lockfile))
  run('hello')
  expect(realpathSync(inside('node_modules/@portico/hello'))).toBe(realpathSync(inside('plugins/hello')))
  const packages = (file: string) => (JSON.parse(read(file)) as { packages: object }).packages
  expect(packages('package-lock.json')).toHaveProperty(['plugins/hello'])
  expect(isInstalled(packages('package-lock.json'), packages('node_modules/.package-lock.json'), 'full')).toBe(true)
})

test('the guide shows the plugin as it is written', () => {
  run('hello')
  const guide = readFileSync(path.join(root, 'docs/guides/write-a-plugin.md'), 'utf8')
  const shown = [...guide.matchAll(/```tsx?\n\/\/ (plugins\/hello\/\S+?):?(?: .*)?\n([^]*?)```/g)].slice(0, 6)
  expect(shown.map(([, file]) => file)).toEqual(
    ['common/index.ts', 'server/index.ts', 'server/routes.ts', 'web/messages.ts', 'web/index.ts', 'web/views/HelloPage.tsx'].map(
      file => `plugins/hello/${file}`,
    ),
  )
  const withoutComments = (text: string) => text.replace(/^\/\*\*.*\n/gm, '')
  for (const [, file = '', source] of shown) expect(source).toBe(withoutComments(read(file)))
})

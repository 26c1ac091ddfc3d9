import { defineServerPlugin } from '@portico/core/server'
import { runCommandLine } from '@portico/core/server/command-line'
import { toMessages, toMkdocsFile } from '@portico/techdocs/testing'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { docsCommands } from './docs-commands.ts'
import { serveFolder } from './serve-command.ts'

const plugin = defineServerPlugin({ id: 'techdocs', commands: async () => docsCommands, setup: () => {} })
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-docs-command-'))
  write('mkdocs.yml', 'site_name: Site\n')
  write('docs/index.md', '# Home\n\n[a](guide/a.md) ![p](img/p.svg)\n')
  write('docs/guide/a.md', '# A\n')
  write('docs/img/p.svg', '<svg/>')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}

async function run(...args: string[]) {
  const lines: string[] = []
  const collect = (line: string) => void lines.push(line)
  const code = await runCommandLine(['docs', ...args], { plugins: [plugin], print: collect, warn: collect, cwd: folder, env: {} })
  return { code, text: lines.join('\n') }
}

test.each(['billing/invoice-runner', 'lockers/locker-firmware', 'platform', 'dispatch/dispatch-planner', 'booking/booking-service'])(
  'docs check finds nothing wrong with the example site of %s',
  async name => {
    const { code, text } = await run('check', path.resolve(import.meta.dirname, '../../../../examples/systems', name))
    expect([code, text]).toEqual([0, expect.stringMatching(/^\d+ pages, 0 problems, 0 hints$/)])
  },
)

test('docs check lists what is wrong with file and fix, and fails for what readers would notice', async () => {
  expect(await run('check')).toEqual({ code: 0, text: '2 pages, 0 problems, 0 hints' })
  write('docs/b.md', '# B\n\n[x](guid/a.md)\n')
  const { code, text } = await run('check', '.')
  expect(code).toBe(1)
  expect(text).toContain("warning docs/b.md: The link to 'guid/a.md' leads nowhere. Did you mean 'guide/a.md'?")
  expect(JSON.parse((await run('check', '--json')).text)).toMatchObject({ pages: 3, notices: [{ code: 'link-broken' }] })
  write('mkdocs.yml', 'site_name: [')
  expect(await run('check')).toMatchObject({ code: 1, text: expect.stringContaining('mkdocs.yml:1:') })
})

test('docs check says of every name in mkdocs.yml that people use what becomes of it, and nothing of those that work', async () => {
  write('mkdocs.yml', toMkdocsFile())
  rmSync(path.join(folder, 'docs/guide'), { recursive: true })
  write('docs/index.md', '# Home\n')
  const { notices } = JSON.parse((await run('check', '--json')).text) as { notices: readonly { readonly message: string }[] }
  // The file names plugins without their options, and no nav lists the index of the blog.
  const others = ['The plugin i18n has no list of languages', 'blog/index.md is not in the nav']
  expect(notices.map(({ message }) => message).sort()).toEqual([...toMessages(), ...others].sort())
})

test('docs build writes the layout that docs are published in, and never into a folder with other files', async () => {
  expect(await run('build', '--out', 'out')).toMatchObject({ code: 0 })
  const out = (name: string) => readFileSync(path.join(folder, 'out', name), 'utf8')
  expect(out('index.html')).toContain('<a href="./guide/a/">a</a>')
  expect(out('index.html')).toContain('src="./img/p.svg"')
  expect(out('guide/a/index.html')).toContain('<h1 id="a">')
  expect(JSON.parse(out('techdocs_metadata.json'))).toMatchObject({
    site_name: 'Site',
    build_timestamp: expect.any(Number),
    files: expect.arrayContaining(['guide/a/index.html', 'img/p.svg']),
  })
  expect(JSON.parse(out('search/search_index.json'))).toMatchObject({
    docs: expect.arrayContaining([{ location: 'guide/a/', title: 'A', text: 'A' }]),
  })
  expect(existsSync(path.join(folder, 'out/img/p.svg'))).toBe(true)
  expect(await run('build', '--out', 'out')).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') })
})

test('docs serve shows pages as they are now, and tells the browser when a file changes', async () => {
  const server = await serveFolder(folder, 0)
  try {
    const changes = await fetch(`${server.url}/__changes`)
    const reader = changes.body!.getReader()
    expect(await (await fetch(`${server.url}/guide/a/`)).text()).toContain('<h1 id="a">')
    expect((await fetch(`${server.url}/img/p.svg`)).headers.get('content-type')).toBe('image/svg+xml')
    expect((await fetch(`${server.url}/none`)).status).toBe(404)
    write('docs/guide/a.md', '# Changed\n')
    let seen = ''
    while (!seen.includes('changed')) seen += Buffer.from((await reader.read()).value!).toString()
    expect(await (await fetch(`${server.url}/guide/a/`)).text()).toContain('<h1 id="changed">')
    write('mkdocs.yml', 'site_name: [')
    expect((await fetch(`${server.url}/`)).status).toBe(500)
  } finally {
    await server.close()
  }
})

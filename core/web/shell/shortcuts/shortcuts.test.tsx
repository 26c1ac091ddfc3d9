import { renderPage } from '@portico/core/testing/web'
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryStorage, defineWebPlugin, useShortcut } from '../../index.ts'
import { createShortcuts, keyCaps, type KeyPress } from './shortcuts.ts'

afterEach(() => void vi.useRealTimers())

const plain: KeyPress = { key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: null, isComposing: false }

function open(options: { isMac?: boolean; storage?: Storage } = {}) {
  const done: string[] = []
  const shortcuts = createShortcuts({ storage: createMemoryStorage(), ...options })
  const remove = shortcuts.add(
    ['mod+k', '?', 'g h', 'g c', 'x'].map(keys => ({ keys, label: keys, group: 'general', run: () => void done.push(keys) })),
  )
  return { ...shortcuts, done, remove, press: (key: string, more: Partial<KeyPress> = {}) => shortcuts.press({ ...plain, key, ...more }) }
}

test('a combination needs its modifier: Ctrl, or the command key on a Mac', () => {
  const other = open()
  expect([other.press('k', { ctrlKey: true }), other.press('K', { metaKey: true }), other.press('k')]).toEqual([true, false, false])
  const mac = open({ isMac: true })
  expect([mac.press('k', { ctrlKey: true }), mac.press('k', { metaKey: true })]).toEqual([false, true])
})

test('keys one after the other count within a second', () => {
  vi.useFakeTimers()
  const { press, done } = open()
  press('g')
  vi.advanceTimersByTime(999)
  press('h')
  press('g')
  vi.advanceTimersByTime(1001)
  press('h')
  press('g')
  press('x')
  press('x')
  expect(done).toEqual(['g h', 'x'])
})

test('single keys do nothing while someone types, composes, holds a modifier, or has turned them off', () => {
  const storage = createMemoryStorage()
  const { press, done, setSingleKeys } = open({ storage })
  for (const tag of ['input', 'textarea', 'select']) press('x', { target: document.createElement(tag) })
  press('x', { isComposing: true })
  press('x', { altKey: true })
  press('x', { ctrlKey: true })
  setSingleKeys(false)
  press('x')
  expect(done).toEqual([])
  press('k', { ctrlKey: true })
  expect(done).toEqual(['mod+k'])
  expect(open({ storage }).singleKeys.get()).toBe(false)
})

test('keys are written as they stand on the keyboard', () => {
  expect(keyCaps('mod+k', true)).toEqual([['⌘', 'K']])
  expect(keyCaps('mod+k', false)).toEqual([['Ctrl', 'K']])
  expect(keyCaps('g h', false)).toEqual([['G'], ['H']])
  expect(keyCaps('?', false)).toEqual([['?']])
  expect(keyCaps('+', false)).toEqual([['+']])
})

function Page() {
  useShortcut('e', { label: 'Edit this', run: () => document.body.append('edited') })
  return <h1>Page</h1>
}
const plugin = defineWebPlugin({
  id: 'x',
  pages: [
    { path: '/', title: 'X', load: async () => ({ default: Page }), nav: { label: 'Start', icon: <i />, shortcut: 'g s' } },
    {
      path: '/docs/*',
      title: 'Docs',
      load: async () => ({ default: () => <h1>Docs page</h1> }),
      nav: { label: 'Docs', icon: <i />, shortcut: 'g d' },
    },
  ],
})

test('? lists every active shortcut, with a switch for single keys', async () => {
  const { screen, user, portal } = renderPage({ plugins: [plugin] })
  await screen.findByRole('heading', { name: 'Page' })
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const rows = [...sheet.querySelectorAll('dl > div')].map(row => row.textContent)
  expect(rows).toEqual([
    'Command paletteCtrlK',
    'Keyboard shortcuts?',
    'Pin or unpin the sidebar[',
    'Edit thisE',
    'StartGthenS',
    'DocsGthenD',
  ])
  await user.click(screen.getByRole('switch', { name: /^Single-key shortcuts/ }))
  expect(portal.shell.shortcuts.singleKeys.get()).toBe(false)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull())
})

test('a page’s own keys work while it is shown, and keys lead from page to page', async () => {
  const { screen, user } = renderPage({ plugins: [plugin] })
  await screen.findByRole('heading', { name: 'Page' })
  await user.keyboard('e')
  expect(document.body.textContent).toContain('edited')
  await user.keyboard('gd')
  expect(await screen.findByRole('heading', { name: 'Docs page' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: '[' })
  expect(await screen.findByRole('button', { name: 'Pin sidebar' })).toBeTruthy()
  await user.keyboard('?')
  expect((await screen.findByRole('dialog')).textContent).not.toContain('Edit this')
})

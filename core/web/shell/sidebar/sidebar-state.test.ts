// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../../storage/browser-storage.ts'
import { createSidebarState, sidebarStates, type SidebarOptions } from './sidebar-state.ts'
import { createSubmenuState } from './submenu-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { closed, hovering, open } = sidebarStates

function unpinned(options: Partial<SidebarOptions> = {}) {
  const sidebar = createSidebarState({ storage: createMemoryStorage(), ...options })
  sidebar.togglePin()
  return sidebar
}

test('the states are closed 0, hovering 1 and open 2, and it is pinned open at first [UI-24] [UI-29]', () => {
  expect(sidebarStates).toEqual({ closed: 0, hovering: 1, open: 2 })
  const sidebar = createSidebarState({ storage: createMemoryStorage() })
  expect([sidebar.pinned.get(), sidebar.state.get()]).toEqual([true, open])
  sidebar.togglePin()
  expect([sidebar.pinned.get(), sidebar.state.get()]).toEqual([false, closed])
})

test('the pointer opens an unpinned sidebar after 100 ms, and leaving closes it at once [UI-24] [UI-25] [UI-26]', () => {
  const sidebar = unpinned()
  sidebar.enter()
  vi.advanceTimersByTime(99)
  expect(sidebar.state.get()).toBe(closed)
  vi.advanceTimersByTime(1)
  expect(sidebar.state.get()).toBe(hovering)
  sidebar.leave()
  expect(sidebar.state.get()).toBe(closed)
})

test('other delays can be set [UI-25] [UI-26]', () => {
  const sidebar = unpinned({ openDelayMs: 0, closeDelayMs: 400 })
  sidebar.enter()
  expect(sidebar.state.get()).toBe(hovering)
  sidebar.leave()
  vi.advanceTimersByTime(399)
  expect(sidebar.state.get()).toBe(hovering)
  sidebar.enter()
  vi.advanceTimersByTime(1000)
  expect(sidebar.state.get()).toBe(hovering)
})

test('the pointer changes nothing when pinned, disabled, or on a small screen [UI-27]', () => {
  const pinned = createSidebarState({ storage: createMemoryStorage() })
  for (const sidebar of [pinned, unpinned({ disabled: true }), unpinned({ isSmallScreen: () => true })]) {
    const before = sidebar.state.get()
    sidebar.enter()
    vi.advanceTimersByTime(1000)
    expect(sidebar.state.get()).toBe(before)
    sidebar.leave()
    expect(sidebar.state.get()).toBe(before)
  }
})

test('a pointer that only crosses the sidebar does not open it', () => {
  const sidebar = unpinned()
  sidebar.enter()
  vi.advanceTimersByTime(50)
  sidebar.leave()
  vi.advanceTimersByTime(1000)
  expect(sidebar.state.get()).toBe(closed)
})

test('the pin is kept between visits [UI-28]', () => {
  const storage = createMemoryStorage()
  createSidebarState({ storage }).togglePin()
  expect(createSidebarState({ storage }).pinned.get()).toBe(false)
  createSidebarState({ storage }).togglePin()
  expect(createSidebarState({ storage }).pinned.get()).toBe(true)
})

test('a submenu opens after 300 ms under the pointer, at once when pressed, and one at a time [UI-58]', () => {
  const submenus = createSubmenuState()
  submenus.enter('a')
  vi.advanceTimersByTime(299)
  expect(submenus.open.get()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(submenus.open.get()).toBe('a')
  submenus.enter('b')
  vi.advanceTimersByTime(300)
  expect(submenus.open.get()).toBe('b')
  submenus.toggle('a')
  expect(submenus.open.get()).toBe('a')
  submenus.toggle('a')
  expect(submenus.open.get()).toBeUndefined()
})

test('a submenu stays while the pointer is on its way back to it', () => {
  const submenus = createSubmenuState()
  submenus.toggle('a')
  submenus.leave()
  vi.advanceTimersByTime(100)
  submenus.enter('a')
  vi.advanceTimersByTime(1000)
  expect(submenus.open.get()).toBe('a')
  submenus.leave()
  vi.advanceTimersByTime(150)
  expect(submenus.open.get()).toBeUndefined()
})

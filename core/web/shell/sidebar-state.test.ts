// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../storage.ts'
import { createSidebarState } from './sidebar-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the pointer opens an unpinned sidebar after 100 ms, and leaving closes it at once [UI-25] [UI-26]', () => {
  const sidebar = createSidebarState(createMemoryStorage())
  sidebar.togglePin()
  sidebar.enter()
  vi.advanceTimersByTime(99)
  expect(sidebar.hovered.get()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(sidebar.hovered.get()).toBe(true)
  sidebar.leave()
  expect(sidebar.hovered.get()).toBe(false)
})

test('a pointer that only crosses the sidebar does not open it, nor one over a pinned sidebar', () => {
  const sidebar = createSidebarState(createMemoryStorage())
  sidebar.enter()
  vi.advanceTimersByTime(1000)
  expect(sidebar.hovered.get()).toBe(false)
  sidebar.togglePin()
  sidebar.enter()
  vi.advanceTimersByTime(50)
  sidebar.leave()
  vi.advanceTimersByTime(1000)
  expect(sidebar.hovered.get()).toBe(false)
})

test('the sidebar is pinned at first, and stays as it was left [UI-28] [UI-29]', () => {
  const storage = createMemoryStorage()
  expect(createSidebarState(storage).pinned.get()).toBe(true)
  createSidebarState(storage).togglePin()
  expect(createSidebarState(storage).pinned.get()).toBe(false)
  createSidebarState(storage).togglePin()
  expect(createSidebarState(storage).pinned.get()).toBe(true)
})

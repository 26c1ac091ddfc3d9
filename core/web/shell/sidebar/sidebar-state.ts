import { useState } from 'react'
import { createObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'

/** Closed to icons, held open by the pointer, or open to stay. */
export const sidebarStates = { closed: 0, hovering: 1, open: 2 } as const
export type SidebarOpenness = (typeof sidebarStates)[keyof typeof sidebarStates]

export interface SidebarOptions {
  readonly storage: Storage
  readonly openDelayMs?: number
  readonly closeDelayMs?: number
  /** The pointer never opens it. */
  readonly disabled?: boolean
  /** Where the sidebar would cover too much, the pointer does not open it either. */
  readonly isSmallScreen?: () => boolean
}

const storageKey = 'sidebarPinState'

/** How open the sidebar is: pinned (kept between visits, and so at first) or held open by the pointer. */
export function createSidebarState(options: SidebarOptions) {
  const { storage, openDelayMs = 100, closeDelayMs = 0, disabled = false, isSmallScreen = () => false } = options
  const pinned = createObservable(storage.getItem(storageKey) !== 'false')
  const state = createObservable<SidebarOpenness>(pinned.get() ? sidebarStates.open : sidebarStates.closed)
  let timer: ReturnType<typeof setTimeout> | undefined

  function later(next: SidebarOpenness, delayMs: number) {
    clearTimeout(timer)
    if (delayMs === 0) state.set(next)
    else timer = setTimeout(() => state.set(next), delayMs)
  }

  return {
    pinned,
    state,
    togglePin() {
      const next = !pinned.get()
      storage.setItem(storageKey, String(next))
      pinned.set(next)
      later(next ? sidebarStates.open : sidebarStates.closed, 0)
    },
    enter() {
      if (!pinned.get() && !disabled && !isSmallScreen()) later(sidebarStates.hovering, openDelayMs)
    },
    leave() {
      if (!pinned.get()) later(sidebarStates.closed, closeDelayMs)
    },
  }
}

export type SidebarState = ReturnType<typeof createSidebarState>

const smallScreen = '(max-width: 61.99em)'

export function useSidebar(): SidebarState {
  const { storage } = usePortal()
  return useState(() => createSidebarState({ storage, isSmallScreen: () => window.matchMedia(smallScreen).matches }))[0]
}

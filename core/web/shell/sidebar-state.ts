import { useState } from 'react'
import { createObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'

const storageKey = 'sidebarPinState'
const openDelayMs = 100

/** Whether the sidebar is pinned (kept between visits) and whether the pointer holds it open. */
export function createSidebarState(storage: Storage) {
  const pinned = createObservable(storage.getItem(storageKey) !== 'false')
  const hovered = createObservable(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    pinned,
    hovered,
    togglePin() {
      const next = !pinned.get()
      storage.setItem(storageKey, String(next))
      pinned.set(next)
      hovered.set(false)
    },
    enter() {
      clearTimeout(timer)
      if (!pinned.get()) timer = setTimeout(() => hovered.set(true), openDelayMs)
    },
    leave() {
      clearTimeout(timer)
      hovered.set(false)
    },
  }
}

export type SidebarState = ReturnType<typeof createSidebarState>

export function useSidebar(): SidebarState {
  const { storage } = usePortal()
  return useState(() => createSidebarState(storage))[0]
}

import { createObservable } from '../../observable.ts'

/** Closed to icons, held open by the pointer, or open to stay. */
export const sidebarStates = { closed: 0, hovering: 1, open: 2 } as const
export type SidebarOpenness = (typeof sidebarStates)[keyof typeof sidebarStates]

export interface SidebarOptions {
  readonly storage: Storage
  /** Notifies of what other tabs store. */
  readonly onOtherTab?: (listener: (key: string | undefined) => void) => void
  readonly openDelayMs?: number
  readonly closeDelayMs?: number
  /** The pointer never opens it: `app.sidebar.openOnHover` is false. */
  readonly disabled?: boolean
  /** On small screens the pointer does not open it either. */
  readonly isSmallScreen?: () => boolean
}

const storageKey = 'sidebarPinState'

/** How open the sidebar is: pinned (kept between visits, and so at first) or held open by the pointer. */
export function createSidebarState(options: SidebarOptions) {
  const { storage, onOtherTab = () => {}, openDelayMs = 100, closeDelayMs = 0, disabled = false, isSmallScreen = () => false } = options
  const stored = () => storage.getItem(storageKey) !== 'false'
  const pinned = createObservable(stored())
  const state = createObservable<SidebarOpenness>(pinned.get() ? sidebarStates.open : sidebarStates.closed)
  let timer: ReturnType<typeof setTimeout> | undefined

  function later(next: SidebarOpenness, delayMs: number) {
    clearTimeout(timer)
    if (delayMs === 0) state.set(next)
    else timer = setTimeout(() => state.set(next), delayMs)
  }

  function pin(next: boolean) {
    if (next === pinned.get()) return
    pinned.set(next)
    later(next ? sidebarStates.open : sidebarStates.closed, 0)
  }

  onOtherTab(key => (key === storageKey || key === undefined) && pin(stored()))

  return {
    pinned,
    state,
    togglePin() {
      const next = !pinned.get()
      storage.setItem(storageKey, String(next))
      pin(next)
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

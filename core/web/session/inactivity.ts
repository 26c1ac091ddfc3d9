import { autologoutSection } from '@portico/core/common'
import type { BrowserConfig } from '../config.ts'
import { createObservable } from '../observable.ts'

/** `auth.autologout`: signing out inactive users. */
export interface InactivitySettings {
  readonly idleMs: number
  /** How long before the end users are asked. */
  readonly promptMs: number
  /** Whether time without an open page counts. */
  readonly countsClosed: boolean
}

interface InactivityOptions {
  readonly settings: InactivitySettings
  readonly storage: Storage
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
  readonly now?: () => number
}

const key = 'portico.lastActivity'
const lookMs = 1000
const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

export function readInactivity(config: Pick<BrowserConfig, 'section'>): InactivitySettings | undefined {
  const { enabled, idleTimeoutMinutes, promptBeforeIdleSeconds, logoutIfDisconnected } = config.section(autologoutSection)
  if (!enabled) return undefined
  return { idleMs: idleTimeoutMinutes * 60_000, promptMs: promptBeforeIdleSeconds * 1000, countsClosed: logoutIfDisconnected }
}

/** Watches the user's activity. All tabs of a browser count as one. */
export function createInactivity({ settings, storage, onOtherTab, now = Date.now }: InactivityOptions) {
  const { idleMs, promptMs, countsClosed } = settings
  /** How many seconds are left, once the user is being asked. */
  const secondsLeft = createObservable<number | undefined>(undefined)
  let noted = -Infinity

  function lastActivity(): number {
    const stored = Number(storage.getItem(key) ?? Number.NaN)
    return Number.isFinite(stored) ? stored : now()
  }

  /** Once a second is often enough: the storage wakes every other tab. */
  function note(): void {
    if (now() - noted < lookMs) return
    noted = now()
    storage.setItem(key, String(noted))
  }

  function look(onIdle: () => void): void {
    const leftMs = lastActivity() + idleMs - now()
    if (leftMs <= 0) onIdle()
    secondsLeft.set(leftMs > 0 && leftMs <= promptMs ? Math.ceil(leftMs / 1000) : undefined)
  }

  return {
    secondsLeft,
    /** Whether the user was inactive for too long before this page was opened. */
    wasIdle: (): boolean => countsClosed && storage.getItem(key) !== null && now() - lastActivity() >= idleMs,
    /** The user confirms that they are there. */
    stay(): void {
      noted = -Infinity
      note()
      secondsLeft.set(undefined)
    },
    /** Watches until stopped. While the user is being asked, only their answer counts. */
    start(view: Window, onIdle: () => void): () => void {
      note()
      let stopped = false
      const idle = () => {
        if (!stopped) onIdle()
      }
      const listener = () => void (secondsLeft.get() === undefined && note())
      const lookAgain = () => look(idle)
      onOtherTab(changed => changed === key && !stopped && lookAgain())
      const timer = setInterval(lookAgain, lookMs)
      for (const activity of activities) view.addEventListener(activity, listener, { passive: true, capture: true })
      return () => {
        stopped = true
        clearInterval(timer)
        secondsLeft.set(undefined)
        storage.removeItem(key)
        for (const activity of activities) view.removeEventListener(activity, listener, { capture: true })
      }
    },
  }
}

export type Inactivity = ReturnType<typeof createInactivity>

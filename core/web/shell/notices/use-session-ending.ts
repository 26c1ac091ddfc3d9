import { useEffect, useState } from 'react'
import { useObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'

// A browser's timers cannot wait longer; nor does anyone keep a page open for so many days.
const maxTimerMs = 2 ** 31 - 1
// Just after the moment at which asking for a token renews it.
const marginMs = 1000

/** Whether the session is about to end and cannot be renewed. It is renewed in time where it can be, also while nothing is asked for. */
export function useSessionEnding(): boolean {
  const { session } = usePortal()
  const state = useObservable(session.state)
  const value = state.status === 'signed-in' ? state.value : undefined
  const [ending, setEnding] = useState<typeof value>()
  useEffect(() => {
    if (!value) return
    const dueMs = Math.max(session.renewalOf(value) - Date.now(), 0) + marginMs
    if (dueMs > maxTimerMs) return
    const timer = setTimeout(async () => {
      await session.token().catch(() => undefined)
      // What is signed in now is still the same: nothing newer was to be had.
      const now = session.state.get()
      if (now.status === 'signed-in' && now.value === value) setEnding(value)
    }, dueMs)
    return () => clearTimeout(timer)
  }, [session, value])
  return value !== undefined && ending === value
}

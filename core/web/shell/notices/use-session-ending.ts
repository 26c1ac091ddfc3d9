import { maxTimerMs } from '@portico/core/common'
import { useEffect, useState } from 'react'
import { useObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'

// Just after the moment from which requesting a token renews it.
const marginMs = 1000

/** Whether the session is about to end and cannot be renewed. It is renewed in time where possible, also while there are no requests. */
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
      // The session is still the same: it was not renewed.
      const now = session.state.get()
      if (now.status === 'signed-in' && now.value === value) setEnding(value)
    }, dueMs)
    return () => clearTimeout(timer)
  }, [session, value])
  return value !== undefined && ending === value
}

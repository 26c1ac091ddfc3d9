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
    let timer: ReturnType<typeof setTimeout> | undefined
    function schedule(due: NonNullable<typeof value>): void {
      const dueMs = Math.max(session.renewalOf(due) - Date.now(), 0) + marginMs
      if (dueMs > maxTimerMs) return
      timer = setTimeout(async () => {
        await session.token().catch(() => undefined)
        const now = session.state.get()
        if (timer === undefined || now.status !== 'signed-in' || now.value !== due) return
        // The session is still the same: it was not renewed, and is tried again.
        setEnding(due)
        schedule(due)
      }, dueMs)
    }
    schedule(value)
    return () => {
      clearTimeout(timer)
      timer = undefined
    }
  }, [session, value])
  return value !== undefined && ending === value
}

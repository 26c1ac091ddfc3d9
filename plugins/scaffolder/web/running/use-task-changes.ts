import { useChanges, useIsLive } from '@portico/core/web'
import { tasksChannel } from '@portico/scaffolder/common'
import { useEffect, useEffectEvent } from 'react'

const minIntervalMs = 1000
const pollMs = 5000
/** By then a subscription has reached the server. */
const subscribedMs = 2000

/** Calls back when tasks may have begun, waited, gone on or ended. */
export function useTaskChanges(onChange: () => void): void {
  const isLive = useIsLive()
  const look = useEffectEvent(onChange)
  useChanges(tasksChannel, onChange, { minIntervalMs })
  // What happened after the first read and before the subscription has reached the server is told by nobody.
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setTimeout(() => look(), subscribedMs)
    return () => clearTimeout(timer)
  }, [isLive])
}

/** For queries about tasks: they poll only where changes are not signalled. */
export function useTaskPolling(): { readonly refetchInterval: number | false } {
  return { refetchInterval: useIsLive() ? false : pollMs }
}

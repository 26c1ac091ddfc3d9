import { useSyncExternalStore } from 'react'

export interface Clock {
  (): Date
  /** What is made of the time. Only a component for which that has changed is rendered again. */
  <T extends string | number>(toValue: (now: Date) => T): T
}

/** A hook for the time, which moves on after each interval. All components that use it share one timer: a table tells a thousand times. */
export function createClock(everyMs: number): Clock {
  const listeners = new Set<() => void>()
  let now = new Date()
  let timer: ReturnType<typeof setInterval> | undefined

  function tick(): void {
    now = new Date()
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    timer ??= setInterval(tick, everyMs)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  /** Nobody has moved it on while nobody looked. */
  function current(): Date {
    if (listeners.size === 0 && Math.abs(Date.now() - now.getTime()) >= 1000) now = new Date()
    return now
  }
  return <T>(toValue?: (now: Date) => T) => useSyncExternalStore(subscribe, () => (toValue ? toValue(current()) : (current() as T)))
}

import { useSyncExternalStore } from 'react'

const everyMs = 30_000
const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

/** One timer for all: a table has a row that tells times for each of a thousand pods. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = new Date()
  listeners.add(listener)
  timer ??= setInterval(tick, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, which moves on twice a minute. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now)
}

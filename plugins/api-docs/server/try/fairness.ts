import { tooManyAtOnce, tooManyRequests } from './errors.ts'

const maxAtOnce = 4
const maxAtOnceInAll = 32
const maxPerMinute = 60
const minuteMs = 60_000

/** How many requests a user may send at once and in a minute. Each server counts for itself. */
export function createFairness(now: () => number = Date.now) {
  const running = new Map<string, number>()
  let runningInAll = 0
  let counted = new Map<string, number>()
  let until = 0

  function count(user: string): void {
    if (now() >= until) {
      counted = new Map()
      until = now() + minuteMs
    }
    const sent = counted.get(user) ?? 0
    if (sent >= maxPerMinute) throw tooManyRequests(Math.max(1, Math.ceil((until - now()) / 1000)))
    counted.set(user, sent + 1)
  }

  return async function run<T>(user: string, send: () => Promise<T>): Promise<T> {
    const own = running.get(user) ?? 0
    if (own >= maxAtOnce || runningInAll >= maxAtOnceInAll) throw tooManyAtOnce()
    count(user)
    running.set(user, own + 1)
    runningInAll += 1
    try {
      return await send()
    } finally {
      runningInAll -= 1
      const left = (running.get(user) ?? 1) - 1
      if (left === 0) running.delete(user)
      else running.set(user, left)
    }
  }
}

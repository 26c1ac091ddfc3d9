/** How long something took, over all its calls of the last while. */
export interface Durations {
  readonly count: number
  /** How many of them failed. */
  readonly failures: number
  readonly totalMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

interface Counts {
  /** Calls by duration: each bucket is a quarter longer than the one before it. */
  readonly buckets: Uint32Array
  count: number
  failures: number
  totalMs: number
  maxMs: number
}

const shortestMs = 0.1
const growth = 1.25
const bucketCount = 64

/**
 * Durations by key, in two windows: what is asked for is between one and two windows old. When there are too many keys, further ones are not
 * recorded until the next window.
 */
export function createDurations({ windowMs, maxKeys, now = Date.now }: { windowMs: number; maxKeys: number; now?: () => number }) {
  let current = new Map<string, Counts>()
  let previous = new Map<string, Counts>()
  let windowStart = now()
  let previousStart = windowStart

  function rotate(): void {
    const time = now()
    if (time - windowStart < windowMs) return
    // After a long silence what was before it is too old as well.
    const isRecent = time - windowStart < 2 * windowMs
    previous = isRecent ? current : new Map()
    previousStart = isRecent ? windowStart : time
    current = new Map()
    windowStart = time
  }

  return {
    record(key: string, ms: number, failed = false): void {
      rotate()
      let counts = current.get(key)
      if (!counts) {
        if (current.size >= maxKeys) return
        counts = { buckets: new Uint32Array(bucketCount), count: 0, failures: 0, totalMs: 0, maxMs: 0 }
        current.set(key, counts)
      }
      counts.buckets[bucketOf(ms)]! += 1
      counts.count += 1
      counts.failures += failed ? 1 : 0
      counts.totalMs += ms
      counts.maxMs = Math.max(counts.maxMs, ms)
    },

    /** When the older of the two windows began. */
    since(): Date {
      rotate()
      return new Date(previousStart)
    },

    /** Everything recorded, the most expensive first. */
    list(): { readonly key: string; readonly durations: Durations }[] {
      rotate()
      const keys = new Set([...current.keys(), ...previous.keys()])
      return [...keys]
        .map(key => ({ key, durations: summarise([previous.get(key), current.get(key)].filter(counts => counts !== undefined)) }))
        .sort((a, b) => b.durations.totalMs - a.durations.totalMs)
    },
  }
}

function bucketOf(ms: number): number {
  const step = Math.ceil(Math.log(Math.max(ms, shortestMs) / shortestMs) / Math.log(growth))
  return Math.min(step, bucketCount - 1)
}

function summarise(all: readonly Counts[]): Durations {
  const sum = (of: (counts: Counts) => number) => all.reduce((total, counts) => total + of(counts), 0)
  const count = sum(counts => counts.count)
  const maxMs = Math.max(...all.map(counts => counts.maxMs))
  /** The upper end of the bucket in which the share is reached, so that a percentile is never reported as shorter than it was. */
  const percentile = (share: number): number => {
    let seen = 0
    for (let bucket = 0; bucket < bucketCount; bucket += 1) {
      seen += sum(counts => counts.buckets[bucket]!)
      if (seen >= share * count) return Math.min(shortestMs * growth ** bucket, maxMs)
    }
    return maxMs
  }
  return {
    count,
    failures: sum(counts => counts.failures),
    totalMs: sum(counts => counts.totalMs),
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    maxMs,
  }
}

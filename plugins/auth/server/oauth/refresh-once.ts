import { createHash } from 'node:crypto'

/**
 * Two tabs often renew their session at the same moment, with the same refresh token. A provider that rotates tokens takes the
 * second use for theft and ends the session. So one use is shared: while it runs, and for the moment the second request takes to arrive.
 */
export function createRefreshOnce<T>({
  shareMs = 10_000,
  now = Date.now,
}: { readonly shareMs?: number; readonly now?: () => number } = {}) {
  const runs = new Map<string, { readonly result: Promise<T>; until: number }>()

  function forget(): void {
    for (const [key, { until }] of runs) if (until <= now()) runs.delete(key)
  }

  return (token: string, scope: string, run: () => Promise<T>): Promise<T> => {
    forget()
    const key = createHash('sha256').update(`${token}\0${scope}`).digest('base64')
    const known = runs.get(key)
    if (known) return known.result
    const entry = { result: run(), until: Infinity }
    runs.set(key, entry)
    entry.result.then(
      () => void (entry.until = now() + shareMs),
      () => void runs.delete(key),
    )
    return entry.result
  }
}

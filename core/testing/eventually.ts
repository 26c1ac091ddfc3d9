import { vi } from 'vitest'
import { waitTimeoutMs } from './timeouts.ts'

/** Runs a check again and again until it throws no more. The one way in which tests wait for what happens in the background. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: waitTimeoutMs, interval: 20 })
}

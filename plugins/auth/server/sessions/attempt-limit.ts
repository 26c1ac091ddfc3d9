import { isIPv6 } from 'node:net'
import { AppError } from '@portico/core/common'
import type { RequestMetadata } from '@portico/core/server'
import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config.ts'
import { tooManyAttempts } from '../errors.ts'

interface Window {
  readonly until: number
  requests: number
  failures: number
  isTold: boolean
}

const maxAddresses = 20_000

export type AttemptLimit = ReturnType<typeof createAttemptLimit>

/**
 * Limits how often one address may try to sign in. Only failures have a strict limit: many users may share an address, and those
 * who succeed are no threat. Each server counts for itself.
 */
export function createAttemptLimit(limit: RateLimit | undefined, now: () => number = Date.now) {
  const windows = new LRUCache<string, Window>({ max: maxAddresses })

  function windowOf(address: string, windowMs: number): Window {
    const present = windows.get(address)
    if (present && present.until > now()) return present
    const fresh = { until: now() + windowMs, requests: 0, failures: 0, isTold: false }
    windows.set(address, fresh)
    return fresh
  }

  /** Runs an attempt; `onFailure` is for those that fail without an error. */
  return async <T>(request: RequestMetadata, run: (onFailure: () => void) => T | Promise<T>): Promise<T> => {
    if (!limit) return run(() => {})
    const window = windowOf(networkOf(request.ip), limit.windowMs)
    if (window.failures >= limit.maxFailures || window.requests >= limit.maxRequests) {
      tell(window, request)
      throw tooManyAttempts(Math.max(1, Math.ceil((window.until - now()) / 1000)))
    }
    window.requests++
    // Counted as failed until it has succeeded: otherwise a thousand concurrent attempts would all pass.
    window.failures++
    let isFailed = false
    try {
      return await run(() => void (isFailed = true))
    } catch (error) {
      isFailed = error instanceof AppError && error.status < 500
      throw error
    } finally {
      if (!isFailed) window.failures--
    }
  }
}

function tell(window: Window, { ip, headers, log }: RequestMetadata): void {
  if (window.isTold) return
  window.isTold = true
  // An address out of the header comes from a proxy that is trusted already.
  const forwarded = headers['x-forwarded-for']
  const isTrusted = String(forwarded ?? '')
    .split(/[\s,]+/)
    .includes(ip)
  const hint = forwarded === undefined || isTrusted ? '' : '; if this is the address of a proxy, name it in backend.trustProxy'
  log.warn({ address: ip }, `one address tries to sign in too often and has to wait${hint}`)
}

/** The owner of an IPv6 address usually has its whole /64 network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map(part => part.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}

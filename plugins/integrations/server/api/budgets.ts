import { addressUnavailable, type HttpAnswer } from '@portico/core/server/outbound'
import { setTimeout as delay } from 'node:timers/promises'

/** What a host still allows, as its answers tell. */
export interface HostBudget {
  /** The host of the API; with the resource where the host counts several apart (`api.github.com graphql`). */
  readonly key: string
  readonly limit?: number | undefined
  readonly remaining?: number | undefined
  /** By `Date.now()` of this machine. */
  readonly resetAt?: number | undefined
  /** Nothing is asked before then. */
  readonly blockedUntil?: number | undefined
  /** When this was learnt. */
  readonly at: number
}

/** How budgets reach other threads and other replicas. */
export interface BudgetChannel {
  publish(budget: HostBudget): void
  subscribe(run: (budget: HostBudget) => void): void
}

export interface BudgetOptions {
  readonly channel?: BudgetChannel | undefined
  /** A request that would wait longer is refused at once, with the time to try again. */
  readonly maxWaitMs?: number | undefined
}

export type Budgets = ReturnType<typeof createBudgets>

const tellEveryMs = 5000
const maxBlockMs = 3_600_000
const defaultBlockMs = 60_000

/** Keeps to the rate limits of hosts: who is told to wait waits, and so does everyone else who calls that host. */
export function createBudgets({ channel, maxWaitMs = 60_000 }: BudgetOptions = {}) {
  const budgets = new Map<string, HostBudget>()
  const toldAt = new Map<string, number>()

  channel?.subscribe(budget => {
    const known = budgets.get(budget.key)
    if (!known || known.at <= budget.at) budgets.set(budget.key, budget)
  })

  function learn(budget: HostBudget, isUrgent: boolean): void {
    budgets.set(budget.key, budget)
    const last = toldAt.get(budget.key)
    if (!isUrgent && last !== undefined && budget.at - last < tellEveryMs) return
    toldAt.set(budget.key, budget.at)
    channel?.publish(budget)
  }

  return {
    /** Waits until the host may be called. */
    async before(key: string, signal: AbortSignal | undefined): Promise<void> {
      for (;;) {
        const until = openAt(budgets.get(key))
        const waitMs = until - Date.now()
        if (waitMs <= 0) return
        if (waitMs > maxWaitMs) throw budgetUsedUp(key, until)
        await delay(Math.min(waitMs, 1000), undefined, { signal })
      }
    },
    /** Learns from an answer. True when the host refused the request for its rate. */
    after(key: string, answer: HttpAnswer): boolean {
      const found = readBudget(key, answer)
      if (found) learn(found, found.blockedUntil !== undefined)
      return isRateLimited(answer)
    },
    list: (): HostBudget[] => [...budgets.values()].sort((one, other) => (one.key < other.key ? -1 : 1)),
  }
}

function openAt(budget: HostBudget | undefined): number {
  if (!budget) return 0
  const isUsedUp = budget.remaining === 0 && budget.resetAt !== undefined
  return Math.max(budget.blockedUntil ?? 0, isUsedUp ? (budget.resetAt ?? 0) : 0)
}

function budgetUsedUp(key: string, until: number) {
  const at = new Date(until).toISOString().slice(11, 19)
  return addressUnavailable(`The rate limit of ${key} is used up until ${at} UTC`, { retryAfterMs: Math.max(until - Date.now(), 1) })
}

/** GitHub answers 403 for its rate limits, primary and secondary, as well as for what is not allowed. */
function isRateLimited({ status, headers, bytes }: HttpAnswer): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  if (headers['retry-after'] !== undefined || headerOf(headers, 'remaining') === 0) return true
  return /rate limit|abuse detection/i.test(String(bytes.subarray(0, 2000)))
}

function readBudget(key: string, answer: HttpAnswer): HostBudget | undefined {
  const { headers } = answer
  const now = Date.now()
  const remaining = headerOf(headers, 'remaining')
  const resetAt = toResetAt(headerOf(headers, 'reset'), headers['date'], now)
  const isBlocked = isRateLimited(answer)
  if (remaining === undefined && !isBlocked) return undefined
  const afterMs = retryAfterOf(headers['retry-after'], headers['date'])
  const blockMs = afterMs ?? (remaining === 0 && resetAt !== undefined ? resetAt - now : defaultBlockMs)
  return {
    key,
    limit: headerOf(headers, 'limit'),
    remaining,
    resetAt,
    ...(isBlocked && { blockedUntil: now + Math.min(Math.max(blockMs, 0), maxBlockMs) }),
    at: now,
  }
}

function headerOf(headers: HttpAnswer['headers'], name: string): number | undefined {
  const value = headers[`x-ratelimit-${name}`] ?? headers[`ratelimit-${name}`]
  const number = typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** Hosts tell the moment by their own clock, which their `date` shows; some tell seconds from now. */
function toResetAt(reset: number | undefined, date: HttpAnswer['headers'][string], now: number): number | undefined {
  if (reset === undefined) return undefined
  if (reset < 1_000_000_000) return now + reset * 1000
  const theirs = Date.parse(String(date))
  return now + reset * 1000 - (Number.isNaN(theirs) ? now : theirs)
}

function retryAfterOf(value: HttpAnswer['headers'][string], date: HttpAnswer['headers'][string]): number | undefined {
  if (typeof value !== 'string') return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const theirs = Date.parse(String(date))
  const ms = Date.parse(value) - (Number.isNaN(theirs) ? Date.now() : theirs)
  return Number.isFinite(ms) ? ms : undefined
}

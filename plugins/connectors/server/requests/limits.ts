import { AppError } from '@portico/core/common'
import { backoffMs } from '@portico/core/server/worker'
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '../targets/targets.ts'

/** How a target is doing. */
export interface TargetCondition {
  readonly pausedUntil: number
  /** Failures of the tool itself, one after the other. */
  readonly failures: number
  readonly error: string | undefined
  readonly isLimited: boolean
  readonly lastOkAt: number | undefined
  readonly sentInLastMinute: number
}

interface State {
  /** When the last requests were sent. */
  sent: number[]
  running: number
  waiting: (() => void)[]
  pausedUntil: number
  failures: number
  error: string | undefined
  isLimited: boolean
  lastOkAt: number | undefined
}

const minuteMs = 60_000
/** After so many failures a tool is left alone for a while. */
const failuresBeforePause = 3
const firstPauseMs = 10_000
const maxPauseMs = 600_000
const defaultLimitMs = 60_000
const maxLimitMs = 3_600_000
/** What concerns one entity or one expression is no failure of the tool. */
const ofTheTool = new Set([
  'core.address-unavailable',
  'connectors.tool-failed',
  'connectors.credentials',
  'connectors.unreachable',
  'core.address-refused',
  'core.host-refused',
])

/** Keeps to what each target allows: so many at once, so many in a minute, and none while it is paused. */
export function createLimits() {
  const states = new Map<string, State>()
  const keyOf = ({ connector, name }: Pick<Target, 'connector' | 'name'>) => `${connector}\n${name}`

  function stateOf(target: Pick<Target, 'connector' | 'name'>): State {
    const known = states.get(keyOf(target))
    if (known) return known
    const fresh: State = {
      sent: [],
      running: 0,
      waiting: [],
      pausedUntil: 0,
      failures: 0,
      error: undefined,
      isLimited: false,
      lastOkAt: undefined,
    }
    states.set(keyOf(target), fresh)
    return fresh
  }

  function recent(state: State, now = Date.now()): number[] {
    let old = 0
    while (old < state.sent.length && (state.sent[old] ?? now) <= now - minuteMs) old += 1
    if (old > 0) state.sent.splice(0, old)
    return state.sent
  }

  /** How long the next request has to wait for its place in the minute. */
  function waitMs(state: State, { perMinute }: Target): number {
    const sent = recent(state)
    return sent.length < perMinute ? 0 : (sent[sent.length - perMinute] ?? 0) + minuteMs - Date.now()
  }

  return {
    /** Waits for a place. The caller gives it back. */
    async enter(target: Target, signal?: AbortSignal): Promise<() => void> {
      const state = stateOf(target)
      while (state.running >= target.concurrent) {
        const place = Promise.withResolvers<void>()
        state.waiting.push(place.resolve)
        await place.promise
        signal?.throwIfAborted()
      }
      state.running += 1
      const release = () => {
        state.running -= 1
        state.waiting.shift()?.()
      }
      try {
        for (let ms = waitMs(state, target); ms > 0; ms = waitMs(state, target))
          await delay(Math.min(ms, 1000), undefined, { signal, ref: false })
      } catch (error) {
        release()
        throw error
      }
      state.sent.push(Date.now())
      return release
    },
    /** How many requests may be sent now without waiting. */
    room(target: Target): number {
      const state = stateOf(target)
      if (state.pausedUntil > Date.now()) return 0
      // One at a time shows whether a tool that failed works again.
      if (state.failures >= failuresBeforePause) return state.running === 0 ? 1 : 0
      return Math.max(0, Math.min(target.concurrent - state.running, target.perMinute - recent(state).length))
    },
    succeeded(target: Target): void {
      const state = stateOf(target)
      Object.assign(state, { failures: 0, lastOkAt: Date.now() })
      // It was sent before the tool said that it wants fewer requests.
      if (state.isLimited && state.pausedUntil > Date.now()) return
      Object.assign(state, { error: undefined, isLimited: false, pausedUntil: 0 })
    },
    failed(target: Target, error: unknown): void {
      const state = stateOf(target)
      const code = error instanceof AppError ? (error.code ?? '') : 'connectors.unreachable'
      const message = error instanceof Error ? error.message : String(error)
      const retryAfterMs = error instanceof AppError ? Number(error.details?.['retryAfterMs']) : Number.NaN
      if (code === 'connectors.limited' || (code === 'core.address-unavailable' && retryAfterMs > 0)) {
        const ms = Math.min(Number.isNaN(retryAfterMs) ? defaultLimitMs : retryAfterMs, maxLimitMs)
        Object.assign(state, { isLimited: true, error: message, pausedUntil: Date.now() + ms })
        return
      }
      if (!ofTheTool.has(code)) return
      state.failures += 1
      state.error = message
      if (state.failures >= failuresBeforePause)
        state.pausedUntil = Date.now() + backoffMs(state.failures - failuresBeforePause + 1, firstPauseMs, maxPauseMs)
    },
    /** Somebody wants to know now whether it works again. */
    resume(target: Pick<Target, 'connector' | 'name'>): void {
      const state = stateOf(target)
      if (!state.isLimited) state.pausedUntil = 0
    },
    condition(target: Pick<Target, 'connector' | 'name'>): TargetCondition {
      const state = stateOf(target)
      const { pausedUntil, failures, error, isLimited, lastOkAt } = state
      return { pausedUntil, failures, error, isLimited, lastOkAt, sentInLastMinute: recent(state).length }
    },
    /** What another server has learnt before this one took over. */
    restore(
      target: Pick<Target, 'connector' | 'name'>,
      known: Pick<TargetCondition, 'pausedUntil' | 'failures' | 'isLimited'> & { readonly error: string | undefined },
    ): void {
      Object.assign(stateOf(target), known)
    },
  }
}

export type Limits = ReturnType<typeof createLimits>

import { useCallback, useEffect, useRef } from 'react'
import { useApi } from '../apis/use-api.ts'
import { useObservable } from '../observable.ts'
import { signalsApiRef } from './signals.ts'
import { useSignal } from './use-signal.ts'

/** Many pages are open and changes come in bursts: each looks again at another moment, and not more often than this. */
const jitterMs = 500
const defaultIntervalMs = 5_000

export interface ChangesOptions {
  /** Which messages of the channel matter; all by default. */
  readonly concerns?: (message: unknown) => boolean
  /** How often `onChange` is called at most; every five seconds by default. */
  readonly minIntervalMs?: number
}

/** Whether the page is told of changes as they happen, so that it need not poll. */
export function useIsLive(): boolean {
  return useObservable(useApi(signalsApiRef).state) === 'open'
}

/**
 * Calls back when messages of a channel say that something may have changed, while the page is visible; otherwise when it is visible again.
 * Nothing while the channel is undefined.
 */
export function useChanges(channel: string | undefined, onChange: () => void, options: ChangesOptions = {}): void {
  const { concerns = () => true, minIntervalMs = defaultIntervalMs } = options
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastAt = useRef(-Infinity)
  const isMissed = useRef(false)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  const look = useCallback(() => {
    timer.current = undefined
    isMissed.current = document.visibilityState === 'hidden'
    if (isMissed.current) return
    lastAt.current = Date.now()
    latest.current()
  }, [])
  const plan = () => {
    const waitMs = Math.max(0, lastAt.current + minIntervalMs - Date.now())
    timer.current ??= setTimeout(look, waitMs + Math.random() * jitterMs)
  }
  useSignal(channel, { onMessage: message => concerns(message) && plan(), onGap: plan })
  useEffect(() => {
    const onShown = () => isMissed.current && look()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      document.removeEventListener('visibilitychange', onShown)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [look])
}

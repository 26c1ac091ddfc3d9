import { catalogChannel, type CatalogSignal } from '@portico/catalog/common'
import { signalsApiRef, useApi, useObservable, useSignal } from '@portico/core/web'
import { useCallback, useEffect, useRef } from 'react'

/** Many pages are open and changes come in bursts: each looks again at another moment, and not more often than this. */
const jitterMs = 500
const minIntervalMs = 5_000

/** Whether the page hears of changes as they happen, so that it need not look again by itself. */
export function useIsLive(): boolean {
  return useObservable(useApi(signalsApiRef).state) === 'open'
}

/** Calls back when entities of a kind may have changed, while the page is visible; otherwise when it is visible again. */
export function useCatalogChange(kind: string, onChange: () => void): void {
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
  useSignal(catalogChannel, {
    onMessage: message => (message as CatalogSignal).kinds.includes(kind.toLowerCase()) && plan(),
    onGap: plan,
  })
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

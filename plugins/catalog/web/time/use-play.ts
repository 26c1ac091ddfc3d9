import { useEffect, useEffectEvent } from 'react'

/** How long each moment is shown. */
const stepMs = 1100

/** Runs again and again while something plays; each time counts from when the page was ready. */
export function usePlay(isReady: boolean, onStep: () => void): void {
  const step = useEffectEvent(onStep)
  useEffect(() => {
    if (!isReady) return
    const timer = setInterval(step, stepMs)
    return () => clearInterval(timer)
  }, [isReady])
}

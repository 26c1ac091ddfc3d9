import { useNumber } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `const duration = useDuration()`, then `duration(65_000)`: '1m 5s', as the language in use writes it. */
export function useDuration() {
  const number = useNumber()
  return useCallback(
    (ms: number) => {
      const rest = Math.max(0, ms)
      if (rest < 10_000) return number(rest / 1000, { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 })
      const first = units.findIndex(([, size]) => rest >= size)
      const parts = units.slice(first, first + 2).map(([unit, size], at) => {
        const whole = at === 0 ? rest : rest % (units[first]?.[1] ?? 1)
        return number(Math.floor(whole / size), { style: 'unit', unit, unitDisplay: 'narrow' })
      })
      return parts.join(' ')
    },
    [number],
  )
}

/** The time, every second while something runs. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

import { useNumber } from '@portico/ui'
import { useMemo } from 'react'

/** Milliseconds, bytes, shares and seconds as the language in use writes them. */
export function useUnits() {
  const number = useNumber()
  return useMemo(
    () => ({
      number: (value: number) => number(Math.round(value)),
      ms: (value: number) => number(value, { style: 'unit', unit: 'millisecond', maximumFractionDigits: value < 10 ? 1 : 0 }),
      bytes: (value: number) => number(value / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: value < 10e6 ? 1 : 0 }),
      share: (value: number) => number(value, { style: 'percent', maximumFractionDigits: 0 }),
      seconds: (value: number) => number(Math.round(value), { style: 'unit', unit: 'second' }),
      decimal: (value: number) => number(value, { maximumFractionDigits: 1 }),
    }),
    [number],
  )
}

export type Units = ReturnType<typeof useUnits>

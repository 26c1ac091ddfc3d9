import { useBytes, useNumber } from '@portico/ui'
import { useMemo } from 'react'

/** Milliseconds, bytes, shares and seconds as the language in use writes them. */
export function useUnits() {
  const number = useNumber()
  const bytes = useBytes()
  return useMemo(
    () => ({
      number: (value: number) => number(Math.round(value)),
      ms: (value: number) => number(value, { style: 'unit', unit: 'millisecond', maximumFractionDigits: value < 10 ? 1 : 0 }),
      bytes,
      share: (value: number) => number(value, { style: 'percent', maximumFractionDigits: 0 }),
      seconds: (value: number) => number(Math.round(value), { style: 'unit', unit: 'second' }),
      decimal: (value: number) => number(value, { maximumFractionDigits: 1 }),
    }),
    [number, bytes],
  )
}

export type Units = ReturnType<typeof useUnits>

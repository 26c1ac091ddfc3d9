import { useCallback } from 'react'
import { formatNumber } from './formats.ts'
import { useLocale } from './locale.tsx'

/** `const duration = useDuration()`, then `duration(192_000)`: '3m 12s', or as the language in use writes it. */
export function useDuration() {
  const locale = useLocale()
  return useCallback((ms: number) => formatDuration(locale, ms), [locale])
}

/** `const bytes = useBytes()`, then `bytes(4_200_000)`: '4.2 MB', or as the language in use writes it. */
export function useBytes() {
  const locale = useLocale()
  return useCallback((value: number) => formatBytes(locale, value), [locale])
}

const durationUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

const secondsWithTenths = 10_000

/** A length of time in its two largest units: '3m 12s', '2h', and less than ten seconds to the tenth: '3.2s'. */
export function formatDuration(locale: string, ms: number): string {
  const whole = Math.max(0, ms)
  const unitOf = (unit: string, value: number) =>
    formatNumber(locale, value, { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: 1 })
  if (whole < secondsWithTenths) return unitOf('second', whole / 1000)
  let rest = Math.round(whole / 1000) * 1000
  const first = durationUnits.findIndex(([, size]) => rest >= size)
  const parts: string[] = []
  for (const [unit, size] of durationUnits.slice(first, first + 2)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(unitOf(unit, count))
  }
  return parts.join(' ')
}

const byteUnits = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const

/** A size in the largest unit that it fills, with a tenth where it is less than ten of them: '4.2 MB', '310 kB'. */
export function formatBytes(locale: string, bytes: number): string {
  const [unit, size] = byteUnits.find(([, length]) => bytes >= length) ?? byteUnits[2]
  const value = bytes / size
  return formatNumber(locale, value, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 })
}

import { useEffect, useState } from 'react'
import { useDate, useLocale } from './locale.tsx'

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** The distance between two moments in words: `5 minutes ago`, `in 2 hours`. */
export function toRelativeWords(moment: Date, now: Date, locale?: string): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

/** A moment as its distance from now, with the moment itself on hover. */
export function RelativeTime({ at }: { at: string | Date }) {
  const locale = useLocale()
  const date = useDate()
  const moment = new Date(at)
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    return () => clearInterval(timer)
  }, [])
  if (Number.isNaN(moment.getTime())) return String(at)
  return (
    <time dateTime={moment.toISOString()} title={date(moment)}>
      {toRelativeWords(moment, now, locale)}
    </time>
  )
}

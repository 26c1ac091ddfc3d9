import { createClock } from './create-clock.ts'
import { relativeTimeFormat } from './formats.ts'
import { useDate, useLocale } from './locale.tsx'

const tickMs = 10_000
const useNow = createClock(tickMs)

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
  return relativeTimeFormat(locale).format(Math.trunc(seconds / size), unit)
}

interface RelativeTimeProps {
  readonly at: string | Date
  /** It has happened: a foreign clock that is ahead of ours does not put it into the future. */
  readonly isPast?: boolean
}

/** A moment as its distance from now, with the moment itself on hover. */
export function RelativeTime({ at, isPast = false }: RelativeTimeProps) {
  const locale = useLocale()
  const date = useDate()
  const moment = new Date(at)
  const words = useNow(now => {
    if (Number.isNaN(moment.getTime())) return String(at)
    // The clock of the page ticks seldom: what has just happened is ahead of its last tick.
    const isNow = moment > now && (isPast || moment.getTime() - now.getTime() <= tickMs)
    return toRelativeWords(isNow ? now : moment, now, locale)
  })
  if (Number.isNaN(moment.getTime())) return words
  return (
    <time dateTime={moment.toISOString()} title={date(moment)}>
      {words}
    </time>
  )
}

import { useLocale } from '@portico/ui'
import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The time in any zone, to the minute: `14:05`, with the day where it is not today here. Undefined zones have no time. */
export function useClock(): (timeZone: string) => string {
  const locale = useLocale()
  const now = useMinute()
  return timeZone => timeIn(timeZone, now, locale)
}

/** The present minute. It is read anew each time, so a clock that is set, or a computer that slept, does no harm. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      clearTimeout(timer)
      setNow(new Date())
      timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs))
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}

export function timeIn(timeZone: string, now: Date, locale: string): string {
  try {
    const isToday = dayIn(now, timeZone) === dayIn(now, undefined)
    return new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      ...(!isToday && { weekday: 'short' }),
      timeZone,
    }).format(now)
  } catch {
    // A zone that this browser does not know.
    return '–'
  }
}

function dayIn(now: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone }).format(now)
}

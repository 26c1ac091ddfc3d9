import { useDate } from '@portico/ui'

/** `const day = useDay()`, then `day('2026-11-30')`. A day is the same one in every time zone. */
export function useDay() {
  const date = useDate()
  return (day: string) => date(day, { dateStyle: 'medium', timeZone: 'UTC' })
}

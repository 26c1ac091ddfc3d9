import { createContext, use, useCallback, type ReactNode } from 'react'
import { dateFormat, formatNumber } from './formats.ts'

const Locale = createContext('en')

/** Gives everything inside the language that numbers and dates are written in. */
export function LocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <Locale value={locale}>{children}</Locale>
}

/** The language of numbers, dates and sort order: that of the portal, not of the browser. */
export function useLocale(): string {
  return use(Locale)
}

/** `const number = useNumber()`, then `number(1234)`: '1,234', or as the language in use writes it. */
export function useNumber() {
  const locale = useLocale()
  return useCallback((value: number, options?: Intl.NumberFormatOptions) => formatNumber(locale, value, options), [locale])
}

/** `const date = useDate()`, then `date(at)`: the day and the time, or what the options ask for. */
export function useDate() {
  const locale = useLocale()
  return useCallback(
    (at: Date | string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }) =>
      dateFormat(locale, options).format(new Date(at)),
    [locale],
  )
}

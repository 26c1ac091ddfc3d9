import { createContext, use, useCallback, type ReactNode } from 'react'

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
      new Intl.DateTimeFormat(locale, options).format(new Date(at)),
    [locale],
  )
}

const plain = new Map<string, Intl.NumberFormat>()

/** Creating a format takes far longer than using it, and a table of numbers uses it thousands of times. */
function formatNumber(locale: string, value: number, options: Intl.NumberFormatOptions | undefined): string {
  if (options) return new Intl.NumberFormat(locale, options).format(value)
  if (!plain.has(locale)) plain.set(locale, new Intl.NumberFormat(locale))
  return plain.get(locale)!.format(value)
}

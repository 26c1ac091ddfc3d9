const formats = new Map<string, unknown>()

/** Creating a format takes far longer than using it, and a table uses one thousands of times. */
function memoized<Format>(kind: string, locale: string | undefined, options: object | undefined, create: () => Format): Format {
  const key = `${kind} ${locale ?? ''} ${options ? JSON.stringify(options) : ''}`
  const known = formats.get(key) as Format | undefined
  if (known) return known
  const created = create()
  formats.set(key, created)
  return created
}

/** Languages that write small numbers as JavaScript does. */
const plainDigits = /^(?:de|en|es|fr|ja)\b/

/** A number as the language writes it. The first format that a browser makes takes it some 40 ms, so small numbers are written without. */
export function formatNumber(locale: string, value: number, options?: Intl.NumberFormatOptions): string {
  if (!options && Number.isInteger(value) && value >= 0 && value < 1000 && plainDigits.test(locale)) return String(value)
  return memoized('number', locale, options, () => new Intl.NumberFormat(locale, options)).format(value)
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return memoized('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
}

export function relativeTimeFormat(locale: string | undefined): Intl.RelativeTimeFormat {
  return memoized('relative', locale, undefined, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

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

export function numberFormat(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return memoized('number', locale, options, () => new Intl.NumberFormat(locale, options))
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return memoized('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
}

export function relativeTimeFormat(locale: string | undefined): Intl.RelativeTimeFormat {
  return memoized('relative', locale, undefined, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

const written = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?.*)?$/s

/** A date as metadata has it, `2026-01-31` or with a time; undefined for what is none. */
export function readDate(value: unknown): Date | undefined {
  const found = typeof value === 'string' ? written.exec(value.trim().slice(0, 100)) : null
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(part => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined
}

const styles = ['full', 'long', 'medium', 'short'] as const
const field = /'([^']*)'|([yYMLdEeHhmsa])\2*/g
const maxFormatLength = 100

/** A date by the name of a style (`long`) or by a pattern (`d MMMM yyyy`), in a language. */
export function formatDate(date: Date, format: string, language: string): string {
  const style = styles.find(name => name === format)
  if (style) return new Intl.DateTimeFormat(language, { dateStyle: style, timeZone: 'UTC' }).format(date)
  return format.slice(0, maxFormatLength).replace(field, (whole, quoted: string | undefined) => quoted ?? fieldOf(date, whole, language))
}

function fieldOf(date: Date, field: string, language: string): string {
  const named = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(date)
  const padded = (value: number) => String(value).padStart(field.length, '0')
  switch (field[0]) {
    case 'M':
    case 'L':
      return field.length < 3 ? padded(date.getUTCMonth() + 1) : named({ month: field.length === 3 ? 'short' : 'long' })
    case 'd':
      return padded(date.getUTCDate())
    case 'E':
    case 'e':
      return named({ weekday: field.length < 4 ? 'short' : 'long' })
    case 'H':
      return padded(date.getUTCHours())
    case 'h':
      return padded(date.getUTCHours() % 12 || 12)
    case 'm':
      return padded(date.getUTCMinutes())
    case 's':
      return padded(date.getUTCSeconds())
    case 'a':
      return date.getUTCHours() < 12 ? 'AM' : 'PM'
    default:
      return field.length === 2 ? String(date.getUTCFullYear()).slice(-2) : padded(date.getUTCFullYear())
  }
}

/** A language that dates can be written in; English where the one that is asked for is none. */
export function knownLanguage(language: string | undefined): string {
  try {
    return Intl.getCanonicalLocales((language ?? 'en').replace('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

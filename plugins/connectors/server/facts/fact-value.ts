import type { FactType, FactDefinition } from '@portico/connectors/common'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** Characters of a text, and of a list as JSON. */
export const maxTextLength = 2000
const maxListLength = 500
const maxListCharacters = 50_000

/** Thrown for a value that a fact cannot have; the message is for people. */
export class FactValueError extends Error {}

/** The value as a fact of this type has it. Null is a value of each type: there is nothing. */
export function toFactValue({ type, columns }: Pick<FactDefinition, 'type' | 'columns'>, given: unknown): JsonValue {
  if (given === null || given === undefined) return null
  return converters[type](given, columns)
}

const converters: Readonly<Record<FactType, (given: unknown, columns: FactDefinition['columns']) => JsonValue>> = {
  number(given) {
    const value = typeof given === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(given) ? Number(given) : given
    if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong('a number', given)
    return value
  },
  text(given) {
    if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') throw wrong('a text', given)
    return clip(String(given))
  },
  state(given) {
    if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') throw wrong('a state', given)
    return clip(String(given)).slice(0, 200)
  },
  boolean(given) {
    if (given === true || given === 'true') return true
    if (given === false || given === 'false') return false
    throw wrong('true or false', given)
  },
  date(given) {
    const date = dateOf(given)
    if (!date) throw wrong('a date', given)
    return date
  },
  list(given, columns) {
    const items = (Array.isArray(given) ? given : [given]).slice(0, maxListLength)
    const kept: JsonValue[] = []
    let characters = 0
    for (const item of items) {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) throw wrong('a list of objects', item)
      const plain = toItem(item as Record<string, unknown>, columns)
      characters += JSON.stringify(plain).length
      if (characters > maxListCharacters) break
      kept.push(plain)
    }
    return kept
  },
}

/** Tools write seconds or milliseconds since 1970, or a text. */
function dateOf(given: unknown): string | undefined {
  const date =
    typeof given === 'number' ? new Date(given < 1e11 ? given * 1000 : given) : new Date(typeof given === 'string' ? given : Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function toItem(item: Record<string, unknown>, columns: FactDefinition['columns']): JsonValue {
  const wanted = columns
    ? columns.flatMap(({ name, type, href = type === 'link' ? 'url' : undefined }) => (href === undefined ? [name] : [name, href]))
    : Object.keys(item).slice(0, 30)
  const dates = new Set(columns?.flatMap(({ name, type }) => (type === 'date' ? [name] : [])))
  const entries = wanted.flatMap((key): (readonly [string, JsonValue])[] => {
    const value = Object.hasOwn(item, key) ? item[key] : undefined
    if (typeof value === 'string') return [[key, clip(value)]]
    if (typeof value === 'number' && dates.has(key)) return [[key, dateOf(value) ?? value]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : []
  })
  return Object.fromEntries(entries)
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
function clip(text: string): string {
  return text.replaceAll('\0', '').slice(0, maxTextLength).toWellFormed()
}

function wrong(expected: string, given: unknown): FactValueError {
  const shown = JSON.stringify(given) ?? String(given)
  return new FactValueError(`expected ${expected}, found ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}`)
}

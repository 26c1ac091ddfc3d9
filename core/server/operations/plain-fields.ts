import { readField, toErrorFields } from './error-fields.ts'
import { isSecretKey, redacted } from './secret-patterns.ts'

// One careless `log.info({ request })` must not traverse half the heap.
const maximumDepth = 10
const maximumValues = 10_000
const maximumItems = 1000

interface Walk {
  readonly text: (text: string) => string
  readonly above: object[]
  values: number
}

/**
 * A value as plain JSON data, with everything kept under a secret's name removed. Errors become their fields, circular references and
 * values that are too deep become a note. `text` is applied to every string that stays.
 */
export function toPlainFields(value: unknown, text: (text: string) => string = same): unknown {
  return plain(value, { text, above: [], values: 0 })
}

function same(text: string): string {
  return text
}

function plain(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return walk.text(value)
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object') return typeof value === 'bigint' ? value.toString() : `[${typeof value}]`
  if (walk.above.includes(value)) return '[circular]'
  if (walk.above.length >= maximumDepth) return '[too deep]'
  if (walk.values > maximumValues) return '[too much]'
  walk.above.push(value)
  try {
    return plainObject(value, walk)
  } finally {
    walk.above.pop()
  }
}

function plainObject(value: object, walk: Walk): unknown {
  walk.values += 1
  if (Array.isArray(value)) return plainList(value, walk)
  if (value instanceof Error) return plainFields(toErrorFields(value), walk)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  if (value instanceof Map) return plainFields(Object.fromEntries([...value].map(([key, item]) => [String(key), item])), walk)
  if (value instanceof Set) return plainList([...value], walk)
  const toJson = readField(value, 'toJSON')
  if (typeof toJson !== 'function') return plainFields(value, walk)
  try {
    return plain(toJson.call(value), walk)
  } catch {
    return '[unreadable]'
  }
}

function plainList(items: readonly unknown[], walk: Walk): unknown[] {
  const result = items.slice(0, maximumItems).map(item => plain(item, walk))
  if (items.length > maximumItems) result.push(`[${items.length - maximumItems} more]`)
  return result
}

function plainFields(fields: object, walk: Walk): Record<string, unknown> {
  const entries: [string, unknown][] = []
  for (const key of Object.keys(fields)) {
    walk.values += 1
    if (walk.values > maximumValues) {
      entries.push(['…', '[too much]'])
      break
    }
    const value = readField(fields, key)
    entries.push([key, isHidden(key, value) ? redacted : plain(value, walk)])
  }
  return Object.fromEntries(entries)
}

/** `hasPassword: true` and an absent token reveal no secret. */
function isHidden(key: string, value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'boolean' && value !== '' && isSecretKey(key)
}

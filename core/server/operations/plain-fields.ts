import { isSecretKey, redacted } from './secret-patterns.ts'
import { toSourceStack } from './source-stack.ts'

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
export function toPlainFields(value: unknown, text: (text: string) => string = text => text): unknown {
  return plain(value, { text, above: [], values: 0 })
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

const maximumCauses = 8

/** An error as fields for a log line: name, message, code, stack, its other own fields, and its causes all the way down. */
function toErrorFields(error: Error, depth = 0): Record<string, unknown> {
  const fields: Record<string, unknown> = { name: error.name, message: error.message }
  for (const key of Object.keys(error)) {
    const value = readField(error, key)
    if (value !== undefined && !(key in fields) && key !== 'stack' && key !== 'cause') fields[key] = value
  }
  if (error.stack !== undefined) fields['stack'] = toSourceStack(error.stack)
  if (error.cause !== undefined) fields['cause'] = toCauseFields(error.cause, depth)
  if (error instanceof AggregateError) fields['errors'] = error.errors.slice(0, 20).map(each => toCauseFields(each, depth))
  return fields
}

function toCauseFields(cause: unknown, depth: number): unknown {
  if (!(cause instanceof Error)) return cause
  // A circular chain ends here too.
  return depth >= maximumCauses ? `${cause.name}: ${cause.message}` : toErrorFields(cause, depth + 1)
}

/** A field, also when reading it throws. */
function readField(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key]
  } catch {
    return '[unreadable]'
  }
}

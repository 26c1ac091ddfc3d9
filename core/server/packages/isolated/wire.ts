import { inputError } from '@portico/core/common'

/** Deep enough for any data, and no deeper: what reads it is recursive. */
const maxDepth = 100

/** What JSON has no words for: `{ $: 'date', value: … }`. */
interface Marked {
  readonly $: string
  readonly value?: unknown
}

/** Turns values that a process knows by itself into something for the wire. Undefined for all others. */
type Special = (value: object) => Marked | undefined

/** A value as JSON can carry it. Functions and what is nested too deep are refused. */
export function toWire(value: unknown, special?: Special, depth = 0): unknown {
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', value: String(value) }
  if (typeof value === 'function' || typeof value === 'symbol')
    throw inputError(`A ${typeof value} cannot be sent to another process: pass data`, { code: 'core.not-for-a-process' })
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw inputError(`A value is nested more than ${maxDepth} levels deep`, { code: 'core.not-for-a-process' })
  const next = (each: unknown) => toWire(each, special, depth + 1)
  const known = special?.(value)
  if (known) return known
  if (value instanceof Date) return { $: 'date', value: value.getTime() }
  if (value instanceof Uint8Array) return { $: 'bytes', value: Buffer.from(value).toString('base64') }
  if (value instanceof URL) return String(value)
  if (value instanceof Map) return { $: 'map', value: [...value].map(next) }
  if (value instanceof Set) return { $: 'set', value: [...value].map(next) }
  if (value instanceof Error) return { $: 'error', value: { name: value.name, message: value.message, stack: value.stack } }
  if (Array.isArray(value)) return value.map(next)
  const fields = Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, next(each)]])))
  return '$' in fields ? { $: 'object', value: fields } : fields
}

/** The value that `toWire` was given. */
export function fromWire(value: unknown, special?: (marked: Marked) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const next = (each: unknown) => fromWire(each, special)
  if (Array.isArray(value)) return value.map(next)
  if (!('$' in value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, next(each)]))
  const marked = value as Marked
  const { $: kind, value: inside } = marked
  switch (kind) {
    case 'undefined':
      return undefined
    case 'bigint':
      return BigInt(String(inside))
    case 'date':
      return new Date(Number(inside))
    case 'bytes':
      return Buffer.from(String(inside), 'base64')
    case 'map':
      return new Map((inside as unknown[]).map(each => next(each) as [unknown, unknown]))
    case 'set':
      return new Set((inside as unknown[]).map(next))
    case 'object':
      return Object.fromEntries(Object.entries(inside as object).map(([key, each]) => [key, next(each)]))
    case 'error':
      return toError(inside as { readonly name: string; readonly message: string; readonly stack?: string })
    default:
      return special?.(marked)
  }
}

function toError({ name, message, stack }: { readonly name: string; readonly message: string; readonly stack?: string }): Error {
  return Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }) })
}

import { decodeText, isConfigObject } from '@portico/core/common'
import { z } from 'zod'
import { childSchemas, spotOf } from './spot.ts'
import type { AnySchema, Spot } from './spot.ts'

/** The part of a value that is visible to the browser, defaults included; undefined when there is none. Parents without visible children are left out. */
export function frontendPart(schemas: readonly AnySchema[], written: unknown, above?: Spot): unknown {
  const spot = spotOf(schemas, written, above)
  const { value, deep } = spot
  if (spot.secret || value === undefined || value === null) return undefined
  if (Array.isArray(value)) {
    const within = spot.frontend ? { ...spot, deep: true } : spot
    const items = value
      .map(item => frontendPart(childSchemas(spot, 0), item, typeof item === 'object' ? spot : within))
      .filter(item => item !== undefined)
    return items.length > 0 || ((deep || spot.frontend) && value.length === 0) ? items : undefined
  }
  if (!isConfigObject(value)) return deep || spot.frontend ? cleaned(spot) : undefined
  const keys = new Set([...Object.keys(value), ...fieldsWithDefaults(spot)])
  const entries = [...keys]
    .map(key => [key, frontendPart(childSchemas(spot, key), Object.hasOwn(value, key) ? value[key] : undefined, spot)] as const)
    .filter(([, item]) => item !== undefined)
  return entries.length > 0 || deep || spot.frontend ? Object.fromEntries(entries) : undefined
}

/** A plain value as its schema reads it, such as an address without its trailing slash. */
function cleaned({ bases, value }: Spot): unknown {
  const parsed = bases.length === 1 && bases[0] ? z.safeParse(bases[0], value) : undefined
  return parsed?.success && typeof parsed.data === typeof value ? parsed.data : value
}

/** The value with the schema's defaults filled in, as the file could have written them. */
export function withDefaults(schemas: readonly AnySchema[], written: unknown): unknown {
  const spot = spotOf(schemas, written)
  const { value } = spot
  if (Array.isArray(value)) return value.map(item => withDefaults(childSchemas(spot, 0), item))
  if (!isConfigObject(value)) return value
  const keys = new Set([...Object.keys(value), ...fieldsWithDefaults(spot)])
  const entries = [...keys].map(
    key => [key, withDefaults(childSchemas(spot, key), Object.hasOwn(value, key) ? value[key] : undefined)] as const,
  )
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined))
}

/** Only of a value that can be one thing: the defaults of something it might have been do not belong to it. */
function fieldsWithDefaults(spot: Spot): string[] {
  const def = spot.bases.length === 1 ? (spot.bases[0] as z.core.$ZodTypes)._zod.def : undefined
  return def?.type === 'object' ? Object.keys(def.shape) : []
}

const secretName = /secret|token|passw|passphrase|credential|private[-_]?key|api[-_]?key|access[-_]?key|authorization|cookie|connection/i

/** Visits every value that must not be shown: those marked, and those that no schema describes but whose key is named like a secret. */
function mapSecrets(
  schemas: readonly AnySchema[] | undefined,
  value: unknown,
  hide: (value: unknown) => unknown,
  above?: Spot,
  key = '',
): unknown {
  if (value === undefined || value === null) return value
  const spot = schemas && schemas.length > 0 ? spotOf(schemas, value, above) : undefined
  const described = spot !== undefined && !spot.bases.every(isOpen)
  const hidden = (spot ?? above)?.secret === true || (!described && secretName.test(key))
  if (hidden) return hide(value)
  if (Array.isArray(value)) return value.map(item => mapSecrets(spot && childSchemas(spot, 0), item, hide, spot, key))
  if (!isConfigObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapSecrets(spot && childSchemas(spot, name), item, hide, spot, name)]),
  )
}

function isOpen(base: AnySchema): boolean {
  return ['unknown', 'any'].includes((base as z.core.$ZodTypes)._zod.def.type)
}

/** The value as it may be printed. Without schemas, values of keys that are named like secrets are hidden. */
export function redacted(schemas: readonly AnySchema[] | undefined, value: unknown): unknown {
  return mapSecrets(schemas, value, () => '<secret>')
}

/** Every text in the value that must not be shown, and the password of an address among them. */
export function secretsIn(schemas: readonly AnySchema[] | undefined, value: unknown): string[] {
  const found = new Set<string>()
  mapSecrets(schemas, value, item => {
    for (const text of textsIn(item)) {
      found.add(text)
      const password = URL.canParse(text) ? new URL(text).password : ''
      if (password !== '') found.add(password).add(decodeText(password))
    }
    return undefined
  })
  return [...found]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

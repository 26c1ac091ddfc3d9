import { isConfigObject } from '@portico/core/common'
import { z } from 'zod'
import type { Marks, Notice } from './schema.ts'

export type AnySchema = z.core.$ZodType

/** Everything the schema says about one value of the config. */
export interface Spot {
  /** What the value may be, with wrappers and unions taken apart. Empty where no schema describes the value. */
  readonly bases: readonly AnySchema[]
  /** The value, or the schema's default where there is none. */
  readonly value: unknown
  readonly secret: boolean
  readonly frontend: boolean
  readonly deep: boolean
  readonly notices: readonly Notice[]
  readonly isFilePath: boolean
}

/** Looks at a value through the schemas that may describe it. `above` is the spot of the object or list it is in. */
export function spotOf(schemas: readonly AnySchema[], written: unknown, above?: Spot): Spot {
  const bases = schemas.flatMap(schema => basesOf(schema, []))
  const value = written ?? bases.find(base => base.fallback !== undefined)?.fallback
  const fitting = bases.filter(base => fits(base.schema, value))
  const meant = fitting.length > 0 ? fitting : bases
  const marks = meant.flatMap(base => base.marks)
  return {
    bases: meant.map(base => base.schema),
    value,
    secret: above?.secret === true || marks.some(({ visibility }) => visibility === 'secret'),
    frontend: marks.some(({ visibility }) => visibility === 'frontend'),
    deep: above?.deep === true || marks.some(({ deepVisibility }) => deepVisibility === 'frontend'),
    notices: [...new Set(marks.flatMap(item => item.notice ?? []))],
    isFilePath: marks.some(({ isFilePath }) => isFilePath === true),
  }
}

/** One thing a value may be, with the marks of all that is wrapped around it. */
interface Base {
  readonly schema: AnySchema
  readonly marks: readonly Marks[]
  /** The default value. */
  readonly fallback?: unknown
}

function basesOf(schema: AnySchema, above: readonly Marks[]): Base[] {
  const marks = [...above, (z.globalRegistry.get(schema) ?? {}) as Marks]
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'default':
    case 'prefault':
      return basesOf(def.innerType, marks).map(base => ({ ...base, fallback: def.defaultValue }))
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return basesOf(def.innerType, marks)
    case 'lazy':
      return basesOf(def.getter(), marks)
    case 'union':
      return def.options.flatMap(option => basesOf(option, marks))
    case 'intersection':
      return [...basesOf(def.left, marks), ...basesOf(def.right, marks)]
    case 'pipe': {
      // What is written in a file is the input, except behind z.preprocess, whose input could be anything.
      const [inner, other] = isTransform(def.in) ? [def.out, def.in] : [def.in, def.out]
      return basesOf(inner, [...marks, ...basesOf(other, []).flatMap(base => base.marks)])
    }
    default:
      return [{ schema, marks }]
  }
}

function isTransform(schema: AnySchema): boolean {
  return (schema as z.core.$ZodTypes)._zod.def.type === 'transform'
}

/** Whether a base could be meant by a value: the right kind of thing and, for objects, the right fixed fields (`type: static`). */
function fits(base: AnySchema, value: unknown): boolean {
  const { def } = (base as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return (
        isConfigObject(value) &&
        Object.entries(def.shape).every(([key, field]) => !Object.hasOwn(value, key) || fitsLiteral(field, value[key]))
      )
    case 'record':
      return isConfigObject(value)
    case 'array':
    case 'tuple':
      return Array.isArray(value)
    case 'unknown':
    case 'any':
    case 'custom':
      return true
    default:
      return typeof value !== 'object'
  }
}

function fitsLiteral(field: AnySchema, value: unknown): boolean {
  const { def } = (field as z.core.$ZodTypes)._zod
  return def.type !== 'literal' || (def.values as readonly unknown[]).includes(value)
}

/** The schemas of what is at a key of an object or list; none when the key is not known. */
export function childSchemas(spot: Spot, key: string | number): AnySchema[] {
  return spot.bases.flatMap(base => {
    const { def } = (base as z.core.$ZodTypes)._zod
    if (def.type === 'array') return [def.element]
    if (def.type === 'tuple') return [def.items[Number(key)] ?? def.rest ?? []].flat()
    if (def.type === 'record') return [def.valueType]
    if (def.type !== 'object') return []
    const field = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
    if (field) return [field]
    return def.catchall && !isClosed(base) ? [def.catchall] : []
  })
}

/** The keys an object may have; undefined when it may have any. */
export function knownKeys(spot: Spot): string[] | undefined {
  const objects = spot.bases.map(base => (base as z.core.$ZodTypes)._zod.def)
  if (!objects.every(def => def.type === 'object') || !spot.bases.every(isClosed)) return undefined
  return objects.flatMap(def => Object.keys(def.shape))
}

/** Plain objects count as closed: keys that they would drop silently are reported as warnings. */
function isClosed(base: AnySchema): boolean {
  const { def } = (base as z.core.$ZodTypes)._zod
  return def.type === 'object' && (!def.catchall || (def.catchall as z.core.$ZodTypes)._zod.def.type === 'never')
}

/** A plain object of config. */
export type ConfigObject = { readonly [key: string]: unknown }

/** One part of the config as the server puts it into the page: an array of these, later ones win. */
export interface ConfigPart {
  readonly data: ConfigObject
  /** Where the part came from, for error texts. */
  readonly context: string
}

/** Plain objects: no lists and no instances of classes. */
export function isConfigObject(value: unknown): value is ConfigObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Merges one value over another: objects merge deeply, everything else replaces. Undefined changes nothing. */
export function mergeConfig(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isConfigObject(base) || !isConfigObject(over)) return over
  const keys = new Set([...Object.keys(base), ...Object.keys(over)])
  // fromEntries defines keys, so that a key called __proto__ stays a key.
  return Object.fromEntries([...keys].map(key => [key, mergeConfig(own(base, key), own(over, key))]))
}

function own(object: ConfigObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The value at a path; undefined where there is none or where it is null. */
export function configAt(data: unknown, path: readonly (string | number)[]): unknown {
  let value = data
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string | number, unknown>)[key]
  }
  return value ?? undefined
}

const keySegment = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/i

/** Whether every segment of a dotted key starts with a letter and is letters and digits, with single `-` or `_` between. */
export function isConfigKey(key: string): boolean {
  return key.split('.').every(segment => keySegment.test(segment))
}

/** Numbers, and texts that are one. */
export function toConfigNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : toConfigNumber(Number(value))
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const booleanWords: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  on: true,
  1: true,
  false: false,
  no: false,
  n: false,
  off: false,
  0: false,
}

/** Booleans, and texts that stand for one, such as `yes`. */
export function toConfigBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''
  return Object.hasOwn(booleanWords, word) ? booleanWords[word] : undefined
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

/** Reads the config that the server put into the page. Keys are dotted: `app.support.url`. */
export function createConfigReader(parts: readonly ConfigPart[]) {
  const data = parts.reduce<unknown>((merged, part) => mergeConfig(merged, part.data), {})

  function contextOf(path: readonly string[]): string {
    const part = parts.findLast(candidate => configAt(candidate.data, path) !== undefined)
    return part?.context ?? parts.at(-1)?.context ?? 'config'
  }

  function at(key: string): { value: unknown; location: string } {
    if (!isConfigKey(key)) throw new TypeError(`Invalid config key '${key}'`)
    const path = key.split('.')
    return { value: configAt(data, path), location: `'${key}' in '${contextOf(path)}'` }
  }

  function required<T>(read: (key: string) => T | undefined) {
    return (key: string): T => {
      const value = read(key)
      if (value === undefined) throw new Error(`Missing required config value at ${at(key).location}`)
      return value
    }
  }

  /** Reads only values that are of the type already. */
  function typed<T>(wanted: string, is: (value: unknown) => value is T) {
    return (key: string): T | undefined => {
      const { value, location } = at(key)
      if (value === undefined || is(value)) return value
      throw new Error(`Invalid type in config for key ${location}, got ${kindOf(value)}, wanted ${wanted}`)
    }
  }

  /** Reads values of the type, and texts that stand for one. */
  function converted<T>(wanted: string, convert: (value: unknown) => T | undefined) {
    return (key: string): T | undefined => {
      const { value, location } = at(key)
      if (value === undefined) return undefined
      if (typeof value === 'object') throw new Error(`Invalid type in config for key ${location}, got ${kindOf(value)}, wanted ${wanted}`)
      const result = convert(value)
      if (result === undefined) throw new Error(`Unable to convert config value for key ${location} to a ${wanted}`)
      return result
    }
  }

  const getOptionalString = typed('string', value => typeof value === 'string')
  const getOptionalNumber = converted('number', toConfigNumber)
  const getOptionalBoolean = converted('boolean', toConfigBoolean)
  const getOptionalObject = typed('object', isConfigObject)
  const getOptionalStringArray = typed(
    'string-array',
    (value): value is string[] => Array.isArray(value) && value.every(item => typeof item === 'string'),
  )

  return {
    /** Whatever is at the key, unchecked; everything without a key. */
    get: (key?: string): unknown => (key === undefined ? data : at(key).value),
    has: (key: string): boolean => at(key).value !== undefined,
    getOptionalString,
    getString: required(getOptionalString),
    getOptionalNumber,
    getNumber: required(getOptionalNumber),
    getOptionalBoolean,
    getBoolean: required(getOptionalBoolean),
    getOptionalObject,
    getObject: required(getOptionalObject),
    getOptionalStringArray,
    getStringArray: required(getOptionalStringArray),
  }
}

export type ConfigReader = ReturnType<typeof createConfigReader>

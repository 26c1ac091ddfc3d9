/** An object of a definition, of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

/** What a definition has in a place where an object should be: the object, or one without fields. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that is not empty; numbers and booleans are written out, as YAML reads `version: 1.0` as a number. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

export function textsOf(value: unknown): string[] {
  return listOf(value).flatMap(item => textOf(item) ?? [])
}

/** Own fields only: a definition may have a key that every object has, such as `constructor`. */
export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Fields)[key] : undefined
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Leaves out what is undefined, so that a part has only what its definition says. */
export function present<T extends object>(value: T): Present<T> {
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] === undefined) delete value[key]
  return value as unknown as Present<T>
}

/** The fields of which the name begins with `x-`; undefined where there are none. */
export function extensionsOf(value: Fields, left: readonly string[] = []): Fields | undefined {
  const names = Object.keys(value).filter(name => name.startsWith('x-') && !left.includes(name))
  return names.length === 0 ? undefined : Object.fromEntries(names.map(name => [name, value[name]]))
}

/** `externalDocs` of OpenAPI and AsyncAPI. */
export function externalDocsOf(value: unknown): { readonly url: string; readonly description?: string } | undefined {
  const { url, description } = fieldsOf(value)
  const address = textOf(url)
  return address === undefined ? undefined : present({ url: address, description: textOf(description) })
}

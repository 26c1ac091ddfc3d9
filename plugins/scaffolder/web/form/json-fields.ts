import { isRecord } from '@portico/core/common'

/** An object of JSON, as far as a schema or a value is one. */
export type Fields = Readonly<Record<string, unknown>>

/** Every value of an object, changed. */
export function mapFields(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]))
}

/** Two objects as one; where both have a value that is no object, the second one's. */
export function mergeFields(first: Fields, second: Fields): Fields {
  const merged: Record<string, unknown> = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const before = merged[name]
    merged[name] = isRecord(before) && isRecord(value) ? mergeFields(before, value) : value
  }
  return merged
}

/** The texts of a list in options. A single text counts as a list of one. */
export function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter(each => typeof each === 'string' && each !== '').map(String)
}

import { isConfigObject } from '@portico/core/common'
import type { ConfigObject } from '@portico/core/common'
import { isDeepStrictEqual } from 'node:util'
import { pathText } from './config-path.ts'

/** A key of a section: the section's name, and the keys inside of it that lead to the value. */
export interface ConfigKey {
  readonly section: string
  readonly path: readonly string[]
}

/** The changes since the server started, by whether they are in force, as keys such as `catalog.locations`. */
export interface ConfigChanges {
  readonly inForce: readonly string[]
  readonly needsRestart: readonly string[]
}

/** A key as people write it: `catalog.locations`. */
export function keyText({ section, path }: ConfigKey): string {
  return pathText([...section.split('.'), ...path])
}

/** The keys whose values differ, as deep as both are objects. A list is one value. */
export function changedKeys(section: string, before: unknown, after: unknown, path: readonly string[] = []): ConfigKey[] {
  if (isDeepStrictEqual(before, after)) return []
  const [left, right] = [before ?? {}, after ?? {}]
  if (!isConfigObject(left) || !isConfigObject(right)) return [{ section, path }]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].flatMap(key => changedKeys(section, left[key], right[key], [...path, key]))
}

/** A value in which the values at the given paths are replaced by those of another. */
export function withValuesOf(value: unknown, other: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.length === 0) return value
  if (paths.some(path => path.length === 0)) return other
  const [left, right] = [toObject(value), toObject(other)]
  const changed = new Set(paths.map(([key = '']) => key))
  const entries = [...changed].map(key => {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest)
    return [key, withValuesOf(left[key], right[key], below)] as const
  })
  const others = Object.entries(left).filter(([key]) => !changed.has(key))
  return Object.fromEntries([...others, ...entries.filter(([, item]) => item !== undefined)])
}

function toObject(value: unknown): ConfigObject {
  return isConfigObject(value) ? value : {}
}

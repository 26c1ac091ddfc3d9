import { toRecord } from '@portico/core/common'
import { isTagged } from './mkdocs-yaml.ts'

export type Options = Readonly<Record<string, unknown>>
export type OptionsByName = Map<string, Options>

/** A text; undefined for everything that is none. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** A list of texts, or a single one. */
export function toTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap(item => toText(item) ?? [])
}

/** YAML 1.1 has more words for true and false than YAML 1.2. */
export function toFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (['yes', 'on', 'true'].includes(word)) return true
  return ['no', 'off', 'false'].includes(word) ? false : undefined
}

/** Names with options, written as a list of names and one-key mappings, or as one mapping. */
export function toOptions(value: unknown): OptionsByName {
  const found: OptionsByName = new Map()
  const add = (name: string, options: unknown) => found.set(name, toRecord(options))
  const addAll = (mapping: object) => Object.entries(mapping).forEach(([name, options]) => add(name, options))
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      if (typeof item === 'string') add(item, {})
      else if (typeof item === 'object' && item !== null) addAll(item)
    }
  } else if (typeof value === 'object' && value !== null) addAll(value)
  return found
}

/** The options of every plugin of that name, in order: a plugin can be used several times. */
export function instancesOf(value: unknown, name: string): Options[] {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items
    .flatMap(item => [...toOptions(typeof item === 'string' ? [item] : item)])
    .flatMap(([each, options]) => {
      const plain = each.replace(/^material\//, '')
      if (toFlag(options['enabled']) === false) return []
      if (plain === 'group') return instancesOf(options['plugins'], name)
      return plain === name ? [options] : []
    })
}

/** Knows nothing of the server: `!ENV` gives its default, `!relative` its folder, names of Python are named. */
export function resolveTags(value: unknown, onUnknown: (tag: string) => void, depth = 0): unknown {
  if (depth > 50) return undefined
  if (isTagged(value)) return resolveTag(value.tag, value.value, onUnknown)
  if (Array.isArray(value)) return value.map(item => resolveTags(item, onUnknown, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveTags(item, onUnknown, depth + 1)]))
}

function resolveTag(tag: string, value: unknown, onUnknown: (tag: string) => void): unknown {
  if (tag === '!ENV') return Array.isArray(value) && value.length > 1 ? resolveTags(value.at(-1), onUnknown) : null
  if (tag === '!relative') return typeof value === 'string' && value !== '' ? value : '.'
  const name = /^python\/(?:name|object\/apply|object):(.+)$/.exec(tag)?.[1]
  if (name === undefined || !knownNames.test(name)) onUnknown(tag)
  // What it means is known by its name; a slug function has its options below.
  else return { python: name, ...toRecord(value) }
  return null
}

const knownNames =
  /^(?:pymdownx\.superfences\.fence_(?:code|div)_format|materialx?\.(?:extensions\.)?emoji\.\w+|pymdownx\.emoji\.\w+|pymdownx\.slugs\.\w+)$/

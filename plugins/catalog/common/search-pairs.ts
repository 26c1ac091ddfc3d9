import { defaultNamespace, type Entity } from './entity.ts'

/**
 * One searchable fact of an entity: the lower-cased dotted key, the value in its own letter case (undefined where only
 * the key counts: null, or too long to be looked for), and whether the value is a text in a list. Such a text also
 * answers to the key `{key}.{value}` with the value `true`; these keys are implied, see `listItemKey`.
 */
export type SearchPair = readonly [key: string, value: string | undefined, isListItem: boolean]

/** Longer keys are not searchable; of longer values only the key is. */
export const longestSearchText = 200

// Only lists can nest without making the key longer, so only they need a floor.
const deepest = 400

/** The key under which a text in a list can be looked for; undefined where it is too long. */
export function listItemKey(key: string, value: string): string | undefined {
  return key.length + value.length < longestSearchText ? `${key}.${value.toLowerCase()}` : undefined
}

/**
 * Everything an entity can be found by. The same pair may come twice. Takes any JSON document without complaint;
 * `attachments`, `metadata.etag` and the raw relations are not searchable, of `status` only the levels of its items.
 */
export function searchPairs(entity: Entity): SearchPair[] {
  const pairs: SearchPair[] = []
  for (const key in entity) {
    if (key === 'relations' || key === 'status' || key === 'attachments' || !Object.hasOwn(entity, key)) continue
    const value: unknown = entity[key]
    if (key === 'metadata') addMetadata(pairs, value)
    else add(pairs, key.toLowerCase(), value, false, 0)
  }
  if (Array.isArray(entity.relations)) addRelations(pairs, entity.relations)
  if (Array.isArray(entity.status?.items)) addStatus(pairs, entity.status.items)
  return pairs
}

function addMetadata(pairs: SearchPair[], metadata: unknown): void {
  if (!isFields(metadata)) return
  for (const key in metadata) {
    if (key !== 'etag' && Object.hasOwn(metadata, key)) add(pairs, `metadata.${key.toLowerCase()}`, metadata[key], false, 0)
  }
  if (metadata['namespace'] === undefined) pairs.push(['metadata.namespace', defaultNamespace, false])
}

function addRelations(pairs: SearchPair[], relations: readonly unknown[]): void {
  for (const relation of relations) {
    if (!isFields(relation)) continue
    const { type, targetRef } = relation
    if (typeof type === 'string' && typeof targetRef === 'string') add(pairs, `relations.${type.toLowerCase()}`, targetRef, false, 0)
  }
}

function addStatus(pairs: SearchPair[], items: readonly unknown[]): void {
  for (const item of items)
    if (isFields(item) && typeof item['level'] === 'string') add(pairs, 'status.items.level', item['level'], false, 0)
}

function add(pairs: SearchPair[], key: string, value: unknown, isInList: boolean, depth: number): void {
  if (key.length > longestSearchText) return
  switch (typeof value) {
    case 'string':
      pairs.push([key, value.length > longestSearchText ? undefined : value, isInList])
      return
    case 'number':
    case 'boolean':
    case 'bigint':
      pairs.push([key, String(value), false])
      return
    case 'object':
      if (value === null) pairs.push([key, undefined, false])
      else if (depth < deepest) addParts(pairs, key, value, depth + 1)
  }
}

function addParts(pairs: SearchPair[], key: string, value: object, depth: number): void {
  if (Array.isArray(value)) {
    for (const item of value) add(pairs, key, item, true, depth)
    return
  }
  for (const name in value) {
    if (Object.hasOwn(value, name)) add(pairs, `${key}.${name.toLowerCase()}`, (value as Record<string, unknown>)[name], false, depth)
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Keys of an entity that differ only by letter case, such as `spec.foo` and `spec.Foo`; such an entity cannot be searched and fails. */
export function caseClashes(entity: Entity): (readonly [string, string])[] {
  const seen = new Map<string, string>()
  const clashes: (readonly [string, string])[] = []

  function note(path: string): void {
    const lower = path.toLowerCase()
    const other = seen.get(lower)
    if (other === undefined) seen.set(lower, path)
    else if (other !== path && !clashes.some(([, known]) => known === path)) clashes.push([other, path])
  }

  function walk(path: string, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > deepest || path.length > longestSearchText) return
    if (Array.isArray(value)) {
      for (const item of value) walk(path, item, depth + 1)
      return
    }
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue
      const inner = path === '' ? name : `${path}.${name}`
      note(inner)
      walk(inner, (value as Record<string, unknown>)[name], depth + 1)
    }
  }

  const { relations: _relations, status: _status, attachments: _attachments, ...searched } = entity
  walk('', searched, 0)
  return clashes
}

import { isRecord } from '@portico/core/common'
import { defaultNamespace, type Entity } from './entity.ts'

/**
 * One searchable fact of an entity: the lower-cased dotted key, the value in its own letter case (undefined where only
 * the key counts: null, or too long to be looked for), and whether the value is a text in a list. Such a text also
 * answers to the key `{key}.{value}` with the value `true`; these keys are implied, see `listItemKey`.
 */
export type SearchPair = readonly [key: string, value: string | undefined, isListItem: boolean]

/** Longer keys are not searchable; of longer values only the key is. */
export const maxSearchTextLength = 200

// Only lists can nest without making the key longer, so only they need a floor.
const maxDepth = 400

/** The key under which a text in a list can be looked for; undefined where it is too long. */
export function listItemKey(key: string, value: string): string | undefined {
  return key.length + value.length < maxSearchTextLength ? `${key}.${value.toLowerCase()}` : undefined
}

/** A node in an entity, such as `spec.type`: what lies below it, and what is found there. */
export interface SearchNode {
  /** The node of that name, in whatever letter case, below this one; undefined where its key gets too long. */
  below(name: string): SearchNode | undefined
  add(value: string | undefined, isListItem: boolean): void
}

/**
 * Goes through everything an entity can be found by. The same value may come twice. Takes any JSON document without complaint;
 * `attachments`, `metadata.etag` and the raw relations are not searchable, of `status` only the levels of its items.
 */
export function visitSearchable(entity: Entity, root: SearchNode): void {
  for (const key in entity) {
    if (notOfTheSource.has(key.toLowerCase()) || !Object.hasOwn(entity, key)) continue
    if (key === 'metadata') visitMetadata(entity[key], root.below(key))
    else visit(entity[key], root.below(key), false, 0)
  }
  visitStitched(entity, root)
}

/** The part of it that stitching adds: relations and status. */
export function visitStitched({ relations, status }: Pick<Entity, 'relations' | 'status'>, root: SearchNode): void {
  if (Array.isArray(relations)) visitRelations(relations, root.below('relations'))
  if (Array.isArray(status?.items)) visitStatus(status.items, root.below('status')?.below('items')?.below('level'))
}

/** Whether a key is one of those that `visitStitched` finds. */
export function isStitchedKey(key: string): boolean {
  return key.startsWith('relations.') || key.startsWith('status.')
}

const notOfTheSource = new Set(['relations', 'status', 'attachments'])

/** Everything an entity can be found by, as a list. */
export function searchPairs(entity: Entity): SearchPair[] {
  const pairs: SearchPair[] = []
  visitSearchable(entity, pairNode(pairs, '', ''))
  return pairs
}

function pairNode(pairs: SearchPair[], key: string, prefix: string): SearchNode {
  return {
    below(name) {
      const inner = prefix + name.toLowerCase()
      return inner.length > maxSearchTextLength ? undefined : pairNode(pairs, inner, `${inner}.`)
    },
    add: (value, isListItem) => void pairs.push([key, value, isListItem]),
  }
}

function visitMetadata(metadata: unknown, node: SearchNode | undefined): void {
  if (!isRecord(metadata)) return
  for (const key in metadata) {
    if (key !== 'etag' && Object.hasOwn(metadata, key)) visit(metadata[key], node?.below(key), false, 0)
  }
  if (metadata['namespace'] === undefined) node?.below('namespace')?.add(defaultNamespace, false)
}

function visitRelations(relations: readonly unknown[], node: SearchNode | undefined): void {
  for (const relation of relations) {
    if (!isRecord(relation)) continue
    const { type, targetRef } = relation
    if (typeof type === 'string' && typeof targetRef === 'string') visit(targetRef, node?.below(type), false, 0)
  }
}

function visitStatus(items: readonly unknown[], node: SearchNode | undefined): void {
  for (const item of items) if (isRecord(item) && typeof item['level'] === 'string') visit(item['level'], node, false, 0)
}

function visit(value: unknown, node: SearchNode | undefined, isInList: boolean, depth: number): void {
  if (!node) return
  switch (typeof value) {
    case 'string':
      node.add(value.length > maxSearchTextLength ? undefined : value, isInList)
      return
    case 'number':
    case 'boolean':
    case 'bigint':
      node.add(String(value), false)
      return
    case 'object':
      if (value === null) node.add(undefined, false)
      else if (depth < maxDepth) visitParts(value, node, depth + 1)
  }
}

function visitParts(value: object, node: SearchNode, depth: number): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, node, true, depth)
    return
  }
  for (const name in value) {
    if (Object.hasOwn(value, name)) visit((value as Record<string, unknown>)[name], node.below(name), false, depth)
  }
}

// More of them are of no use to a reader.
const maxClashes = 20

/** Keys of an entity that differ only by letter case, such as `spec.foo` and `spec.Foo`; such an entity cannot be searched and fails. */
export function caseClashes(entity: Entity): (readonly [string, string])[] {
  const seen = new Map<string, string>()
  const clashes: (readonly [string, string])[] = []

  function note(path: string): void {
    const lower = path.toLowerCase()
    const other = seen.get(lower)
    if (other === undefined) seen.set(lower, path)
    else if (other !== path && clashes.length < maxClashes && !clashes.some(([, known]) => known === path)) clashes.push([other, path])
  }

  function walk(path: string, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > maxDepth || path.length > maxSearchTextLength) return
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

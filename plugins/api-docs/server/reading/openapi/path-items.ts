import { itemId, type PartLink } from '@portico/api-docs/common'
import { fieldsOf, isFields, type Fields } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import type { SchemaReader } from '../schema/schema-reader.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** An operation where it stands, before it is read. */
export interface FoundOperation {
  readonly kind: 'operation' | 'webhook'
  readonly link: PartLink
  readonly method: string
  /** The address, or the name of the webhook. */
  readonly address: string
  readonly operation: Fields
  readonly path: DocumentPath
  readonly pathItem: Fields
  readonly pathItemPath: DocumentPath
}

/** Every operation and webhook of a document, in its order. */
export function findOperations(root: Fields, schemas: SchemaReader): FoundOperation[] {
  const places = [
    { word: 'paths', kind: 'operation' },
    { word: 'x-ms-paths', kind: 'operation' },
    { word: 'webhooks', kind: 'webhook' },
    { word: 'x-webhooks', kind: 'webhook' },
  ] as const
  const found = new Map<string, FoundOperation>()
  for (const { word, kind } of places) {
    for (const [address, item] of Object.entries(fieldsOf(root[word]))) {
      if (address.startsWith('x-') && !isFields(item)) continue
      for (const operation of operationsOf(item, { kind, address, path: [word, address] }, schemas)) {
        if (!found.has(operation.link.id)) found.set(operation.link.id, operation)
      }
    }
  }
  return [...found.values()]
}

/** The operations of one path item, which may be a reference. */
export function operationsOf(
  item: unknown,
  { kind, address, path, idPrefix = '' }: { kind: 'operation' | 'webhook'; address: string; path: DocumentPath; idPrefix?: string },
  schemas: SchemaReader,
): FoundOperation[] {
  const user = { id: itemId(kind, address), label: address }
  const resolved = schemas.resolve(item, path, user)
  if (!resolved) return []
  const { value: pathItem, path: pathItemPath } = resolved
  // A reference may stand beside operations, which then count too.
  const own = fieldsOf(item)
  const inside = (word: string) => (isFields(own[word]) ? { value: own[word], at: path } : { value: pathItem[word], at: pathItemPath })
  const standard = methods.map(word => ({ method: word.toUpperCase(), ...inside(word), steps: [word] }))
  const further = Object.entries(fieldsOf(pathItem.additionalOperations)).map(([name, value]) => ({
    method: name.toUpperCase(),
    value,
    at: pathItemPath,
    steps: ['additionalOperations', name],
  }))
  return [...standard, ...further].flatMap(({ method, value, at, steps }) => {
    if (!isFields(value)) return []
    const label = `${method} ${address}`
    const link = { id: `${idPrefix}${itemId(kind, label)}`, label }
    return [{ kind, link, method, address, operation: value, path: [...at, ...steps], pathItem, pathItemPath }]
  })
}

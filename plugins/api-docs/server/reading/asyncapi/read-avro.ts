import { itemId, type PartLink, type SchemaNode, type SchemaPart } from '@portico/api-docs/common'
import { type Fields, fieldsOf, isFields, listOf, present, textOf, textsOf } from '../document/json-values.ts'

const maxDepth = 40
const maxUsers = 50

const primitives = new Map<string, SchemaNode>([
  ['null', { types: ['null'] }],
  ['boolean', { types: ['boolean'] }],
  ['int', { types: ['integer'], format: 'int32' }],
  ['long', { types: ['integer'], format: 'int64' }],
  ['float', { types: ['number'], format: 'float' }],
  ['double', { types: ['number'], format: 'double' }],
  ['bytes', { types: ['string'], format: 'bytes' }],
  ['string', { types: ['string'] }],
])

export interface AvroReader {
  /** Reads a schema of Avro. Its named types become parts of their own. */
  readonly read: (schema: unknown, user: PartLink) => SchemaNode
  readonly nodeOf: (id: string) => SchemaNode | undefined
  readonly finish: () => readonly SchemaPart[]
}

interface Entry {
  readonly link: PartLink
  readonly users: Map<string, string>
  node: SchemaNode
}

interface Scope {
  readonly namespace: string
  readonly depth: number
  readonly user: PartLink
  /** The named types of one schema, by full name. */
  readonly named: Map<string, Entry>
}

/** Reads Avro into the model: records are objects, unions are `oneOf`, logical types are formats. */
export function createAvroReader(uniqueName: (name: string) => string): AvroReader {
  const entries = new Map<string, Entry>()
  const known = new Map<string, Entry>()

  function read(schema: unknown, scope: Scope): SchemaNode {
    if (scope.depth > maxDepth) return { isCut: true }
    const inner = { ...scope, depth: scope.depth + 1 }
    if (typeof schema === 'string') return primitives.get(schema) ?? refTo(schema, scope)
    if (Array.isArray(schema)) return unionOf(schema.map(member => read(member, inner)))
    if (!isFields(schema)) return {}
    const details = { format: textOf(schema.logicalType), description: textOf(schema.doc), default: schema.default }
    if (schema.type === 'record' || schema.type === 'error' || schema.type === 'enum' || schema.type === 'fixed')
      return named(schema, inner)
    if (schema.type === 'array') return present({ types: ['array'], items: read(schema.items, inner), ...details })
    if (schema.type === 'map') return present({ types: ['object'], additionalProperties: read(schema.values, inner), ...details })
    return { ...read(schema.type, inner), ...present(details) }
  }

  function named(schema: Fields, scope: Scope): SchemaNode {
    const fullName = fullNameOf(textOf(schema.name) ?? 'Unnamed', textOf(schema.namespace) ?? scope.namespace)
    const label = uniqueName(fullName.slice(fullName.lastIndexOf('.') + 1))
    const entry: Entry = { link: { id: itemId('schema', label), label }, users: new Map(), node: {} }
    entries.set(entry.link.id, entry)
    scope.named.set(fullName, entry)
    const namespace = fullName.slice(0, Math.max(0, fullName.lastIndexOf('.')))
    entry.node = nodeOf(schema, { ...scope, namespace, user: entry.link })
    return linkTo(entry, scope.user)
  }

  function nodeOf(schema: Fields, scope: Scope): SchemaNode {
    const base = { description: textOf(schema.doc), format: textOf(schema.logicalType) }
    if (schema.type === 'enum') return present({ types: ['string'], enum: textsOf(schema.symbols), default: schema.default, ...base })
    if (schema.type === 'fixed')
      return present({ types: ['string'], constraints: [['size', schema.size] as const], ...base, format: base.format ?? 'bytes' })
    const properties = listOf(schema.fields)
      .map(fieldsOf)
      .map(field => {
        const node = read(field.type, scope)
        const isRequired = field.default === undefined ? true : undefined
        const details = present({ description: textOf(field.doc), default: field.default })
        return present({ name: textOf(field.name) ?? '', isRequired, schema: { ...node, ...details } })
      })
    return present({ types: ['object'], properties, ...base })
  }

  function refTo(name: string, { named: names, namespace, user }: Scope): SchemaNode {
    const entry = names.get(fullNameOf(name, namespace)) ?? names.get(name)
    return entry ? linkTo(entry, user) : { refLabel: name, isRefMissing: true }
  }

  function linkTo(entry: Entry, user: PartLink): SchemaNode {
    entry.users.set(user.id, user.label)
    return { ref: entry.link.id, refLabel: entry.link.label }
  }

  return {
    read(schema, user) {
      // Messages may share a schema by reference: it is one part.
      const key = isFields(schema) ? JSON.stringify(schema) : ''
      const same = known.get(key)
      if (same) return linkTo(same, user)
      const node = read(schema, { namespace: '', depth: 0, user, named: new Map() })
      const entry = node.ref === undefined ? undefined : entries.get(node.ref)
      if (key !== '' && entry) known.set(key, entry)
      return node
    },
    nodeOf: id => entries.get(id)?.node,
    finish: () =>
      [...entries.values()].map(({ link, users, node }) => ({
        kind: 'schema',
        id: link.id,
        name: link.label,
        schema: node,
        usedBy: [...users].slice(0, maxUsers).map(([id, label]) => ({ id, label })),
        usedByTotal: users.size,
      })),
  }
}

const fullNameOf = (name: string, namespace: string) => (name.includes('.') || namespace === '' ? name : `${namespace}.${name}`)

/** What may be null has `null` among its types; other unions are a choice. */
function unionOf(members: readonly SchemaNode[]): SchemaNode {
  const others = members.filter(({ types }) => types?.[0] !== 'null')
  const [only] = others
  if (others.length === 1 && only?.types && others.length < members.length) return { ...only, types: [...only.types, 'null'] }
  return members.length === 1 && only ? only : { oneOf: members }
}

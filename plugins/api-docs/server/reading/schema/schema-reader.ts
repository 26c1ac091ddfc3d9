import { itemId, type PartLink, type SchemaNode, type SchemaPart } from '@portico/api-docs/common'
import { fieldsOf, isFields, present, textOf, type Fields } from '../document/json-values.ts'
import type { DocumentPath, OpenedDocument } from '../document/open-document.ts'
import type { ProblemList } from '../document/problem-list.ts'
import { createPartNames, isNamedPlace } from './part-names.ts'
import { createReferences, maxHops, type Target } from './references.ts'
import { schemaNodeOf } from './schema-node-of.ts'

/** Levels of one schema, not counting what it refers to. */
const maxDepth = 40
/** Of one part, and of all parts together. A part is sent and drawn as a whole. */
const maxPartNodes = 20_000
const maxNodes = 500_000
/** Who refers to a schema: the first of them are listed. */
const maxUsers = 50

/** Reads the schemas of one document. What they refer to becomes a part of its own. */
export interface SchemaReader {
  /** `user` is the part that the schema stands in: schemas say who uses them. */
  readonly read: (schema: unknown, path: DocumentPath, user: PartLink) => SchemaNode
  /** Follows the reference of anything but a schema, such as a parameter. Undefined, and a problem, where it leads nowhere. */
  readonly resolve: (
    value: unknown,
    path: DocumentPath,
    user: PartLink,
  ) => { readonly value: Fields; readonly path: DocumentPath } | undefined
  /** Whether a reference leads to something in this document. */
  readonly has: (ref: string) => boolean
  /** Makes a part of a schema that has a name, such as one of `components.schemas`, and returns its link. */
  readonly name: (schema: unknown, path: DocumentPath) => PartLink
  /** The schema of a part, for examples. */
  readonly nodeOf: (id: string) => SchemaNode | undefined
  /** Reads all that is referred to, and returns the parts. */
  readonly finish: () => readonly Omit<SchemaPart, 'example'>[]
}

interface Entry {
  readonly link: PartLink
  readonly target: Target
  readonly users: Map<string, string>
  node?: SchemaNode
}

interface Context {
  readonly user: PartLink
  depth: number
  nodes: number
}

/** A reader for one document. `rootName` is the name of a schema that is the whole document. */
export function createSchemaReader({
  document,
  problems,
  rootName = 'Root',
}: {
  readonly document: Pick<OpenedDocument, 'value'>
  readonly problems: ProblemList
  readonly rootName?: string
}): SchemaReader {
  const find = createReferences(document.value)
  const nameOf = createPartNames(rootName)
  const entries = new Map<string, Entry>()
  const byPath = new Map<string, Entry>()
  let total = 0

  function entryOf(target: Target): Entry {
    const key = JSON.stringify(target.path)
    const known = byPath.get(key)
    if (known) return known
    const name = nameOf(target.path)
    const link = { id: itemId('schema', name), label: name }
    const entry: Entry = { link, target, users: new Map() }
    byPath.set(key, entry)
    entries.set(link.id, entry)
    return entry
  }

  function missing(ref: string, path: DocumentPath, user: PartLink): void {
    problems.add('reference-missing', missingText(ref), { path: [...path, '$ref'], item: user.id })
  }

  /** The named schema at the end of a reference, or the first thing that is not only a reference itself. */
  function lead(ref: string): Target | undefined {
    let target = find(ref)
    for (let hop = 0; target && hop < maxHops; hop += 1) {
      const next = fieldsOf(target.value).$ref
      if (typeof next !== 'string' || isNamedPlace(target.path)) return target
      target = find(next)
    }
    return undefined
  }

  function readNode(schema: unknown, path: DocumentPath, context: Context): SchemaNode {
    if (schema === true) return {}
    if (schema === false) return { not: {} }
    if (!isFields(schema)) return {}
    context.nodes += 1
    total += 1
    if (context.depth >= maxDepth || context.nodes > maxPartNodes || total > maxNodes) return { isCut: true }
    context.depth += 1
    const node = schemaNodeOf(schema, path, (inner, innerPath) => readNode(inner, innerPath, context))
    context.depth -= 1
    return { ...refOf(schema, path, context.user), ...node, ...discriminatorOf(schema, context.user) }
  }

  function refOf(schema: Fields, path: DocumentPath, user: PartLink): SchemaNode {
    const ref = schema.$ref ?? schema.$dynamicRef ?? schema.$recursiveRef
    if (typeof ref !== 'string') return {}
    const target = lead(ref)
    if (!target) {
      missing(ref, path, user)
      return { refLabel: ref, isRefMissing: true }
    }
    const { link, users } = entryOf(target)
    users.set(user.id, user.label)
    return { ref: link.id, refLabel: link.label }
  }

  function discriminatorOf({ discriminator }: Fields, user: PartLink): SchemaNode {
    const property = textOf(discriminator) ?? textOf(fieldsOf(discriminator).propertyName)
    if (property === undefined) return {}
    const said = Object.entries(fieldsOf(fieldsOf(discriminator).mapping)).flatMap(([value, to]) => {
      const text = textOf(to)
      if (text === undefined) return []
      const target = find(text) ?? find(`#/components/schemas/${text}`)
      if (!target) return [[value, text] as const]
      const { link, users } = entryOf(target)
      users.set(user.id, user.label)
      return [[value, link.id] as const]
    })
    return { discriminator: present({ property, mapping: said.length === 0 ? undefined : Object.fromEntries(said) }) }
  }

  function nodeOf(id: string): SchemaNode | undefined {
    const entry = entries.get(id)
    if (!entry) return undefined
    entry.node ??= readNode(entry.target.value, entry.target.path, { user: entry.link, depth: 0, nodes: 0 })
    return entry.node
  }

  return {
    read: (schema, path, user) => readNode(schema, path, { user, depth: 0, nodes: 0 }),
    resolve(value, path, user) {
      let target: Target | undefined = { value, path }
      let beside: Fields = {}
      for (let hop = 0; hop < maxHops; hop += 1) {
        if (!isFields(target.value)) return undefined
        const ref: unknown = target.value.$ref
        if (typeof ref !== 'string') return { value: hop === 0 ? target.value : { ...target.value, ...beside }, path: target.path }
        const next = find(ref)
        if (!next) {
          missing(ref, target.path, user)
          return undefined
        }
        // What a use says of itself comes before what is said of the thing.
        const { summary, description } = fieldsOf(target.value)
        beside = { ...present({ summary: textOf(summary), description: textOf(description) }), ...beside }
        target = next
      }
      problems.add('reference-missing', `The reference leads to itself`, { path, item: user.id })
      return undefined
    },
    has: ref => find(ref) !== undefined,
    name: (schema, path) => entryOf({ value: schema, path }).link,
    nodeOf,
    finish() {
      // Reading an entry may add others behind it.
      for (const id of entries.keys()) nodeOf(id)
      return [...entries.values()].map(({ link, users, node = {} }) => ({
        kind: 'schema',
        id: link.id,
        name: link.label,
        schema: node,
        usedBy: [...users].slice(0, maxUsers).map(([id, label]) => ({ id, label })),
        usedByTotal: users.size,
      }))
    },
  }
}

function missingText(ref: string): string {
  if (ref.startsWith('#')) return `The reference ${ref} leads to nothing in this definition`
  return `The reference ${ref} leads to another document, which is not in this definition. Bundle it with $openapi or $asyncapi`
}

import type { Part } from '../../parts/part.ts'
import type { SchemaNode } from '../../parts/schema-node.ts'

/** How many schemas an `allOf` may lead through. */
const maxMembers = 200
/** How many schemas may each be the only variant of the one before. */
const maxWrappers = 8

export interface FlatField {
  readonly isRequired: boolean
  readonly schema: SchemaNode
}

/** A schema with its `allOf` joined, references at its top followed, and null taken out of its types and variants. */
export interface FlatSchema {
  /** Empty: anything. */
  readonly types: ReadonlySet<string>
  readonly isNullable: boolean
  readonly format: string | undefined
  readonly enum: readonly unknown[] | undefined
  readonly default: unknown
  readonly constraints: ReadonlyMap<string, unknown>
  readonly fields: ReadonlyMap<string, FlatField>
  readonly otherFields: SchemaNode | boolean | undefined
  readonly items: SchemaNode | undefined
  readonly tuple: readonly SchemaNode[]
  readonly variants: readonly SchemaNode[]
  readonly discriminator: SchemaNode['discriminator']
  readonly conditions: Readonly<Record<string, unknown>>
  readonly isDeprecated: boolean
  readonly documentation: readonly unknown[]
  /** Not all of it is known: a reference leads nowhere, or it is nested too deep. */
  readonly isUnknown: boolean
}

type Parts = Readonly<Record<string, Part>>

/** The schema that a reference leads to. */
export function schemaAt(parts: Parts, id: string | undefined): SchemaNode | undefined {
  const part = id !== undefined && Object.hasOwn(parts, id) ? parts[id] : undefined
  return part?.kind === 'schema' ? part.schema : undefined
}

/** The schemas that this one is, or is made of: its own reference, those of its `allOf`, and the only one beside null. */
export function refsOf(node: SchemaNode): string[] {
  const variants = [...(node.oneOf ?? []), ...(node.anyOf ?? [])].filter(each => !isNull(each))
  const only = variants.length === 1 ? variants : []
  return [node, ...(node.allOf ?? []), ...only].flatMap(({ ref }) => ref ?? [])
}

/** All schemas that are joined in one. Those under `without` are left out: they are compared by themselves. */
function membersOf(node: SchemaNode, parts: Parts, without: ReadonlySet<string>): SchemaNode[] {
  const members: SchemaNode[] = []
  const seen = new Set<string>()
  const open = [node]
  while (open.length > 0 && members.length < maxMembers) {
    const { ref, ...next } = open.shift()!
    members.push(next)
    open.push(...(next.allOf ?? []))
    if (ref === undefined || seen.has(ref) || without.has(ref)) continue
    seen.add(ref)
    open.push(schemaAt(parts, ref) ?? { isRefMissing: true })
  }
  return members
}

/** `without`: the ids of schemas that are compared by themselves. */
export function flatten(node: SchemaNode, parts: Parts, without: ReadonlySet<string> = new Set(), depth = 0): FlatSchema {
  const members = membersOf(node, parts, without)
  const first = <Key extends keyof SchemaNode>(key: Key) => members.find(member => member[key] !== undefined)?.[key]
  const types = new Set(members.map(member => member.types ?? []).find(each => each.length > 0))
  const allVariants = members.flatMap(member => [...(member.oneOf ?? []), ...(member.anyOf ?? [])])
  const variants = allVariants.filter(each => !isNull(each))
  const constant = first('const')
  const values = first('enum') ?? (constant === undefined ? undefined : [constant])
  const isNullable = types.has('null') || variants.length < allVariants.length || values?.includes(null) === true
  types.delete('null')
  const fields = fieldsOf(members)
  // `oneOf: [Booking, null]` is a Booking that may be null.
  if (variants.length === 1 && fields.size === 0 && types.size === 0 && depth < maxWrappers) {
    const inner = flatten(variants[0]!, parts, without, depth + 1)
    return { ...inner, isNullable: isNullable || inner.isNullable }
  }
  return {
    types,
    isNullable,
    format: first('format'),
    enum: values?.filter(value => value !== null),
    default: first('default'),
    constraints: new Map(members.flatMap(member => member.constraints ?? [])),
    fields,
    otherFields: first('additionalProperties'),
    items: first('items'),
    tuple: first('prefixItems') ?? [],
    variants,
    discriminator: first('discriminator'),
    conditions: conditionsOf(members),
    isDeprecated: members.some(member => member.isDeprecated === true),
    documentation: members
      .map(each => [each.title, each.description, each.examples, each.enumTexts, each.externalDocs])
      .filter(texts => texts.some(text => text !== undefined)),
    isUnknown: members.some(member => member.isRefMissing === true || member.isCut === true),
  }
}

function isNull({ types, ref, enum: values }: SchemaNode): boolean {
  return ref === undefined && ((types?.length === 1 && types[0] === 'null') || (values?.length === 1 && values[0] === null))
}

function fieldsOf(members: readonly SchemaNode[]): Map<string, FlatField> {
  const fields = new Map<string, FlatField>()
  for (const { properties } of members) {
    for (const { name, isRequired = false, schema } of properties ?? []) {
      const known = fields.get(name)
      const isEmpty = known !== undefined && Object.keys(known.schema).length === 0
      fields.set(name, { isRequired: isRequired || known?.isRequired === true, schema: known && !isEmpty ? known.schema : schema })
    }
  }
  return fields
}

const conditionNames = ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'patternProperties'] as const

/** What cannot be compared but by whether it is the same. */
function conditionsOf(members: readonly SchemaNode[]): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const member of members) for (const name of conditionNames) if (member[name] !== undefined) found[name] ??= member[name]
  return found
}

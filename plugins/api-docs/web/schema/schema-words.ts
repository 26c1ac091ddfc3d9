import type { SchemaNode } from '@portico/api-docs/common'

const maxValueLength = 240

/** A value in one line, as the definition writes it; a long one is cut. */
export function toValueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

const signs: Readonly<Record<string, string>> = { minimum: '≥', maximum: '≤', exclusiveMinimum: '>', exclusiveMaximum: '<' }

/** A constraint in as few letters as possible. */
export function toConstraintText([name, value]: readonly [string, unknown]): string {
  if (value === true) return name
  return `${signs[name] ?? name} ${toValueText(value)}`
}

/** The items of an array that is nothing but its items: then their fields are shown as its own. */
export function itemsOf(schema: SchemaNode): SchemaNode | undefined {
  const isPlain = schema.ref === undefined && schema.properties === undefined && schema.prefixItems === undefined
  return isPlain && schema.contains === undefined ? schema.items : undefined
}

/** The names of types: `string | null`. */
export function toTypeNames({ types = [], format }: SchemaNode): string | undefined {
  if (types.length === 0) return format
  const names = types.join(' | ')
  return format === undefined ? names : `${names} (${format})`
}

/** The schema that a node leads to when it is unfolded, through arrays. */
export function targetOf(schema: SchemaNode): string | undefined {
  const items = itemsOf(schema)
  return items ? targetOf(items) : schema.ref
}

/** Whether nothing is said about a field but that it must be there. */
export function isUndescribed(schema: SchemaNode): boolean {
  return Object.keys(schema).length === 0
}

/** How many rows a schema unfolds to; 0: nothing is below it. A reference counts as one, because what it has is not loaded yet. */
export function countBelow(schema: SchemaNode): number {
  if (schema.isRefMissing) return 0
  const lists = [schema.properties, schema.patternProperties, schema.prefixItems, schema.oneOf, schema.anyOf, schema.allOf]
  const single = [schema.contains, schema.not, schema.if, schema.then, schema.else, schema.propertyNames]
  const items = itemsOf(schema)
  return (
    lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) +
    single.filter(Boolean).length +
    (typeof schema.additionalProperties === 'object' ? 1 : 0) +
    (items ? countBelow(items) : schema.items ? 1 : 0) +
    (schema.ref === undefined ? 0 : 1)
  )
}

/** The schema that is referred to, with what is said where it is used: that comes first. */
export function withOwnWords(target: SchemaNode, use: SchemaNode): SchemaNode {
  const { ref: _ref, refLabel: _label, isRefMissing: _missing, ...own } = use
  return { ...target, ...own }
}

const isNull = ({ types, ref }: SchemaNode) => ref === undefined && types?.length === 1 && types[0] === 'null'

/**
 * A schema without the detours that its language needs: a choice between something and null is that thing or null, and a list of one is what it
 * lists.
 */
export function simplify(schema: SchemaNode): SchemaNode {
  const { allOf, anyOf, oneOf, ...own } = schema
  const choices = [allOf, anyOf, oneOf].filter(list => list !== undefined)
  const list = choices.length === 1 ? choices[0] : undefined
  if (!list || own.ref !== undefined || own.properties || own.discriminator) return schema
  const real = allOf ? list : list.filter(each => !isNull(each))
  const [only] = real
  if (real.length !== 1 || !only) return schema
  const canBeNull = real.length < list.length || own.types?.includes('null')
  const whole = { ...only, ...own, types: own.types && own.types.length > 0 ? own.types : only.types }
  const types = canBeNull && !whole.types?.includes('null') ? [...(whole.types ?? []), 'null'] : whole.types
  return simplify({ ...whole, ...(types && { types }) } as SchemaNode)
}

/** What an alternative of a choice is called. */
export function toChoiceName(schema: SchemaNode, number: number): string {
  const items = itemsOf(schema)
  const name = schema.title ?? schema.refLabel ?? (items && `${toChoiceName(items, number)}[]`) ?? toTypeNames(schema)
  const needed = schema.properties?.every(({ isRequired, schema: field }) => isRequired && isUndescribed(field)) && schema.properties
  return name ?? (needed ? needed.map(field => field.name).join(', ') : `#${number}`)
}

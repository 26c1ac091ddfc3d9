import { isRecord, textOf } from '@portico/core/common'

/** One field of a JSON schema, ready to be shown. */
export interface SchemaRow {
  readonly path: string
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
  readonly title: string | undefined
  readonly description: string | undefined
  readonly defaultValue: string | undefined
  readonly choices: readonly string[]
}

type Schema = Readonly<Record<string, unknown>>

const maxDepth = 4
const maxRows = 300

/** The alternatives of a schema: those of `anyOf` and `oneOf` at the top, else the schema itself. */
export function variantsOf(schema: unknown): readonly Schema[] {
  if (!isRecord(schema)) return []
  const choices = [schema['anyOf'], schema['oneOf']].find(each => Array.isArray(each) && each.some(isObjectSchema)) as unknown[] | undefined
  if (!choices) return [schema]
  return choices.filter(isRecord)
}

/** The fields of an object schema, with those inside of them. What is wrong in it is left out. */
export function toSchemaRows(schema: unknown): readonly SchemaRow[] {
  const rows: SchemaRow[] = []
  addRows(schema, '', 0, rows)
  return rows
}

function addRows(schema: unknown, prefix: string, depth: number, rows: SchemaRow[]): void {
  if (!isRecord(schema) || depth > maxDepth) return
  const required = new Set(listOf(schema['required']).map(String))
  for (const [name, field] of Object.entries(isRecord(schema['properties']) ? schema['properties'] : {})) {
    if (rows.length >= maxRows) return
    const path = `${prefix}${name}`
    const own = isRecord(field) ? field : {}
    rows.push({
      path,
      depth,
      type: typeOf(own),
      isRequired: required.has(name),
      title: textOf(own['title']),
      description: textOf(own['description']),
      defaultValue: own['default'] === undefined ? undefined : JSON.stringify(own['default']),
      choices: choicesOf(own),
    })
    addRows(own, `${path}.`, depth + 1, rows)
    if (isRecord(own['items'])) addRows(own['items'], `${path}[].`, depth + 1, rows)
  }
}

/** A type in short: `string`, `string[]`, `string | number`. */
export function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return ''
  const { type, items, enum: values, const: only } = schema
  if (type === 'array') {
    const inner = typeOf(items)
    return inner.includes(' ') ? `(${inner})[]` : `${inner || 'any'}[]`
  }
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return type.map(String).join(' | ')
  const parts = [schema['anyOf'], schema['oneOf']].flatMap(listOf)
  if (parts.length > 0) return [...new Set(parts.map(part => typeOf(part) || 'any'))].join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  return Array.isArray(values) ? [...new Set(values.map(value => typeof value))].join(' | ') : ''
}

/** What a schema says about itself. */
export function descriptionOf(schema: unknown): string | undefined {
  return isRecord(schema) ? textOf(schema['description']) : undefined
}

function choicesOf(schema: Schema): readonly string[] {
  return listOf(schema['enum']).map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
}

function isObjectSchema(value: unknown): boolean {
  return isRecord(value) && (value['type'] === 'object' || isRecord(value['properties']))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

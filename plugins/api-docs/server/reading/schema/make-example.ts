import type { Example, SchemaNode } from '@portico/api-docs/common'
import { sampleText } from './sample-texts.ts'
import { toFormText, toXmlText } from './example-texts.ts'

const maxDepth = 8
const maxValues = 200
const maxCharacters = 8000

export interface ExampleOptions {
  /** What a reference leads to. */
  readonly nodeOf: (id: string) => SchemaNode | undefined
  readonly mediaType?: string
  /** Requests have no `readOnly` fields, and answers no `writeOnly` ones. */
  readonly direction?: 'request' | 'response'
}

/** An example made from a schema. Undefined where none can be made, such as of bytes. */
export function makeExample(node: SchemaNode, options: ExampleOptions): Example | undefined {
  const value = createMaker(options)(node)
  if (value === undefined) return undefined
  const text = exampleText(value, options.mediaType, node.refLabel)
  return text === undefined || text.length > maxCharacters ? undefined : { text, isMade: true }
}

/** A value as it is written in a media type. */
export function exampleText(value: unknown, mediaType = 'application/json', name?: string): string | undefined {
  if (typeof value === 'string' && !/json/.test(mediaType)) return value
  if (/xml/.test(mediaType)) return toXmlText(value, name)
  if (mediaType === 'application/x-www-form-urlencoded') return toFormText(value)
  if (/octet-stream|^image\/|^audio\/|^video\/|pdf|zip/.test(mediaType)) return undefined
  return JSON.stringify(value, null, 2)
}

function createMaker({ nodeOf, direction }: ExampleOptions): (node: SchemaNode) => unknown {
  const open = new Set<string>()
  let values = 0

  function make(node: SchemaNode, depth: number): unknown {
    values += 1
    if (values > maxValues || depth > maxDepth || node.isCut) return undefined
    const given = givenIn(node)
    if (given !== undefined) return given
    if (node.ref !== undefined) {
      const inner = open.has(node.ref) ? undefined : nodeOf(node.ref)
      if (!inner) return undefined
      open.add(node.ref)
      const value = make(inner, depth)
      open.delete(node.ref)
      return value
    }
    return makeCombined(node, depth)
  }

  function makeCombined(node: SchemaNode, depth: number): unknown {
    const own = makeByType(node, depth)
    const parts = (node.allOf ?? []).map(inner => make(inner, depth))
    const choice = [...(node.oneOf ?? []), ...(node.anyOf ?? [])].find(inner => !isNull(inner))
    if (choice) parts.push(make(choice, depth))
    if (parts.length === 0) return own
    const objects = [...parts, own].filter(isObject)
    return objects.length > 0 ? Object.assign({}, ...objects) : (own ?? parts.find(part => part !== undefined))
  }

  function makeByType(node: SchemaNode, depth: number): unknown {
    const type = node.types?.find(name => name !== 'null') ?? node.types?.[0]
    if (type === 'object' || node.properties) return makeObject(node, depth)
    if (type === 'array') {
      const items = node.prefixItems ?? (node.items ? [node.items] : [])
      return items.map(item => make(item, depth + 1)).filter(item => item !== undefined)
    }
    if (type === 'string') return sampleText(node)
    if (type === 'integer' || type === 'number') return sampleNumber(node, type)
    if (type === 'boolean') return true
    return type === 'null' ? null : undefined
  }

  function makeObject(node: SchemaNode, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (const { name, schema } of node.properties ?? []) {
      if ((direction === 'request' && schema.isReadOnly) || (direction === 'response' && schema.isWriteOnly)) continue
      const value = make(schema, depth + 1)
      if (value !== undefined) result[name] = value
    }
    if (!node.properties && typeof node.additionalProperties === 'object') {
      const value = make(node.additionalProperties, depth + 1)
      if (value !== undefined) result.key = value
    }
    return result
  }

  return node => make(node, 0)
}

function givenIn(node: SchemaNode): unknown {
  if (node.const !== undefined) return node.const
  if (node.examples && node.examples.length > 0) return node.examples[0]
  if (node.default !== undefined && node.default !== null) return node.default
  return node.enum?.find(value => value !== null)
}

function isNull({ types }: SchemaNode): boolean {
  return types?.length === 1 && types[0] === 'null'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sampleNumber(node: SchemaNode, type: 'integer' | 'number'): number {
  const bounds = new Map(node.constraints)
  const bound = (word: string) => (typeof bounds.get(word) === 'number' ? (bounds.get(word) as number) : undefined)
  const step = bound('multipleOf') ?? 1
  const above = bound('exclusiveMinimum')
  const least = bound('minimum') ?? (above === undefined ? undefined : above + step)
  const most = bound('maximum') ?? bound('exclusiveMaximum')
  if (least !== undefined && least > 0) return type === 'integer' ? Math.ceil(least) : least
  return most !== undefined && most < 1 ? (least ?? most) : step
}

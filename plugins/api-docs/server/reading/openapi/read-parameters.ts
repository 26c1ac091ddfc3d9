import type { HttpResponse, Parameter } from '@portico/api-docs/common'
import { listOf, present, textOf, type Fields } from '../document/json-values.ts'
import { resolvedEntries, within, type OpenapiContext, type Spot } from './openapi-context.ts'
import { readContent, readExamples, schemaAt } from './read-media.ts'

const places = ['path', 'query', 'querystring', 'header', 'cookie'] as const

/** A parameter where it stands, with its reference followed. */
export interface FoundParameter {
  readonly value: Fields
  readonly spot: Spot
}

/** The parameters of an operation with those of its path item, which it may replace. */
export function findParameters(context: OpenapiContext, ofPath: FoundList, ofOperation: FoundList): FoundParameter[] {
  const found = new Map<string, FoundParameter>()
  for (const { list, spot } of [ofPath, ofOperation]) {
    for (const [at, item] of listOf(list).entries()) {
      const resolved = context.schemas.resolve(item, [...spot.path, at], spot.user)
      if (!resolved) continue
      const key = `${textOf(resolved.value.in)} ${textOf(resolved.value.name)}`
      found.set(key, { value: resolved.value, spot: { path: resolved.path, user: spot.user } })
    }
  }
  return [...found.values()]
}

interface FoundList {
  readonly list: unknown
  readonly spot: Spot
}

export function readParameter(context: OpenapiContext, { value, spot }: FoundParameter): Parameter | undefined {
  const name = textOf(value.name)
  if (name === undefined) return undefined
  const where = places.find(place => place === value.in) ?? 'query'
  const described = readDescribed(context, name, value, spot)
  if (described.description === undefined) {
    context.problems.add('no-description', `The parameter ${name} has no description`, { path: spot.path, item: spot.user.id })
  }
  return { ...described, in: where, ...(where === 'path' && { isRequired: true }) }
}

/** The headers of an answer. */
export function readHeaders(context: OpenapiContext, headers: unknown, spot: Spot): HttpResponse['headers'] {
  return resolvedEntries(context, headers, spot).map(({ name, value, spot: inner }) => readDescribed(context, name, value, inner))
}

function readDescribed(context: OpenapiContext, name: string, value: Fields, spot: Spot): Omit<Parameter, 'in'> {
  const media = readContent(context, value.content, within(spot, 'content'), 'request')
  const isInline = context.isTwo && value.schema === undefined
  return present({
    name,
    description: textOf(value.description),
    isRequired: value.required === true ? true : undefined,
    isDeprecated: value.deprecated === true ? true : undefined,
    // In OpenAPI 2.0 a parameter is itself a schema.
    schema: isInline ? context.schemas.read(inlineSchema(value), spot.path, spot.user) : schemaAt(context, value, 'schema', spot),
    media: media.length === 0 ? undefined : media,
    ...serialisationOf(value),
    allowEmptyValue: value.allowEmptyValue === true ? true : undefined,
    allowReserved: value.allowReserved === true ? true : undefined,
    examples: readExamples(context, value, spot),
  })
}

const notOfSchema = new Set([
  'name',
  'in',
  'description',
  'required',
  'allowEmptyValue',
  'collectionFormat',
  'x-example',
  'example',
  'examples',
])

/** The words of a parameter of OpenAPI 2.0 that belong to its schema. */
export function inlineSchema(value: Fields): Fields {
  return Object.fromEntries(Object.entries(value).filter(([word]) => !notOfSchema.has(word)))
}

const byCollectionFormat: Readonly<Record<string, { readonly style: string; readonly explode: boolean }>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
}

function serialisationOf(value: Fields): Pick<Parameter, 'style' | 'explode'> {
  const collection = textOf(value.collectionFormat) ?? (value.type === 'array' ? 'csv' : '')
  const old = Object.hasOwn(byCollectionFormat, collection) ? byCollectionFormat[collection] : undefined
  if (old) return value.in === 'query' ? old : { style: 'simple', explode: false }
  return present({ style: textOf(value.style), explode: typeof value.explode === 'boolean' ? value.explode : undefined })
}

import type { Example, HttpBody, Media, SchemaNode } from '@portico/api-docs/common'
import { fieldsOf, isFields, present, textOf, type Fields } from '../document/json-values.ts'
import { exampleText, makeExample } from '../schema/make-example.ts'
import { resolvedEntries, within, type OpenapiContext, type Spot } from './openapi-context.ts'

export type Direction = 'request' | 'response'

const maxExampleCharacters = 50_000

/** The bodies of `content`, by media type. */
export function readContent(context: OpenapiContext, content: unknown, spot: Spot, direction: Direction): Media[] {
  return resolvedEntries(context, content, spot).map(({ name, value, spot: inner }) => readMedia(context, name, value, inner, direction))
}

function readMedia(context: OpenapiContext, type: string, media: Fields, spot: Spot, direction: Direction): Media {
  const schema = schemaAt(context, media, 'schema', spot)
  const itemSchema = schemaAt(context, media, 'itemSchema', spot)
  const given = readExamples(context, media, spot, type)
  return present({
    type,
    schema,
    itemSchema,
    examples: given.length > 0 ? given : madeExamples(context, schema ?? itemSchema, type, direction),
    encoding: encodingOf(media),
  })
}

/** How the parts of a body are sent: by name, and in OpenAPI 3.2 also by place. */
function encodingOf({ encoding, prefixEncoding, itemEncoding }: Fields): Fields | undefined {
  const said = { ...fieldsOf(encoding), ...present({ prefixEncoding, itemEncoding }) }
  return Object.keys(said).length === 0 ? undefined : said
}

/** The schema in a field, if there is one. */
export function schemaAt(context: OpenapiContext, holder: Fields, word: string, { path, user }: Spot): SchemaNode | undefined {
  return holder[word] === undefined ? undefined : context.schemas.read(holder[word], [...path, word], user)
}

/** An example made from a schema, or the one that the schema itself has. */
export function madeExamples(context: OpenapiContext, schema: SchemaNode | undefined, mediaType: string, direction: Direction): Example[] {
  const made = schema && makeExample(schema, { nodeOf: context.schemas.nodeOf, mediaType, direction })
  return made ? [made] : []
}

/** `example` and `examples` of a media type, a parameter or a header. */
export function readExamples(context: OpenapiContext, holder: Fields, spot: Spot, mediaType?: string): Example[] {
  const single = holder.example ?? holder['x-example']
  const one = single === undefined ? [] : [present({ text: givenText(single, mediaType) })]
  const named = isFields(holder.examples) ? holder.examples : {}
  const many = resolvedEntries(context, named, within(spot, 'examples')).map(({ name, value }) => readExample(name, value, mediaType))
  const listed = Array.isArray(holder.examples) ? holder.examples.map(value => present({ text: givenText(value, mediaType) })) : []
  return [...one, ...many, ...listed]
}

function readExample(name: string, example: Fields, mediaType?: string): Example {
  // OpenAPI 3.2 says whether a value is data, or text as it is sent.
  const value = example.value === undefined ? example.dataValue : example.value
  return present({
    name,
    summary: textOf(example.summary),
    description: textOf(example.description),
    text: textOf(example.serializedValue) ?? (value === undefined ? undefined : givenText(value, mediaType)),
    externalUrl: textOf(example.externalValue),
  })
}

/** An example as its definition has it. A text that is JSON already is not written as a text in quotes. */
export function givenText(value: unknown, mediaType?: string): string {
  const isDone = typeof value === 'string' && (mediaType === undefined || /^\s*[{[<]/.test(value))
  const text = isDone ? value : (exampleText(value, mediaType) ?? JSON.stringify(value, null, 2))
  return text.length > maxExampleCharacters ? `${text.slice(0, maxExampleCharacters)}…` : text
}

/** The body of a request, OpenAPI 3. */
export function readBody(context: OpenapiContext, value: unknown, spot: Spot): HttpBody | undefined {
  if (value === undefined) return undefined
  const found = context.schemas.resolve(value, spot.path, spot.user)
  if (!found) return undefined
  const inner = { path: found.path, user: spot.user }
  const body = fieldsOf(found.value)
  return present({
    description: textOf(body.description),
    isRequired: body.required === true ? true : undefined,
    media: readContent(context, body.content, within(inner, 'content'), 'request'),
  })
}

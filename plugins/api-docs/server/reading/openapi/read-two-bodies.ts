import type { HttpBody, Media } from '@portico/api-docs/common'
import { fieldsOf, isFields, present, textOf, textsOf, type Fields } from '../document/json-values.ts'
import type { OpenapiContext, Spot } from './openapi-context.ts'
import { givenText, madeExamples, schemaAt } from './read-media.ts'
import { inlineSchema, type FoundParameter } from './read-parameters.ts'

const formTypes = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** The body of a request of OpenAPI 2.0, where it is a parameter, or where each field of a form is one. */
export function readTwoBody(context: OpenapiContext, operation: Fields, parameters: readonly FoundParameter[]): HttpBody | undefined {
  const types = typesOf(context, operation, 'consumes')
  const body = parameters.find(({ value }) => value.in === 'body')
  if (body) return readBodyParameter(context, body, types)
  const fields = parameters.filter(({ value }) => value.in === 'formData')
  return fields.length > 0 ? readForm(context, fields, types) : undefined
}

function readBodyParameter(context: OpenapiContext, { value, spot }: FoundParameter, types: readonly string[]): HttpBody {
  const schema = schemaAt(context, value, 'schema', spot)
  const given = fieldsOf(value['x-examples'] ?? value['x-example'])
  return present({
    description: textOf(value.description),
    isRequired: value.required === true ? true : undefined,
    media: types.map(type => {
      const own = Object.hasOwn(given, type) ? [{ text: givenText(given[type], type) }] : madeExamples(context, schema, type, 'request')
      return present({ type, schema, examples: own })
    }),
  })
}

function readForm(context: OpenapiContext, fields: readonly FoundParameter[], types: readonly string[]): HttpBody {
  const properties = fields.flatMap(({ value, spot }) => {
    const name = textOf(value.name)
    const schema = { ...inlineSchema(value), ...(value.description === undefined ? {} : { description: value.description }) }
    return name === undefined
      ? []
      : [{ name, ...(value.required === true && { isRequired: true }), schema: context.schemas.read(schema, spot.path, spot.user) }]
  })
  const schema = { types: ['object'], properties }
  const hasFile = fields.some(({ value }) => value.type === 'file')
  const forms = types.filter(type => formTypes.includes(type))
  const used = forms.length > 0 ? forms : [formTypes[hasFile ? 0 : 1] as string]
  const isRequired = properties.some(property => property.isRequired)
  return {
    ...(isRequired && { isRequired }),
    media: used.map(type => ({ type, schema, examples: madeExamples(context, schema, type, 'request') })),
  }
}

/** The bodies of an answer of OpenAPI 2.0. */
export function readTwoMedia(context: OpenapiContext, operation: Fields, response: Fields, spot: Spot): Media[] {
  const schema = schemaAt(context, response, 'schema', spot)
  const given = isFields(response.examples) ? response.examples : {}
  if (!schema && Object.keys(given).length === 0) return []
  const types = [...new Set([...typesOf(context, operation, 'produces'), ...Object.keys(given).filter(type => type.includes('/'))])]
  return types.map(type =>
    present({
      type,
      schema,
      examples: Object.hasOwn(given, type) ? [{ text: givenText(given[type], type) }] : madeExamples(context, schema, type, 'response'),
    }),
  )
}

function typesOf({ root }: OpenapiContext, operation: Fields, word: 'consumes' | 'produces'): string[] {
  const own = textsOf(operation[word])
  const all = own.length > 0 ? own : textsOf(root[word])
  return all.length > 0 ? all : ['application/json']
}

/** In OpenAPI 2.0 the body is among the parameters. */
export function isTwoBody({ value }: FoundParameter): boolean {
  return value.in === 'body' || value.in === 'formData'
}

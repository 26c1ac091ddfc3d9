import type { MessagePart, PartLink } from '@portico/api-docs/common'
import { parseJson } from '@portico/core/common'
import { fieldsOf, isFields, textOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import type { AsyncapiContext } from './asyncapi-context.ts'
import type { AvroReader } from './read-avro.ts'

/** Languages that say the same as JSON Schema, for what is shown. */
const jsonSchema = /^application\/(?:vnd\.aai\.asyncapi|schema\+(?:json|yaml)|vnd\.oai\.openapi|json|yaml)/
const avro = /^application\/vnd\.apache\.avro/

type Payload = Pick<MessagePart, 'payload' | 'payloadText'>

/** Reads a payload by its language. AsyncAPI 3 says it beside the schema, AsyncAPI 2 beside the payload. */
export function readPayload(
  { schemas }: AsyncapiContext,
  avroSchemas: AvroReader,
  {
    value,
    path,
    format,
    user,
  }: { readonly value: unknown; readonly path: DocumentPath; readonly format: unknown; readonly user: PartLink },
): Payload {
  if (value === undefined) return {}
  const isMultiFormat = isFields(value) && typeof value.schemaFormat === 'string' && 'schema' in value
  const schema = isMultiFormat ? value.schema : value
  const place = isMultiFormat ? [...path, 'schema'] : path
  const language = textOf(isMultiFormat ? value.schemaFormat : format) ?? 'application/schema+json'
  if (jsonSchema.test(language)) return { payload: schemas.read(schema, place, user) }
  const ref = textOf(fieldsOf(schema).$ref)
  const resolved = ref === undefined ? schema : schemas.resolve(schema, place, user)?.value
  if (resolved === undefined) return { payloadText: { format: language, text: `$ref: ${ref}` } }
  if (avro.test(language))
    return { payload: avroSchemas.read(typeof resolved === 'string' ? parseJson(resolved, resolved) : resolved, user) }
  return { payloadText: { format: language, text: typeof resolved === 'string' ? resolved : JSON.stringify(resolved, undefined, 2) } }
}

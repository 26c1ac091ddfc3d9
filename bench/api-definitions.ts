import { writeFileSync } from 'node:fs'

/** Writes a made-up OpenAPI document with so many operations, filled up with descriptions to about so many bytes. */
export function writeOpenapi(file: string, { operations, bytes }: { readonly operations: number; readonly bytes: number }): void {
  const schemas = Object.fromEntries(
    Array.from({ length: Math.ceil(operations / 2) }, (_, at) => [`Thing${at}`, toSchema(at, operations / 2)]),
  )
  const bare = JSON.stringify(toDocument(operations, schemas, ''))
  const padding = Math.max(0, Math.floor((bytes - bare.length) / operations))
  const words = 'A parcel goes out in the morning and comes back at night, unless somebody is at home. '
  const text = words.repeat(Math.ceil(padding / words.length)).slice(0, padding)
  writeFileSync(file, JSON.stringify(toDocument(operations, schemas, text), undefined, 1))
}

function toDocument(operations: number, schemas: Readonly<Record<string, unknown>>, text: string) {
  const paths = Object.fromEntries(
    Array.from({ length: Math.ceil(operations / 2) }, (_, at) => [
      `/areas/${at % 40}/things/${at}/{id}`,
      { get: toOperation('read', at, text), put: toOperation('update', at, text) },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: { title: 'Bench API', version: '1.0.0', description: 'Made up.' },
    servers: [{ url: 'https://bench.example' }],
    paths,
    components: { schemas, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
  }
}

function toOperation(verb: string, at: number, text: string) {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/Thing${at}` } } }
  return {
    operationId: `${verb}Thing${at}`,
    tags: [`area ${at % 40}`],
    summary: `${verb} thing ${at}`,
    description: text,
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
    ],
    ...(verb === 'update' && { requestBody: { required: true, content } }),
    responses: { 200: { description: 'The thing', content }, 404: { description: 'There is none' } },
  }
}

function toSchema(at: number, all: number) {
  return {
    type: 'object',
    description: `Thing number ${at}.`,
    required: ['id'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      size: { type: 'string', enum: ['letter', 'shoebox', 'fridge'] },
      weight: { type: 'number', minimum: 0, description: 'In kilograms.' },
      next: { $ref: `#/components/schemas/Thing${(at + 1) % all}` },
    },
  }
}

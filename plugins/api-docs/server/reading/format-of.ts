import type { DefinitionFormat } from '@portico/api-docs/common'
import type { DefinitionSource } from './read-definition.ts'

/** The types that Backstage's own viewers know, and words that people use for the same. */
const byType: Readonly<Record<string, DefinitionFormat>> = {
  openapi: 'openapi',
  swagger: 'openapi',
  rest: 'openapi',
  asyncapi: 'asyncapi',
  graphql: 'graphql',
  grpc: 'grpc',
  proto: 'grpc',
  protobuf: 'grpc',
  'json-schema': 'json-schema',
  jsonschema: 'json-schema',
}

/** How far a text is looked into. */
const beginning = 20_000

/** What a definition is written in: by its own first words where they say it, else by the entity's type. */
export function formatOf({ text, type }: DefinitionSource): DefinitionFormat {
  const start = text.slice(0, beginning)
  if (/^[\s{]*["']?(?:openapi|swagger)["']?\s*:/m.test(start)) return 'openapi'
  if (/^[\s{]*["']?asyncapi["']?\s*:/m.test(start)) return 'asyncapi'
  return byType[type.toLowerCase()] ?? 'text'
}

import type { DefinitionFormat, Reading } from '@portico/api-docs/common'
import type { DefinitionSource, ReadFormat } from './definition-source.ts'
import { emptyReading } from './empty-reading.ts'
import { formatOf } from './format-of.ts'

/** The programs that read a format are loaded when one of its kind is read. */
const readers: Partial<Record<DefinitionFormat, () => Promise<ReadFormat>>> = {
  asyncapi: async () => (await import('./asyncapi/read-asyncapi.ts')).readAsyncapi,
  grpc: async () => (await import('./grpc/read-grpc.ts')).readGrpc,
  graphql: async () => (await import('./graphql/read-graphql.ts')).readGraphql,
  openapi: async () => (await import('./openapi/read-openapi.ts')).readOpenapi,
  'json-schema': async () => (await import('./json-schema/read-json-schema.ts')).readJsonSchema,
}

/** Reads a definition. A pure function of the text, used by the server, by `portico api diff` and by tests. */
export async function readDefinition(source: DefinitionSource): Promise<Reading> {
  const format = formatOf(source)
  const load = readers[format]
  return load ? (await load())(source) : emptyReading({ format: 'text' })
}

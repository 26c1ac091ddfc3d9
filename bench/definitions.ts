import type { Random } from './random.ts'
import { sentence, subjects } from './words.ts'

/** A definition of one to four kilobytes in one of the four common types, as text. */
export function apiDefinition(random: Random, name: string): { type: string; definition: string } {
  const nouns = [...new Set(Array.from({ length: random.between(2, 5) }, () => random.pick(subjects)))]
  const kind = random.next()
  if (kind < 0.6) return { type: 'openapi', definition: openapi(random, name, nouns) }
  if (kind < 0.75) return { type: 'grpc', definition: proto(random, name, nouns) }
  if (kind < 0.9) return { type: 'graphql', definition: graphql(random, nouns) }
  return { type: 'asyncapi', definition: asyncapi(random, name, nouns) }
}

function openapi(random: Random, name: string, nouns: readonly string[]): string {
  const paths = nouns.map(noun => [
    `/${noun}/{id}`,
    {
      get: {
        operationId: `get-${noun}`,
        summary: sentence(random),
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'Found.', content: { 'application/json': { schema: { $ref: `#/components/schemas/${noun}` } } } },
          404: { description: 'Not found.' },
        },
      },
    },
  ])
  const schemas = nouns.map(noun => [
    noun,
    {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, [random.pick(subjects)]: { type: 'number' }, note: { type: 'string' } },
    },
  ])
  return JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: name, version: `${random.between(1, 9)}.0.0` },
      paths: Object.fromEntries(paths),
      components: { schemas: Object.fromEntries(schemas) },
    },
    undefined,
    1,
  )
}

function asyncapi(random: Random, name: string, nouns: readonly string[]): string {
  const channels = nouns.map(noun => [
    noun,
    {
      address: `${noun}.changed.v1`,
      description: sentence(random),
      messages: {
        changed: { payload: { type: 'object', properties: { id: { type: 'string' }, at: { type: 'string', format: 'date-time' } } } },
      },
    },
  ])
  const operations = nouns.map(noun => [`on-${noun}`, { action: 'receive', channel: { $ref: `#/channels/${noun}` } }])
  const document = {
    asyncapi: '3.0.0',
    info: { title: name, version: '1.0.0' },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
  }
  return JSON.stringify(document, undefined, 1)
}

function graphql(random: Random, nouns: readonly string[]): string {
  const types = nouns.map(
    noun => `"${sentence(random)}"\ntype ${capital(noun)} {\n  id: ID!\n  name: String!\n  changedAt: String\n  amount: Float\n}\n`,
  )
  const fields = nouns.map(noun => `  "${sentence(random)}"\n  ${noun}(id: ID!): ${capital(noun)}`)
  return `${types.join('\n')}\ntype Query {\n${fields.join('\n')}\n}\n`
}

function proto(random: Random, name: string, nouns: readonly string[]): string {
  const calls = nouns.map(
    noun => `  // ${sentence(random)}\n  rpc Get${capital(noun)}(${capital(noun)}Request) returns (${capital(noun)});`,
  )
  const messages = nouns.map(
    noun =>
      `message ${capital(noun)}Request {\n  string id = 1;\n}\n\nmessage ${capital(noun)} {\n  string id = 1;\n  string name = 2;\n  int64 changed_at = 3;\n}\n`,
  )
  return `syntax = "proto3";\n\npackage bench.${name.replaceAll('-', '_')};\n\nservice Desk {\n${calls.join('\n')}\n}\n\n${messages.join('\n')}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

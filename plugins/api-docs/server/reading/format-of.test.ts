import { describe, expect, test } from 'vitest'
import { formatOf } from './format-of.ts'

const of = (text: string, type = 'unknown') => formatOf({ text, type })

describe('the format of a definition', () => {
  test.each([
    ['openapi', 'openapi: 3.1.0\ninfo: {}\n'],
    ['openapi', '# Licence\n---\n"swagger": "2.0"\n'],
    ['openapi', 'info:\n  title: x\nopenapi: 3.0.0\n'],
    ['openapi', '{"info":{"title":"x"},"openapi":"3.0.0"}'],
    ['openapi', '\uFEFF{\n  "swagger": "2.0"\n}'],
    ['openapi', '{openapi: 3.0.0, info: {}}'],
    ['asyncapi', 'asyncapi: 2.6.0\n'],
    ['asyncapi', '{"asyncapi":"3.0.0"}'],
    ['graphql', '"""\nAll.\n"""\ntype Query { a: Int }'],
    ['graphql', '# Made by a tool\n\nscalar Date\n\nextend type Query @a(b: "c") {\n  a: Date\n}'],
    ['graphql', 'schema @link(url: "x") {\n  query: Root\n}\ntype Root { a: Int }'],
    ['graphql', '{"data":{"__schema":{}}}'],
    ['graphql', '{ "__schema": {} }'],
    ['grpc', '// Licence\n/* More */\nsyntax = "proto3";\n'],
    ['grpc', "edition = '2023';\nmessage A {}"],
    ['json-schema', '{"$schema":"https://json-schema.org/draft/2020-12/schema"}'],
  ])('%s is told by its own words: %j', (format, text) => {
    expect(of(text)).toBe(format)
    expect(of(text, 'openapi')).toBe(format)
  })

  test.each([
    ['WSDL', '<?xml version="1.0"?>\n<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">openapi: 3</definitions>'],
    ['RAML', '#%RAML 1.0\ntitle: Bookings\n/bookings:\n  get:\n'],
    ['EDMX', '<edmx:Edmx Version="4.0"><Schema/></edmx:Edmx>'],
    ['Smithy', '$version: "2"\nnamespace a.b\nenum Suit { CLUB }\nstructure A {}'],
    ['TypeSpec', 'import "@typespec/http";\nenum A { x }\nmodel B { openapi: string; }'],
    ['TypeScript', 'type Query = { openapi: string }\ninterface A { b: string }\nenum C { D }'],
    ['tRPC', "import { initTRPC } from '@trpc/server'\nexport type Query = typeof router\n"],
    ['Thrift', 'namespace java a\nenum A { B = 1 }\nservice S { void do(1: string openapi) }'],
    ['Prisma', 'enum Role { USER }\nmodel User { id Int @id }'],
    ['Avro', '{"type":"record","name":"A","fields":[{"name":"openapi","type":"string"}]}'],
    ['a nested key', 'a:\n  openapi: 3.0.0\n  asyncapi: 2.0.0\n'],
    ['a nested key of JSON', '{"a":{"openapi":"3.0.0"}}'],
    ['Markdown', '# Bookings\n\nopenapi: see below\n\n```\nsyntax = "proto3";\n```\n'],
    ['a field of SDL', 'Bookings.\n\ntype Query {\n  openapi: String\n}'],
    ['nothing', ''],
  ])('%s is text', (_what, text) => {
    expect(of(text)).toBe('text')
    expect(of(text, 'constructor')).toBe('text')
  })

  test('the type of the entity decides where the text does not', () => {
    expect(of('type A { openapi: String }', 'graphql')).toBe('graphql')
    expect(of('type Query {\n  openapi: String\n  swagger: Int\n}', 'graphql')).toBe('graphql')
    expect(of('message A {}', 'gRPC')).toBe('grpc')
    expect(of('paths: {}', 'openapi')).toBe('openapi')
  })

  test('long runs of blanks and quotes take no time that grows with their square', () => {
    for (const text of [
      '\n'.repeat(1e6),
      ' '.repeat(1e6),
      '"'.repeat(1e6),
      '/*'.repeat(5e5),
      '"""'.repeat(3e5),
      '{"'.repeat(5e5),
      '#\n'.repeat(5e5),
    ]) {
      expect(of(text)).toBe('text')
    }
  })
})

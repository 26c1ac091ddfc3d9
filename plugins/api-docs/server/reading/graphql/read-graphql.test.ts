import { readFileSync } from 'node:fs'
import type { GraphqlFieldPart, GraphqlTypePart, Reading } from '@portico/api-docs/common'
import { buildASTSchema, buildSchema, introspectionFromSchema, Kind, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { readDefinition } from '../read-definition.ts'
import { readGraphql } from './read-graphql.ts'

const corpus = '../shared/apis'
const files = [
  'graphql/swapi.graphql',
  'graphql/saleor.graphql',
  'graphql/supergraph.graphql',
  'graphql/subgraph-products.graphql',
  'graphql/artsy-exchange.graphql',
  'graphql/datahub-search.graphql',
  'pairs/dagster/old.graphql',
  'pairs/dagster/new.graphql',
]
const read = (text: string) => readGraphql({ text, type: 'graphql' })
const typeOf = (reading: Reading, name: string) => reading.parts[`type ${name}`] as GraphqlTypePart
const fieldOf = (reading: Reading, name: string) => reading.parts[`field ${name}`] as GraphqlFieldPart
const problemsOf = ({ problems }: Reading, rule: string) => problems.filter(problem => problem.rule === rule)

describe('GraphQL of others', () => {
  test.each(files)('%s is read whole and without an error', async file => {
    const text = readFileSync(`${corpus}/${file}`, 'utf8')
    const reading = await readDefinition({ text, type: 'graphql' })
    expect(reading.outline).toMatchObject({ format: 'graphql', counts: { errors: 0 } })
    const { definitions } = parse(text)
    const named = definitions.flatMap(node =>
      node.kind === Kind.SCHEMA_DEFINITION ? node.operationTypes.map(({ type }) => type.name.value) : [],
    )
    const roots = new Set(named.length > 0 ? named : ['Query', 'Mutation', 'Subscription'])
    const names = definitions.flatMap(node => {
      if (!('name' in node) || !node.name || roots.has(node.name.value)) return []
      return [node.kind === Kind.DIRECTIVE_DEFINITION ? `@${node.name.value}` : node.name.value]
    })
    const types = reading.outline.items.filter(({ kind }) => kind === 'type').map(({ label }) => label)
    expect(types.toSorted()).toEqual([...new Set(names)].toSorted())
    expect(reading.outline.items.filter(({ id }) => !(id in reading.parts))).toEqual([])
  })

  test('root fields are those that graphql finds, each with an example that it accepts', () => {
    for (const file of ['graphql/saleor.graphql', 'pairs/dagster/new.graphql']) {
      const text = readFileSync(`${corpus}/${file}`, 'utf8')
      const schema = buildASTSchema(parse(text), { assumeValidSDL: true })
      const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
      const fields = roots.flatMap(root => Object.keys(root?.getFields() ?? {}).map(name => `field ${root?.name}.${name}`))
      const ids = read(text)
        .outline.items.filter(({ kind }) => kind === 'field')
        .map(({ id }) => id)
      expect(ids).toEqual(fields)
      const { parts } = read(text)
      const examples = fields.map(id => (parts[id] as GraphqlFieldPart).example)
      expect(examples.flatMap(example => validate(schema, parse(example)))).toEqual([])
    }
  })

  test('an introspection result is read like the schema that it came from', async () => {
    const text = readFileSync(`${corpus}/graphql-introspection/shopify-storefront.json`, 'utf8')
    const reading = await readDefinition({ text, type: 'graphql' })
    const { types, queryType, mutationType } = (
      JSON.parse(text) as {
        __schema: { types: { name: string; fields: unknown[] }[]; queryType: { name: string }; mutationType: { name: string } }
      }
    ).__schema
    const own = types.filter(({ name }) => !name.startsWith('__') && !['Int', 'Float', 'String', 'Boolean', 'ID'].includes(name))
    const roots = own.filter(({ name }) => name === queryType.name || name === mutationType.name)
    expect(reading.outline.counts).toMatchObject({ errors: 0, warnings: 0 })
    expect(reading.outline.counts.items.field).toBe(roots.flatMap(({ fields }) => fields).length)
    expect(Object.keys(reading.parts).filter(id => /^type \w/.test(id)).length).toBe(own.length - roots.length)

    const sdl = readFileSync(`${corpus}/graphql/swapi.graphql`, 'utf8')
    const result = JSON.stringify({ data: introspectionFromSchema(buildSchema(sdl)) })
    const { parts } = await readDefinition({ text: result, type: 'graphql' })
    expect(Object.keys(parts).toSorted()).toEqual(Object.keys(read(sdl).parts).toSorted())
    expect(parts['type Film']).toMatchObject({ fields: typeOf(read(sdl), 'Film').fields })
  })
})

const sdl = `
schema { query: Root }
"What is asked."
type Root implements Node {
  "Finds bookings."
  bookings("How many." first: Int = 10 @deprecated(reason: "Use limit"), state: [State!]): [Booking!]! @cost(weight: "5")
  old: String @deprecated
  pet: Pet
  id: ID!
}
interface Node { id: ID! }
"A booking."
type Booking implements Node @key(fields: "id") { id: ID! state: State! next: Booking guest(name: String!): String }
enum State { OPEN CLOSED @deprecated(reason: "Gone") }
union Pet = Cat | Dog
type Cat { lives: Int }
type Dog { name: String }
input Lonely { a: Int = 3 }
scalar Date @specifiedBy(url: "https://example.com/date")
directive @cost(weight: String) on FIELD_DEFINITION
`

describe('a GraphQL schema', () => {
  const reading = read(sdl)

  test('has an item for each field of its root types and for each other type', () => {
    expect(reading.outline.groups.map(({ title }) => title)).toEqual([
      'Queries',
      'Objects',
      'Interfaces',
      'Inputs',
      'Enums',
      'Unions',
      'Scalars',
      'Directives',
    ])
    expect(reading.outline.groups[0]).toMatchObject({ description: 'What is asked.' })
    expect(reading.outline.items[0]).toEqual({
      id: 'field Root.bookings',
      kind: 'field',
      label: 'bookings',
      method: 'QUERY',
      summary: 'Finds bookings.',
      groups: ['query'],
    })
    expect(reading.outline.items.find(({ label }) => label === 'old')).toMatchObject({ isDeprecated: true })
    expect(reading.outline.items.at(-1)).toMatchObject({ id: 'type @cost', label: '@cost', method: 'DIRECTIVE' })
  })

  test('keeps arguments, defaults, deprecations and directives as written', () => {
    expect(fieldOf(reading, 'Root.bookings').field).toEqual({
      name: 'bookings',
      description: 'Finds bookings.',
      type: { text: '[Booking!]!', ref: 'type Booking' },
      arguments: [
        { name: 'first', description: 'How many.', type: { text: 'Int' }, default: '10', deprecation: 'Use limit' },
        { name: 'state', type: { text: '[State!]', ref: 'type State' } },
      ],
      directives: ['@cost(weight: "5")'],
    })
    expect(typeOf(reading, 'State').values).toEqual([{ name: 'OPEN' }, { name: 'CLOSED', deprecation: 'Gone' }])
    expect(typeOf(reading, 'Booking').directives).toEqual(['@key(fields: "id")'])
    expect(typeOf(reading, 'Date').specifiedByUrl).toBe('https://example.com/date')
    expect(typeOf(reading, '@cost')).toMatchObject({ locations: ['FIELD_DEFINITION'], usedByTotal: 1 })
  })

  test('says where a type is used and what an interface can be', () => {
    expect(typeOf(reading, 'Booking')).toMatchObject({
      usedBy: [
        { id: 'field Root.bookings', label: 'Root.bookings' },
        { id: 'type Booking', label: 'Booking.next' },
      ],
      usedByTotal: 2,
    })
    expect(typeOf(reading, 'Node').possibleTypes).toEqual([{ text: 'Root' }, { text: 'Booking', ref: 'type Booking' }])
    expect(typeOf(reading, 'Pet').possibleTypes.map(({ ref }) => ref)).toEqual(['type Cat', 'type Dog'])
  })

  test('has an example for each root field: arguments are variables', () => {
    expect(fieldOf(reading, 'Root.bookings').example).toBe(
      'query Bookings($first: Int, $state: [State!]) {\n  bookings(first: $first, state: $state) {\n    id\n    state\n  }\n}',
    )
    expect(fieldOf(reading, 'Root.pet').example).toContain('... on Cat {\n      lives')
  })

  test('says what its readers miss, with the line', () => {
    expect(problemsOf(reading, 'type-unused')).toMatchObject([
      { message: 'Lonely is used nowhere', line: 18, item: 'type Lonely' },
      { message: 'Date is used nowhere', line: 19 },
    ])
    expect(problemsOf(reading, 'deprecated-without-reason')).toMatchObject([{ line: 7, item: 'field Root.old' }])
    expect(problemsOf(reading, 'no-description')).toContainEqual(expect.objectContaining({ line: 7, item: 'field Root.old' }))
    expect(problemsOf(reading, 'no-description').some(({ item }) => item === 'field Root.bookings')).toBe(false)
  })
})

test('extensions are joined with their base, and show what they add without it', () => {
  const reading = read('extend type Query { a: Thing }\ntype Thing { b: Int }\nextend type Thing { c: Other }\nextend type Away { d: Int }')
  expect(typeOf(reading, 'Thing').fields.map(({ name }) => name)).toEqual(['b', 'c'])
  expect(typeOf(reading, 'Away')).toMatchObject({ isExtension: true })
  expect(fieldOf(reading, 'Query.a').root).toBe('query')
  expect(problemsOf(reading, 'reference-missing')).toMatchObject([{ severity: 'warning', line: 3, item: 'type Thing' }])
})

describe('bad GraphQL', () => {
  test('a broken definition is left out and named with its line and column; the rest is shown', () => {
    const reading = read(
      'type Query { a: A }\n\n"""\ntype Fake {\n"""\ntype A { b: !! }\n\n# type C {\nenum B { X }\ntype D {\n  x: Int\n\ntype E { y: Int }',
    )
    expect(problemsOf(reading, 'syntax')).toMatchObject([{ message: 'Expected Name, found "!".', line: 6, column: 13 }, { line: 13 }])
    expect(problemsOf(reading, 'reference-missing')).toMatchObject([{ severity: 'warning' }])
    expect(reading.outline.items.map(({ label }) => label)).toEqual(['a', 'E', 'B'])
  })

  test('what a whole schema must not do is an error with its line', () => {
    const broken = read('type Query { a: A }\ninterface N { id: ID! }\ntype A implements N { b: Int }\ntype A { c: Int c: Int }')
    expect(problemsOf(broken, 'invalid')).toMatchObject([
      { message: 'A is defined more than once', line: 4 },
      { message: 'A.c is defined more than once', line: 4 },
    ])
    const unmet = read('type Query { a: A }\ninterface N { id: ID! }\ntype A implements N { b: Int }')
    expect(problemsOf(unmet, 'invalid')).toMatchObject([{ severity: 'error', line: 2 }])
    expect(problemsOf(read('type Query { a: Nowhere }'), 'reference-missing')).toMatchObject([
      { severity: 'error', line: 1, item: 'field Query.a' },
    ])
  })

  test('a schema of 2 MB is read whole, and its last type is found', () => {
    const types = Array.from(
      { length: 9000 },
      (_, at) =>
        `"What number ${at} is about"\ntype T${at} {\n  id: ID! @deprecated(reason: "${'long '.repeat(30)}")\n  next: T${(at + 1) % 9000}\n}\n`,
    )
    const text = `type Query { first: T0 }\n${types.join('\n')}`
    expect(text.length).toBeGreaterThan(2_000_000)
    const reading = read(text)
    expect(reading.outline.failure).toBeUndefined()
    expect(reading.outline.counts.items).toMatchObject({ type: 9000 })
    expect(typeOf(reading, 'T8999').description).toBe('What number 8999 is about')
  })

  test('one of more words than are read says how many these are', () => {
    const { outline, problems } = read(`type Query {\n${'a:A '.repeat(700_000)}}`)
    expect(outline.failure).toContain('more than 2,000,000 words')
    expect(problems).toMatchObject([{ rule: 'too-large', message: outline.failure }])
  })

  test.each([
    ['lists', `type Query {\n a: ${'['.repeat(200_000)}`],
    ['values', `type Query {\n a(b: X = ${'{a:'.repeat(200_000)}`],
    ['selections', `query A\n${'{a'.repeat(200_000)}`],
  ])('nested %s end in an error that says where', (_what, text) => {
    const reading = read(text)
    expect(reading.outline.failure).toBeDefined()
    expect(reading.problems).toMatchObject([{ severity: 'error', rule: 'too-deep', line: 2 }])
  })

  test('names of JavaScript are names like others', () => {
    const reading = read('type Query { __proto__: constructor }\ntype constructor { toString: hasOwnProperty }')
    expect(reading.outline.items.map(({ id }) => id)).toEqual(['field Query.__proto__', 'type constructor'])
    expect(problemsOf(reading, 'reference-missing')).toMatchObject([{ line: 2 }])
  })

  test('JSON that is no introspection result says so', () => {
    expect(read('{"data": {}}').outline.failure).toContain('__schema')
    expect(read('{"data": {').problems).toMatchObject([{ rule: 'syntax', line: 1 }])
    expect(
      read('{"__schema": {"types": [null, 3, {"name": "A", "kind": "OBJECT", "fields": [{"name": "b"}]}]}}').outline.counts.items.type,
    ).toBe(1)
  })
})

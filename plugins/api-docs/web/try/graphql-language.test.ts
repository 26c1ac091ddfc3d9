import { introspectionFromSchema, buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { exampleVariables } from './example-variables.ts'
import { checkQuery, completeQuery, openSchema } from './graphql-language.ts'

const sdl = `type Query { "One parcel." parcel(number: ID!): Parcel } type Parcel { number: ID! state: State } enum State { BOOKED DELIVERED }`
const labels = (text: string, query: string) => completeQuery(openSchema(text), query, query.length).map(({ label }) => label)

test('fields, arguments and values are completed from the schema, also from an introspection result', () => {
  const introspection = JSON.stringify({ data: introspectionFromSchema(buildSchema(sdl)) })
  for (const text of [sdl, introspection]) {
    expect(labels(text, '{ par')).toContain('parcel')
    expect(labels(text, '{ parcel(')).toContain('number')
    expect(labels(text, 'query Q($a: ID!) {\n  parcel(number: $a) {\n    sta')).toContain('state')
  }
  expect(completeQuery(openSchema(sdl), '{ ', 2)).toContainEqual({ label: 'parcel', detail: 'Parcel', info: 'One parcel.' })
})

test('a part of a federated schema, which extends types of others, is completed too', () => {
  expect(
    labels('extend type Query { me: User } extend type User @key(fields: "id") { id: ID! } extend type User { name: String }', '{ me { '),
  ).toEqual(expect.arrayContaining(['id', 'name']))
})

test('mistakes of a query have their line; a schema that cannot be read says why', () => {
  expect(checkQuery(openSchema(sdl), '{\n  parcel(number: 1) {\n    nonsense\n  }\n}')).toEqual([
    { line: 3, message: expect.stringContaining('Cannot query field "nonsense"') },
  ])
  expect(checkQuery(openSchema(sdl), ' ')).toEqual([])
  expect(() => openSchema('type Query { a: Missing }')).toThrow(/Missing/)
  expect(() => openSchema('type {')).toThrow(/Syntax Error/)
})

test('variables begin with values of their types', () => {
  expect(JSON.parse(exampleVariables('query Q($a: ID!, $n: Int!, $l: [ID!]!, $o: String, $i: RedirectInput!) { x }'))).toEqual({
    a: '',
    n: 1,
    l: [],
    o: null,
    i: {},
  })
  expect(exampleVariables('{ x }')).toBe('')
})

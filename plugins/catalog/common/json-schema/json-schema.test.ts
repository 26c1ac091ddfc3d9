import { describe, expect, test } from 'vitest'
import type { Problem } from '../problem.ts'
import { compileJsonSchema, requireJsonSchema } from './json-schema.ts'

function check(schema: unknown, value: unknown): string[] {
  const { check: run, mistakes } = compileJsonSchema(schema)
  expect(mistakes).toEqual([])
  const problems: Problem[] = []
  run(value, ['x'], problems)
  return problems.map(({ message }) => message)
}

interface Case {
  schema: unknown
  good: unknown[]
  bad: [value: unknown, message: string][]
}

const cases: Record<string, Case> = {
  type: { schema: { type: ['integer', 'null'] }, good: [1, null], bad: [[1.5, 'x: 1.5 is not valid: a whole number or null']] },
  enum: {
    schema: { enum: ['a', 1, { b: [1] }] },
    good: ['a', 1, { b: [1] }],
    bad: [['c', "x: 'c' is not valid: one of 'a', 1, an object"]],
  },
  const: { schema: { const: 'a' }, good: ['a'], bad: [['b', "x: 'b' is not valid: 'a'"]] },
  length: {
    schema: { minLength: 2, maxLength: 3 },
    good: ['ab', '😀😀😀', 5],
    bad: [
      ['a', "x: 'a' is not valid: a text of at least 2 characters"],
      ['abcd', "x: 'abcd' is not valid: a text of at most 3 characters"],
    ],
  },
  pattern: { schema: { pattern: '^a+$' }, good: ['aa', 1], bad: [['b', "x: 'b' is not valid: a text that matches ^a+$"]] },
  format: { schema: { format: 'email' }, good: ['a@b'], bad: [['a', "x: 'a' is not valid: an e-mail address"]] },
  'a format nobody knows': { schema: { format: 'iri-reference' }, good: ['anything'], bad: [] },
  range: {
    schema: { minimum: 1, exclusiveMaximum: 3, multipleOf: 0.1 },
    good: [1, 2.3, 'x'],
    bad: [
      [0, 'x: 0 is not valid: a number of at least 1'],
      [3, 'x: 3 is not valid: a number below 3'],
    ],
  },
  required: {
    schema: { required: ['a'], properties: { a: { type: 'string' } } },
    good: [{ a: 'x' }, 5],
    bad: [
      [{}, 'x.a: is missing: a text is required'],
      [{ a: 5 }, 'x.a: 5 is not valid: a text'],
    ],
  },
  'keys of an object': {
    schema: { properties: { a: true }, patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
    good: [{ a: 1, 'x-b': 2 }, {}],
    bad: [
      [{ c: 1 }, 'x.c: is not allowed here; the keys here are a'],
      [{ 'x-b': 'y' }, "x.x-b: 'y' is not valid: a number"],
    ],
  },
  'names and number of keys': {
    schema: { propertyNames: { maxLength: 2 }, minProperties: 1 },
    good: [{ a: 1 }],
    bad: [
      [{ abc: 1 }, "x.abc: 'abc' is not valid: a text of at most 2 characters"],
      [{}, 'x: an object is not valid: an object of at least 1 keys'],
    ],
  },
  dependentRequired: {
    schema: { dependentRequired: { a: ['b'] } },
    good: [{}, { a: 1, b: 1 }],
    bad: [[{ a: 1 }, 'x.b: is missing: it is required beside a']],
  },
  items: {
    schema: { prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1, maxItems: 3, uniqueItems: true },
    good: [['a'], ['a', 1, 2]],
    bad: [
      [['a', 'b'], "x[1]: 'b' is not valid: a number"],
      [[], 'x: an empty list is not valid: a list of at least 1'],
      [['a', 1, 1], 'x[2]: 1 is not valid: a list without repetitions'],
    ],
  },
  contains: {
    schema: { contains: { const: 1 }, maxContains: 1 },
    good: [[2, 1]],
    bad: [[[2], 'x: a list is not valid: a list with 1 or more of the items described, at most 1']],
  },
  anyOf: {
    schema: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    good: ['a', 1],
    bad: [[true, 'x: true is not valid: a text, or a number']],
  },
  'anyOf with the nearest way': {
    schema: { anyOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] },
    good: ['a', { a: 1 }],
    bad: [[{}, 'x.a: is missing: it is required']],
  },
  oneOf: {
    schema: { oneOf: [{ minimum: 5 }, { maximum: 7 }] },
    good: [4, 8],
    bad: [[6, 'x: 6 is not valid: exactly one of 2 ways to write it, and it fits 2']],
  },
  allOf: { schema: { allOf: [{ minimum: 5 }, { maximum: 7 }] }, good: [6], bad: [[4, 'x: 4 is not valid: a number of at least 5']] },
  not: { schema: { not: { const: 1 } }, good: [2], bad: [[1, 'x: is written in a way that is not allowed here']] },
  if: {
    schema: JSON.parse('{ "if": { "type": "string" }, "then": { "minLength": 2 }, "else": { "minimum": 5 } }'),
    good: ['ab', 5],
    bad: [
      ['a', "x: 'a' is not valid: a text of at least 2 characters"],
      [4, 'x: 4 is not valid: a number of at least 5'],
    ],
  },
  $ref: {
    schema: { $defs: { 'a/b': { type: 'string' } }, properties: { c: { $ref: '#/$defs/a~1b' } } },
    good: [{ c: 'x' }],
    bad: [[{ c: 1 }, 'x.c: 1 is not valid: a text']],
  },
  'a schema that refers to itself': {
    schema: { type: 'object', properties: { sub: { $ref: '#' } } },
    good: [{ sub: { sub: {} } }],
    bad: [[{ sub: { sub: 1 } }, 'x.sub.sub: 1 is not valid: an object']],
  },
  'true and false': { schema: { properties: { a: true, b: false } }, good: [{ a: 1 }], bad: [[{ b: 1 }, 'x.b: is not allowed here']] },
}

describe('a compiled schema', () => {
  test.each(Object.entries(cases))('checks %s', (_name, { schema, good, bad }) => {
    for (const value of good) expect(check(schema, value), JSON.stringify(value)).toEqual([])
    for (const [value, message] of bad) expect(check(schema, value), JSON.stringify(value)).toContain(message)
  })

  test('does not run in circles', () => {
    expect(check({ $ref: '#' }, { a: 1 })).toEqual([])
    let deep: unknown = {}
    for (let level = 0; level < 5000; level++) deep = { sub: deep }
    expect(check({ properties: { sub: { $ref: '#' } } }, deep)[0]).toMatch(/is nested too deep/)
  })

  test('knows nothing but the own keys of a value', () => {
    expect(check({ required: ['toString'] }, {})).toHaveLength(1)
    expect(check({ properties: { constructor: { type: 'string' } } }, {})).toEqual([])
  })

  test.each([
    [5, 'a schema is an object, true or false'],
    [{ type: 'text' }, "'text' is not a type"],
    [{ enum: [] }, 'at least one value'],
    [{ pattern: '(' }, "'(' is not a pattern"],
    [{ minimum: '1' }, "'1' is not a number"],
    [{ $ref: 'https://host/x' }, 'only references inside the schema'],
    [{ $ref: '#/$defs/x' }, 'leads nowhere'],
    [{ unevaluatedProperties: false }, "'unevaluatedProperties' is not supported"],
    [{ properties: { a: { required: 'b' } } }, '#/properties/a'],
  ])('with a mistake in it is refused: %j', (schema, message) => {
    expect(compileJsonSchema(schema).mistakes.join()).toContain(message)
    expect(() => requireJsonSchema(schema, 'kind A')).toThrow('The schema of kind A is not usable')
  })
})

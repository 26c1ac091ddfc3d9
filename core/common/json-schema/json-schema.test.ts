import { describe, expect, test } from 'vitest'
import { compileJsonSchema } from './json-schema.ts'

function check(schema: unknown, value: unknown): string[] {
  const { check: run, mistakes } = compileJsonSchema(schema)
  expect(mistakes).toEqual([])
  return run(value, ['x']).map(({ message }) => message)
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
  'an unknown format': { schema: { format: 'iri-reference' }, good: ['anything'], bad: [] },
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
  '$ref by id and by anchor': {
    schema: {
      $defs: { a: { $id: 'size', type: 'integer' }, b: { $anchor: 'name', type: 'string' } },
      properties: { size: { $ref: 'size' }, name: { $ref: '#name' } },
    },
    good: [{ size: 1, name: 'x' }],
    bad: [
      [{ size: 'x' }, "x.size: 'x' is not valid: a whole number"],
      [{ name: 1 }, 'x.name: 1 is not valid: a text'],
    ],
  },
  dependencies: {
    schema: { dependencies: { a: ['b'], c: { required: ['d'] } } },
    good: [{}, { a: 1, b: 1 }, { c: 1, d: 1 }],
    bad: [
      [{ a: 1 }, 'x.b: is missing: it is required beside a'],
      [{ c: 1 }, 'x.d: is missing: it is required'],
    ],
  },
  dependentSchemas: {
    schema: { dependentSchemas: { a: { properties: { b: { type: 'string' } } } } },
    good: [{ b: 1 }, { a: 1, b: 'x' }],
    bad: [[{ a: 1, b: 1 }, 'x.b: 1 is not valid: a text']],
  },
  'a list of items': {
    schema: { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    good: [['a'], ['a', 1]],
    bad: [
      [[1], 'x[0]: 1 is not valid: a text'],
      [['a', 'b'], "x[1]: 'b' is not valid: a number"],
    ],
  },
  unevaluatedProperties: {
    schema: { allOf: [{ properties: { a: { type: 'string' } } }], properties: { b: true }, unevaluatedProperties: false },
    good: [{ a: 'x', b: 1 }],
    bad: [
      [{ a: 'x', c: 1 }, 'x.c: is not allowed here'],
      [{ a: 1 }, 'x.a: 1 is not valid: a text'],
    ],
  },
  'true and false': { schema: { properties: { a: true, b: false } }, good: [{ a: 1 }], bad: [[{ b: 1 }, 'x.b: is not allowed here']] },
}

describe('a compiled schema', () => {
  test.each(Object.entries(cases))('checks %s', (_name, { schema, good, bad }) => {
    for (const value of good) expect(check(schema, value), JSON.stringify(value)).toEqual([])
    for (const [value, message] of bad) expect(check(schema, value), JSON.stringify(value)).toContain(message)
  })

  test('reports each problem once, with its position', () => {
    expect(check({ properties: { a: { type: 'string' } }, unevaluatedProperties: false }, { a: 1 })).toEqual([
      'x.a: 1 is not valid: a text',
    ])
    expect(check({ allOf: [{ required: ['a'] }, { required: ['a'] }] }, {})).toEqual(['x.a: is missing: it is required'])
    expect(check({ properties: { contains: { contains: { type: 'string' } } } }, { contains: [1, 2] })).toEqual([
      'x.contains: a list is not valid: a list with 1 or more of the items described',
    ])
    expect(check({ properties: { 'a/b~c %': { items: { type: 'string' } } } }, { 'a/b~c %': ['x', 1] })).toEqual([
      'x.a/b~c %[1]: 1 is not valid: a text',
    ])
  })

  test('takes keywords beside a reference into account, unless the schema says that it is of draft 7', () => {
    const schema = { $defs: { a: { type: 'number' } }, properties: { b: { $ref: '#/$defs/a', minimum: 5 } } }
    expect(check(schema, { b: 1 })).toEqual(['x.b: 1 is not valid: a number of at least 5'])
    expect(check({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, { b: 1 })).toEqual([])
  })

  test('leaves the schema as it was given', () => {
    const schema = Object.freeze({ properties: Object.freeze({ sub: Object.freeze({ $ref: '#' }) }) })
    expect(check(schema, { sub: {} })).toEqual([])
    expect(Reflect.ownKeys(schema)).toEqual(['properties'])
  })

  test('checks what is not JSON as it would be stored', () => {
    expect(check({ required: ['a'] }, { a: undefined })).toEqual(['x.a: is missing: it is required'])
    expect(check({ items: { type: 'number' } }, [Number.NaN])).toEqual(['x[0]: null is not valid: a number'])
    expect(check({ type: 'string' }, new Date(0))).toEqual([])
    expect(check({ type: 'number' }, 5n)[0]).toMatch(/^x: could not be checked/)
  })

  test('uses only the own keys of a value', () => {
    expect(check({ required: ['toString'] }, {})).toHaveLength(1)
    expect(check({ properties: { constructor: { type: 'string' } } }, {})).toEqual([])
  })

  test('ignores unknown keywords where that is an option', () => {
    const schema = { type: 'string', 'ui:field': 'Picker', enumNames: ['A'] }
    expect(compileJsonSchema(schema).mistakes).toHaveLength(2)
    expect(compileJsonSchema(schema, { ignoreUnknownKeywords: true }).mistakes).toEqual([])
    expect(compileJsonSchema({ $dynamicRef: '#a' }, { ignoreUnknownKeywords: true }).mistakes).toHaveLength(1)
  })

  test.each([
    [5, 'a schema is an object, true or false'],
    [{ type: 'text' }, "'text' is not a type"],
    [{ type: [] }, 'is not a type'],
    [{ enum: [] }, 'at least one value'],
    [{ pattern: '(' }, "'(' is not a pattern"],
    [{ patternProperties: { '(': true } }, 'whose keys are patterns'],
    [{ minimum: '1' }, "'1' is not a number"],
    [{ minLength: -1 }, '-1 is not a whole number of 0 or more'],
    [{ multipleOf: 0 }, '0 is not a number above 0'],
    [{ allOf: [] }, "'allOf' is a list of at least one schema"],
    [{ $ref: 'https://host/x' }, 'only references inside the schema'],
    [{ $ref: '#/$defs/x' }, 'leads nowhere'],
    [{ $id: 'http://[' }, '#: '],
    [{ $dynamicRef: '#x' }, "'$dynamicRef' is not supported"],
    [{ properties: { a: { required: 'b' } } }, '#/properties/a'],
    [{ $ref: '#' }, 'refers to itself without a step into the value'],
    [{ $defs: { a: { allOf: [{ not: { $ref: '#/$defs/a' } }] } } }, '#/$defs/a: the schema refers to itself'],
  ])('with a mistake in it is refused: %j', (schema, message) => {
    expect(compileJsonSchema(schema).mistakes.join()).toContain(message)
  })
})

describe('every check is bounded', () => {
  function deepValue(levels: number): unknown {
    let deep: unknown = {}
    for (let level = 0; level < levels; level++) deep = { sub: deep }
    return deep
  }

  test('a value that is nested too deep is refused', () => {
    expect(check({ properties: { sub: { $ref: '#' } } }, deepValue(190))).toEqual([])
    expect(check({ properties: { sub: { $ref: '#' } } }, deepValue(5000))[0]).toMatch(/sub: is nested too deep: at most 200 levels$/)
    const circle: Record<string, unknown> = {}
    circle['sub'] = circle
    expect(check({}, circle)[0]).toMatch(/is nested too deep/)
  })

  test('a pattern that would run for years is stopped', () => {
    const text = `${'a'.repeat(50)}!`
    expect(check({ pattern: '^(a+)+$' }, text)).toEqual(['x: could not be checked within 1 s'])
    expect(check({ patternProperties: { '^(a|a)*$': true } }, { [text]: 1 })).toEqual(['x: could not be checked within 1 s'])
    expect(check({ pattern: '^a*a*$' }, `${'a'.repeat(1_000_000)}!`)).toEqual(['x: could not be checked within 1 s'])
    // The validator's own format has such a pattern.
    expect(check({ format: 'url' }, `http://${'a'.repeat(100)}`)).toEqual(['x: could not be checked within 1 s'])
    expect(check({ pattern: '^[a-z]+(-[a-z]+)*$' }, 'a-good-name')).toEqual([])
  })

  test('a list whose items would be compared for long is stopped', () => {
    const list = Array.from({ length: 200_000 }, (_each, index) => ({ index }))
    expect(check({ uniqueItems: true }, list)).toEqual(['x: could not be checked within 1 s'])
  })

  test('references that multiply are stopped', () => {
    const $defs: Record<string, unknown> = { s40: { type: 'string' } }
    for (let level = 0; level < 40; level++) $defs[`s${level}`] = { allOf: [1, 2].map(() => ({ $ref: `#/$defs/s${level + 1}` })) }
    expect(check({ $defs, $ref: '#/$defs/s0' }, 'x')).toEqual(['x: could not be checked within 1 s'])
  })

  test('of very many problems the first hundred are reported', () => {
    const list = Array.from({ length: 300_000 }, () => 1)
    const problems = check({ items: { type: 'string' } }, list)
    expect(problems[0]).toBe('x[0]: 1 is not valid: a text')
    expect(problems.length).toBeLessThanOrEqual(100)
    expect(check({ items: { type: 'string' } }, list.slice(0, 1000))).toHaveLength(100)
  })

  test('a schema that is too large or too deep is refused', () => {
    let deep: unknown = true
    for (let level = 0; level < 200; level++) deep = { items: deep }
    expect(compileJsonSchema(deep).mistakes.join()).toContain('at most 100 levels deep')
    // Each level holds the one below twice, as aliases in YAML may: a small file, and a schema without end.
    let wide: unknown = { type: 'string' }
    for (let level = 0; level < 60; level++) wide = { properties: { a: wide, b: wide } }
    expect(compileJsonSchema(wide).mistakes.join()).toContain('at most 10000 parts')
  })
})

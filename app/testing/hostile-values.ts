import fc from 'fast-check'

/** What a JSON Schema of our contracts may say. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: boolean | Schema
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
}

/** Values that exist in the portal, by the name of the field that takes them: with these a request gets past the first check. */
export type Known = Readonly<Record<string, readonly unknown[]>>

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x'.repeat(60_000),
  '..',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '1e999',
  '-1',
  '99999999999999999999',
  '2026-02-31T25:61:61Z',
  '+275760-09-14T00:00:00Z',
  "'; drop table entity; --",
  '\\',
  '%',
  '%s%n',
  '${{ 1 }}',
  '{{',
  '(a+)+$',
  '[',
  '*'.repeat(500),
  'a:b/c:d/e',
  'component:',
  ':/',
  '\u202e\u200b\ufeff',
  '\u{1f9ff}'.repeat(200),
  'http://[::1',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '\r\nx-injected: 1',
]

const nested = (depth: number) => Array.from({ length: depth }).reduce<unknown>(value => [value], 'deep')
const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`key-${index}`, index]))
/** A key that assignment would not make. */
const withPrototype: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"hasOwnProperty":1}')

/** What does not belong anywhere. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -0,
      -1,
      0.1,
      1e308,
      Number.MAX_SAFE_INTEGER,
      2 ** 53,
      -(2 ** 63),
      2 ** 31,
      [],
      {},
      [null],
      [[]],
      nested(400),
      wide,
      withPrototype,
      Array.from({ length: 3000 }, (_, index) => String(index)),
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const words = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)

function textOf({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time') return fc.constantFrom('2026-01-02T03:04:05Z', '2026-11-18T04:00:00.000Z')
  if (format === 'uuid') return fc.uuid()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  return fc.oneof(words, fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) })).map(text => {
    return fits(text) ? text : text.slice(0, maxLength).padEnd(minLength, 'x')
  })
}

function objectOf(schema: Schema, known: Known, spoiled: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.entries(properties).map(([name, each]) => [name, valuesOf(each, known, spoiled, name)] as const)
  // With some chance a field that is required is missing.
  const requiredKeys =
    spoiled > 0 ? fc.subarray([...required], { minLength: Math.max(0, required.length - 1) }) : fc.constant<string[]>([...required])
  const own = requiredKeys.chain(keys => fc.record(Object.fromEntries(fields), { requiredKeys: keys, noNullPrototype: true }))
  if (additionalProperties === false && spoiled === 0) return own
  const other =
    typeof additionalProperties === 'object' ? valuesOf(additionalProperties, known, spoiled, '') : fc.jsonValue({ maxDepth: 1 })
  const name = spoiled > 0 ? fc.oneof(words, fc.constantFrom(...hostileTexts.slice(0, 11))) : words
  const more = fc.dictionary(name, other, { maxKeys: additionalProperties === undefined && spoiled === 0 ? 0 : 2, noNullPrototype: true })
  return fc.tuple(more, own).map(([extra, rest]) => ({ ...extra, ...(rest as object) }))
}

/** Values that a schema allows; `spoiled` (0 to 1) is how often a part of one is replaced by something that does not belong there. */
export function valuesOf(schema: Schema, known: Known, spoiled: number, name = ''): fc.Arbitrary<unknown> {
  const right = rightValuesOf(schema, known, spoiled, name)
  if (spoiled === 0) return right
  const bad = Math.round(spoiled * 100)
  return fc.oneof({ weight: 100 - bad, arbitrary: right }, { weight: bad, arbitrary: hostile })
}

/** In the words of JavaScript. */
function typeOf({ type }: Schema): string | undefined {
  const first = [type].flat()[0]
  return first === 'integer' ? 'number' : first
}

function rightValuesOf(schema: Schema, known: Known, spoiled: number, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(each => valuesOf(each, known, spoiled, name)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const there = (known[name] ?? []).filter(value => schema.type === undefined || typeOf(schema) === typeof value)
  if (there.length > 0) return fc.constantFrom(...there)
  const type = typeOf(schema)
  const { minimum = -1000, maximum = 1000, minItems = 0, maxItems = 4 } = schema
  if (type === 'string') return textOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'number') {
    return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(Math.max(maximum, minimum), minimum + 2000) })
  }
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(each => valuesOf(each, known, spoiled, name)))
  if (type === 'array') {
    const items = typeof schema.items === 'object' ? schema.items : {}
    const most = Math.max(minItems, Math.min(maxItems, 4))
    return fc.array(valuesOf(items, known, spoiled, name), { minLength: minItems, maxLength: most })
  }
  if (type === 'object' || schema.properties) return objectOf(schema, known, spoiled)
  return fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }))
}

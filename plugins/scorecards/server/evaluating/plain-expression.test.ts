import fc from 'fast-check'
import jsonata from 'jsonata'
import { expect, test } from 'vitest'
import { prepareExpression } from './inspect-expression.ts'
import { notPlain, toPlain } from './plain-expression.ts'

const own = {
  fact(name: unknown): unknown {
    if (name === 'missing') throw new Error('the fact is missing')
    return name === 'number' ? 5 : [{ a: 1, b: 'x' }, { a: 'x' }]
  },
  related: (type: unknown): unknown => (type === 'a' ? [{ a: 1, b: true }, { a: 2 }] : []),
  divide(value: unknown, by: unknown): unknown {
    if (by === 0) throw new Error('it divides by zero')
    return typeof value === 'number' && typeof by === 'number' ? value / by : undefined
  },
}

function compile(source: string) {
  const expression = jsonata(source)
  prepareExpression(expression)
  for (const [name, run] of Object.entries(own)) expression.assign(name, run)
  return { expression, plain: toPlain(expression.ast(), own) }
}

type Outcome = { readonly value: unknown } | { readonly error: string }
// JSONata adds the place to an error that a function throws.
const failed = (error: unknown): Outcome => ({ error: (error as Error).message })

/** The outcome of the plain function; undefined where it leaves the expression to JSONata. */
function outcomeOf(plain: NonNullable<ReturnType<typeof toPlain>>, data: unknown): Outcome | undefined {
  try {
    return { value: plain(data) }
  } catch (error) {
    return error === notPlain ? undefined : failed(error)
  }
}

/** Lists of JSONata have marks of their own, which are no part of their value. */
const bare = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const scalar = fc.oneof(
  fc.constantFrom<unknown>('', 'x', ' x  y ', 'ÄÖ😀', 0, 1, -2.5, 1e308, true, false, null),
  fc.string({ maxLength: 3 }),
)
const { value: data } = fc.letrec<{ value: unknown; object: unknown }>(tie => ({
  value: fc.oneof({ weight: 3, arbitrary: scalar }, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.record({ a: tie('value'), b: tie('value'), c: tie('value') }, { requiredKeys: [] }),
}))
const path = fc.array(fc.constantFrom('a', 'b', 'c', 'toString'), { minLength: 1, maxLength: 3 }).map(steps => steps.join('.'))
const literal = fc.constantFrom('1', '0', '-2.5', '1e308', '"x"', '""', 'true', 'null', '["x", 1]', '[]', '[0]')
const { expression } = fc.letrec<{ expression: string }>(tie => {
  const part = tie('expression')
  const of = (make: (...parts: string[]) => string, count: number) =>
    fc.tuple(...Array.from({ length: count }, () => part)).map(parts => make(...parts))
  const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'and', 'or', 'in', '+', '-', '*', '/')
  const call = fc.constantFrom('exists', 'count', 'not', 'length', 'lowercase', 'trim')
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'expression' },
      fc.oneof(path, literal, fc.constantFrom('$fact("number")', '$fact("list")', '$fact("missing")', '$related("a")', '$related("b")')),
      fc.tuple(part, operator, part).map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
      fc.tuple(call, part).map(([name, given]) => `$${name}(${given})`),
      of((left, right) => `$contains(${left}, ${right})`, 2),
      of(given => `-(${given})`, 1),
      fc.tuple(path, part).map(([list, condition]) => `${list}[${condition}]`),
      of(condition => `$related("a")[${condition}]`, 1),
      of(condition => `$fact("list")[${condition}]`, 1),
    ),
  }
})
const root = fc.record({ a: data, b: data, c: data }, { requiredKeys: ['a'] })

test('what a plain function gives, JSONata gives, too, and so it is with errors of functions', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(expression, root, async (source, given) => {
      const { expression: whole, plain } = compile(source)
      const outcome = plain && outcomeOf(plain, given)
      if (!outcome) return
      compared += 1
      const expected: Outcome = await whole.evaluate(given).then((value: unknown) => ({ value: bare(value) }), failed)
      expect('value' in outcome ? { value: bare(outcome.value) } : outcome).toEqual(expected)
    }),
    { numRuns: 3000 },
  )
  expect(compared).toBeGreaterThan(1000)
})

test('expressions of plain parts need no JSONata', () => {
  const plainOnes = [
    ['a.b.c = "x" and $exists(a.b)', { a: { b: { c: 'x' } } }, true],
    ['$count($related("a")[a > 1 and b != true]) = 0', {}, true],
    ['$count(a.b[c = 1 or $contains($lowercase(a), "run")]) > 0', { a: { b: [{ c: 2, a: 'RUNBOOK' }] } }, true],
    ['a.b in ["x", "y"]', { a: { b: 'y' } }, true],
    ['$length($trim(a)) >= b / 2', { a: ' abc ', b: 4 }, true],
    ['$fact("number") > a', { a: 9 }, false],
    ['a[b = 1]', {}, undefined],
  ] as const
  for (const [source, given, value] of plainOnes) expect([source, compile(source).plain?.(given)]).toEqual([source, value])
})

test('whatever is not plain is left to JSONata', () => {
  const others = [
    '$x := 1',
    'a.*',
    'a^(b)',
    '$map(a, $trim)',
    'a.b[]',
    '$$.a',
    '($x := 1; a)',
    '$sum(a)',
    'a[0][1]',
    '$fact("x").a',
    '/x/',
    '$count()',
  ]
  for (const source of others) expect([source, compile(source).plain]).toEqual([source, undefined])
  const { plain } = compile('a.b = 1')
  expect(outcomeOf(plain!, { a: [{ b: 1 }] })).toBeUndefined()
})

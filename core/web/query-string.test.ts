// @vitest-environment node
import fc from 'fast-check'
import qs from 'qs'
import { expect, test } from 'vitest'
import { parseQuery, queryLimits, toQuery, type QueryValue } from './query-string.ts'

test('objects, lists and repeated keys are read', () => {
  expect(parseQuery('?filters[kind]=api&filters[tags][]=a&filters[tags][]=b&q=x%20y')).toEqual({
    filters: { kind: 'api', tags: ['a', 'b'] },
    q: 'x y',
  })
  expect(parseQuery('a=1&a=2&b[1]=second&b[0]=first&c=')).toEqual({ a: ['1', '2'], b: ['first', 'second'], c: '' })
  expect(parseQuery('l[0][x]=1&l[0][y]=2&l[1][x]=3')).toEqual({ l: [{ x: '1', y: '2' }, { x: '3' }] })
})

test('the limits are a list index of 20, a depth of 5 and 1000 parameters [SHELL-67]', () => {
  expect(queryLimits).toEqual({ arrayLimit: 20, depth: 5, parameterLimit: 1000 })
  expect(parseQuery('a[999999999]=far&a[20]=near')).toEqual({ a: ['near', 'far'] })
  expect(parseQuery('a[b][c][d][e][f][g]=x')).toEqual({ a: { b: { c: { d: { e: { f: { '[g]': 'x' } } } } } } })
  const many = Array.from({ length: 1200 }, (_, index) => `p${index}=1`).join('&')
  expect(Object.keys(parseQuery(many))).toHaveLength(1000)
  expect(Object.keys(parseQuery(many, { parameterLimit: 3 }))).toEqual(['p0', 'p1', 'p2'])
})

test('no value of a list is ever lost, however long and however it is written', () => {
  const values = Array.from({ length: 50 }, (_, index) => `v${index}`)
  for (const write of [() => 'f[t]', () => 'f[t][]', (index: number) => `f[t][${index}]`]) {
    const search = values.map((value, index) => `${encodeURIComponent(write(index))}=${value}`).join('&')
    expect(parseQuery(search)).toEqual({ f: { t: values } })
  }
})

test('unusual keys do no harm', () => {
  for (const odd of ['', '?', '&&', '=', '[', 'a[', ']', '[]=1', 'a]b=1', 'a[b]c=1', 'a[[b]]=1', '__proto__[x]=1', 'a[__proto__][x]=1']) {
    expect(() => parseQuery(odd)).not.toThrow()
  }
  expect(({} as { x?: string }).x).toBeUndefined()
  expect(Object.hasOwn(parseQuery('__proto__[x]=1'), '__proto__')).toBe(true)
})

const key = fc.stringMatching(/^[a-z]{1,4}$/)
const { value } = fc.letrec<{ value: QueryValue }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.array(fc.string(), { minLength: 2, maxLength: 30 }),
    fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3 }),
  ),
}))

test('what was written can be read', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value), values => {
      expect(parseQuery(toQuery(values))).toEqual(structuredClone(values))
    }),
  )
})

test('links by qs are read, and qs reads ours, where its own limits lose nothing', () => {
  fc.assert(
    fc.property(
      fc.dictionary(key, value),
      fc.constantFrom('indices' as const, 'brackets' as const, 'repeat' as const),
      (values, arrayFormat) => {
        expect(parseQuery(qs.stringify(values, { arrayFormat }))).toEqual(structuredClone(values))
        expect(qs.parse(toQuery(values), { arrayLimit: 1000 })).toEqual(structuredClone(values))
      },
    ),
  )
})

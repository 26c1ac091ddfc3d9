import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyValue, matches, parseFilterParams, stringifyFilter, type FilterGroup } from './filter.ts'
import { searchPairs } from './search-pairs.ts'

const pairs = searchPairs({
  apiVersion: 'v1',
  kind: 'Component',
  metadata: { name: 'Orders', tags: ['Java', 'web'], title: 't'.repeat(300) },
  spec: { type: 'service', empty: '', nothing: null, equation: 'a=b' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/a' }],
})

function isFound(...filters: string[]): boolean {
  const predicate = parseFilterParams(filters)
  return !predicate || matches(predicate, pairs)
}

describe('parseFilterParams', () => {
  test('statements of one filter must all hold, of several filters any may [CATAPI-41]', () => {
    expect(parseFilterParams(['kind=Component,spec.type=Service', 'kind=API'])).toEqual({
      any: [
        {
          all: [
            { key: 'kind', in: ['component'] },
            { key: 'spec.type', in: ['service'] },
          ],
        },
        { key: 'kind', in: ['api'] },
      ],
    })
  })

  test('a key alone must exist, a key with nothing after it equals nothing, a key twice takes either [CATAPI-42]', () => {
    expect(parseFilterParams(['a'])).toEqual({ key: 'a', exists: true })
    expect(parseFilterParams(['a='])).toEqual({ key: 'a', in: [''] })
    expect(parseFilterParams(['a=1,a=2'])).toEqual({ key: 'a', in: ['1', '2'] })
    expect(parseFilterParams(['a,a=2'])).toEqual({ key: 'a', in: ['2'] })
    expect(parseFilterParams(['a=2,a'])).toEqual({ key: 'a', in: ['2'] })
  })

  test('blanks are trimmed, empty statements and filters do not count, a value may hold =', () => {
    expect(parseFilterParams([' Kind = API , ,', '', ' , '])).toEqual({ key: 'kind', in: ['api'] })
    expect(parseFilterParams(['a=b=c'])).toEqual({ key: 'a', in: ['b=c'] })
    expect(parseFilterParams([])).toBeUndefined()
    expect(parseFilterParams(['', ','])).toBeUndefined()
  })

  test.each(['=x', '=', 'kind=a, =b', ' = '])('%j is refused', filter => {
    expect(() => parseFilterParams([filter])).toThrow(expect.objectContaining({ name: 'InputError', code: 'catalog.invalid-filter' }))
  })
})

describe('matches', () => {
  test.each([
    'kind=component',
    'KIND=COMPONENT',
    'metadata.name=orders,spec.type',
    'metadata.tags=java',
    'metadata.tags.java=true',
    'metadata.tags.WEB',
    'relations.ownedBy=Group:default/A',
    'metadata.namespace=default',
    'spec.empty=',
    'spec.nothing',
    'metadata.title',
    'spec.equation=a=b',
    'kind=api,kind=component',
  ])('an entity is found by %s', filter => {
    expect(isFound(filter)).toBe(true)
  })

  test.each([
    'kind=api',
    'kind=component,spec.type=library',
    'spec.none',
    'spec.nothing=',
    'spec.type=',
    'metadata.tags.java=false',
    `metadata.title=${'t'.repeat(300)}`,
  ])('and not by %s', filter => {
    expect(isFound(filter)).toBe(false)
    expect(isFound(filter, 'kind=component')).toBe(true)
  })

  test('prefix and negation', () => {
    expect(matches({ key: 'metadata.name', prefix: 'ord' }, pairs)).toBe(true)
    expect(matches({ key: 'metadata.tags', prefix: 'w' }, pairs)).toBe(true)
    expect(matches({ key: 'spec.nothing', prefix: '' }, pairs)).toBe(false)
    expect(matches({ not: { key: 'kind', in: ['component'] } }, pairs)).toBe(false)
    expect([{ all: [] }, { any: [] }].map(predicate => matches(predicate, pairs))).toEqual([true, false])
  })
})

describe('stringifyFilter', () => {
  test('conditions are joined by commas, one text for each group, existence is the key alone [CATAPI-41] [CATAPI-42]', () => {
    expect(stringifyFilter([{ kind: ['API', 'Component'], 'spec.type': 'grpc' }, { 'metadata.annotations.x': anyValue }, {}])).toEqual([
      'kind=API,kind=Component,spec.type=grpc',
      'metadata.annotations.x',
    ])
    expect(stringifyFilter({ 'spec.replicas': 3, 'spec.public': true })).toEqual(['spec.replicas=3,spec.public=true'])
  })

  test('what a parameter cannot carry is refused', () => {
    expect(() => stringifyFilter({ a: 'x,y' })).toThrow("cannot carry 'a=x,y'")
    expect(() => stringifyFilter({ 'a=b': 'x' })).toThrow("cannot carry 'a=b'")
    expect(() => stringifyFilter({ '': 'x' })).toThrow('cannot carry')
  })

  test('reading what was written gives the same conditions', () => {
    const key = fc.stringMatching(/^[a-z][a-z./-]{0,9}[a-z]$/)
    const value = fc.string().filter(text => !text.includes(',') && text === text.trim())
    const group = fc.dictionary(
      key,
      fc.oneof(fc.constant(anyValue), fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: text => text.toLowerCase() })),
      { minKeys: 1, maxKeys: 3 },
    )
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 3 }), groups => {
        const expected = groups.map(expectedGroup)
        expect(parseFilterParams(stringifyFilter(groups as FilterGroup[]))).toEqual(expected.length > 1 ? { any: expected } : expected[0])
      }),
    )
  })

  function expectedGroup(group: Record<string, symbol | string[]>) {
    const conditions = Object.entries(group).map(([key, value]) =>
      typeof value === 'symbol' ? { key, exists: true } : { key, in: value.map(text => text.toLowerCase()) },
    )
    return conditions.length > 1 ? { all: conditions } : conditions[0]
  }
})

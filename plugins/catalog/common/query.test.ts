import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches, parseFilterParams } from './filter.ts'
import { parseQuery } from './query.ts'
import { searchPairs } from './search-pairs.ts'

describe('parseQuery', () => {
  test('fields of an object must all hold; texts, numbers and booleans are compared lower-cased', () => {
    expect(parseQuery({ Kind: 'API', 'spec.replicas': 3, 'spec.public': true })).toEqual({
      all: [
        { key: 'kind', in: ['api'] },
        { key: 'spec.replicas', in: ['3'] },
        { key: 'spec.public', in: ['true'] },
      ],
    })
    expect(parseQuery({ kind: 'API' })).toEqual({ key: 'kind', in: ['api'] })
  })

  test('nothing asked matches all, no alternative matches nothing', () => {
    expect(parseQuery({})).toEqual({ all: [] })
    expect(parseQuery({ $all: [] })).toEqual({ all: [] })
    expect(parseQuery({ $any: [] })).toEqual({ any: [] })
  })

  test('queries nest', () => {
    expect(parseQuery({ $any: [{ kind: 'a' }, { $not: { $all: [{ kind: 'b' }] } }] })).toEqual({
      any: [{ key: 'kind', in: ['a'] }, { not: { all: [{ key: 'kind', in: ['b'] }] } }],
    })
  })

  test.each([
    [{ a: { $exists: true } }, { key: 'a', exists: true }],
    [{ a: { $exists: false } }, { not: { key: 'a', exists: true } }],
    [{ a: { $in: ['X', 1, 'x'] } }, { key: 'a', in: ['x', '1'] }],
    [{ a: { $in: [] } }, { key: 'a', in: [] }],
    [{ a: { $hasPrefix: 'Pre' } }, { key: 'a', prefix: 'pre' }],
    [{ 'metadata.tags': { $contains: 'Java' } }, { key: 'metadata.tags', in: ['java'] }],
    [{ relations: { $contains: { type: 'ownedBy' } } }, { key: 'relations.ownedby', exists: true }],
    [
      { relations: { $contains: { type: 'ownedBy', targetRef: 'Group:default/A' } } },
      { key: 'relations.ownedby', in: ['group:default/a'] },
    ],
    [{ relations: { $contains: { type: 'ownedBy', targetRef: { $in: ['a', 'B'] } } } }, { key: 'relations.ownedby', in: ['a', 'b'] }],
  ])('%j', (query, predicate) => {
    expect(parseQuery(query)).toEqual(predicate)
  })

  test.each([
    [undefined],
    [null],
    ['kind=a'],
    [[]],
    [{ a: null }],
    [{ a: [] }],
    [{ a: {} }],
    [{ a: { $exists: true, $in: [] } }],
    [{ a: { $regex: 'x' } }],
    [{ a: { $in: 'x' } }],
    [{ a: { $in: [{}] } }],
    [{ a: { $exists: 'yes' } }],
    [{ a: { $hasPrefix: 1 } }],
    [{ a: { $contains: { type: 'x' } } }],
    [{ relations: { $contains: { targetRef: 'x' } } }],
    [{ relations: { $contains: { type: 'x', other: 1 } } }],
    [{ relations: { $contains: { type: 'x', targetRef: { $hasPrefix: 'x' } } } }],
    [{ $or: [] }],
    [{ $all: {} }],
    [{ $all: ['x'] }],
    [{ $not: [] }],
    [{ $all: [], kind: 'a' }],
    [{ '': 'a' }],
  ])('%j is refused', query => {
    expect(() => parseQuery(query)).toThrow(expect.objectContaining({ name: 'InputError', code: 'catalog.invalid-query' }))
  })

  test('a query of any depth is refused, not followed', () => {
    let query: object = {}
    for (let level = 0; level < 50_000; level++) query = { $not: query }
    expect(() => parseQuery(query)).toThrow(/levels deep/)
  })

  test('anything is either read or refused as input', () => {
    fc.assert(
      fc.property(fc.anything(), value => {
        try {
          expect(typeof parseQuery(value)).toBe('object')
        } catch (error) {
          expect(error).toMatchObject({ name: 'InputError' })
        }
      }),
    )
  })

  test('a query and the filter that says the same find the same entities', () => {
    const value = fc.constantFrom('a', 'B', 'c')
    const key = fc.constantFrom('kind', 'spec.x', 'metadata.tags', 'spec.y')
    const entity = fc.record({ kind: value, x: value, tags: fc.array(value), y: fc.option(value) })
    fc.assert(
      fc.property(entity, fc.array(fc.dictionary(key, value, { minKeys: 1 }), { minLength: 1 }), ({ kind, x, tags, y }, groups) => {
        const pairs = searchPairs({ apiVersion: 'v1', kind, metadata: { name: 'n', tags }, spec: { x, y } })
        const filter = parseFilterParams(
          groups.map(group =>
            Object.entries(group)
              .map(([name, text]) => `${name}=${text}`)
              .join(','),
          ),
        )
        expect(matches(parseQuery({ $any: groups }), pairs)).toBe(filter !== undefined && matches(filter, pairs))
        expect(matches(parseQuery({ $not: { $any: groups } }), pairs)).toBe(!matches(parseQuery({ $any: groups }), pairs))
      }),
    )
  })
})

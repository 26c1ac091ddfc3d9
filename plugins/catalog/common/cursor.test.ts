import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeChangeCursor,
  decodeOffsetCursor,
  decodeQueryCursor,
  encodeChangeCursor,
  encodeOffsetCursor,
  encodeQueryCursor,
  type QueryCursor,
} from './cursor.ts'
import { parseOrder, parseOrderField, stringifyOrder, stringifyOrderField } from './order.ts'

const optional = { requiredKeys: ['orderFields', 'orderFieldValues', 'isPrevious'] as const }
const order = fc.record({ field: fc.string({ minLength: 1 }), order: fc.constantFrom('asc' as const, 'desc' as const) })
const anyText = fc.string({ unit: 'binary' })
const cursors = fc.record(
  {
    orderFields: fc.array(order),
    orderFieldValues: fc.array(fc.option(anyText)),
    isPrevious: fc.boolean(),
    totalItems: fc.nat(),
    fullTextFilter: fc.record({ term: anyText, fields: fc.array(fc.string()) }),
    filter: fc.array(anyText),
    query: fc.dictionary(
      fc.string().filter(key => key !== '__proto__'),
      fc.oneof(anyText, fc.integer(), fc.boolean()),
    ),
    asOf: fc.string(),
  },
  { requiredKeys: [...optional.requiredKeys] },
)

describe('query cursors', () => {
  test('reading what was written gives the same position, whatever the letters', () => {
    fc.assert(
      fc.property(cursors, cursor => {
        expect(decodeQueryCursor(encodeQueryCursor(cursor))).toEqual(cursor)
      }),
    )
  })

  test('a client that knows nothing of UTF-8 reads the same JSON', () => {
    fc.assert(
      fc.property(cursors, cursor => {
        expect(JSON.parse(atob(encodeQueryCursor(cursor)))).toEqual(cursor)
      }),
    )
  })

  test('a cursor survives an address, also where the plus was not escaped', () => {
    const cursor: QueryCursor = { orderFields: [], orderFieldValues: ['~~~>>>???'], isPrevious: false }
    const text = encodeQueryCursor(cursor)
    const careless = new URLSearchParams(`cursor=${text}`).get('cursor') ?? ''
    expect(decodeQueryCursor(careless)).toEqual(cursor)
    expect(decodeQueryCursor(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))).toEqual(cursor)
  })

  test('a cursor in plain UTF-8 is read too', () => {
    const cursor = { orderFields: [], orderFieldValues: ['é😀'], isPrevious: true }
    expect(decodeQueryCursor(Buffer.from(JSON.stringify(cursor)).toString('base64'))).toEqual(cursor)
  })

  test.each([
    '',
    'x',
    '!!!',
    btoa('null'),
    btoa('{}'),
    btoa('{'),
    btoa('"é"'),
    btoa(JSON.stringify({ orderFields: [{ field: 'a', order: 'up' }], orderFieldValues: [], isPrevious: false })),
  ])('%j is refused', text => {
    expect(() => decodeQueryCursor(text)).toThrow(expect.objectContaining({ name: 'InputError', code: 'catalog.invalid-cursor' }))
  })

  test('anything is either read or refused as input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(btoaSafe)), text => {
        try {
          decodeQueryCursor(text)
        } catch (error) {
          expect(error).toMatchObject({ name: 'InputError' })
        }
      }),
    )
  })
})

function btoaSafe(json: string): string {
  return Buffer.from(json).toString('base64')
}

test('the list cursor is the base64 of limit and offset', () => {
  expect(atob(encodeOffsetCursor({ limit: 5, offset: 10 }))).toBe('{"limit":5,"offset":10}')
  expect(decodeOffsetCursor(btoa('{"limit":5,"offset":10}'))).toEqual({ limit: 5, offset: 10 })
  expect(() => decodeOffsetCursor(btoa('{"limit":-5}'))).toThrow('Malformed cursor')
})

test('the change cursor is a revision and a position in it', () => {
  expect(decodeChangeCursor(encodeChangeCursor({ revision: 7, sequence: 2 }))).toEqual({ revision: 7, sequence: 2 })
  expect(() => decodeChangeCursor('7')).toThrow('Malformed cursor')
})

test('orders are read as both lists write them', () => {
  expect(parseOrderField('metadata.name,desc')).toEqual({ field: 'metadata.name', order: 'desc' })
  expect(parseOrderField('metadata.name')).toEqual({ field: 'metadata.name', order: 'asc' })
  expect(parseOrder('desc:metadata.name')).toEqual({ field: 'metadata.name', order: 'desc' })
  for (const text of ['', ',asc', 'a,up', 'a,']) expect(() => parseOrderField(text), text).toThrow(/Invalid order/)
  for (const text of ['', 'a', 'asc:', ':a', 'up:a']) expect(() => parseOrder(text), text).toThrow(/Invalid order/)
  expect(parseOrder(stringifyOrder({ field: 'a:b', order: 'asc' }))).toEqual({ field: 'a:b', order: 'asc' })
  expect(parseOrderField(stringifyOrderField({ field: 'a,b', order: 'asc' }))).toEqual({ field: 'a,b', order: 'asc' })
})

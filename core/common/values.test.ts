import { expect, test } from 'vitest'
import { decodeText, isRecord, parseJson, textOf, toRecord } from './values.ts'

test('objects are records, but null, lists and plain values are not', () => {
  expect([{}, { a: 1 }, Object.create(null)].map(isRecord)).toEqual([true, true, true])
  expect([null, undefined, [], 'text', 1, () => 1].map(isRecord)).toEqual([false, false, false, false, false, false])
  expect(toRecord({ a: 1 })).toEqual({ a: 1 })
  expect(toRecord(['a'])).toEqual({})
})

test('an empty text is no text', () => {
  expect(['a', '', 1, undefined].map(textOf)).toEqual(['a', undefined, undefined, undefined])
})

test('a text that is not percent-encoded correctly stays as it is', () => {
  expect(['a%20b', '100%', 'ä'].map(decodeText)).toEqual(['a b', '100%', 'ä'])
})

test('a text that is no JSON is the fallback', () => {
  expect(parseJson('[1]')).toEqual([1])
  expect(parseJson('null', 1)).toBe(null)
  expect(parseJson('{')).toBe(undefined)
  expect(parseJson('{', 'fallback')).toBe('fallback')
})

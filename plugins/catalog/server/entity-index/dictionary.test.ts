import { createSegmentReader, createSegmentWriter, createTextTable } from '@portico/core/server/index-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDictionary } from './dictionary.ts'

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', 'A', 'a', 'Z', 'z', '@', '[', '`', '{', 'Straße', 'STRASSE', 'ΑΣ', 'İ', '日本語', 'x'.repeat(15_999)),
)

test('a text has one number, and keeps its letters', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200 }), texts => {
      const table = createTextTable()
      const numbers = new Map<string, number>()
      for (const each of texts) {
        const number = table.add(each)
        expect(numbers.get(each) ?? number).toBe(number)
        numbers.set(each, number)
      }
      expect(new Set(numbers.values()).size).toBe(numbers.size)
      for (const [each, number] of numbers) {
        expect(table.find(each)).toBe(number)
        expect(table.text(number)).toBe(each)
        expect(table.length(number)).toBe(each.length)
      }
    }),
  )
})

test('more texts than fit into one piece of memory are all found again', () => {
  const table = createTextTable()
  const numbers = Array.from({ length: 30_000 }, (_, i) => table.add(`component:default/orders-${i}`))
  expect(numbers.map(number => table.text(number)).filter((each, i) => each !== `component:default/orders-${i}`)).toEqual([])
  expect(table.find('component:default/orders-30000')).toBe(-1)
  expect(table.find('x'.repeat(1_000_000))).toBe(-1)
})

test('a dictionary numbers texts as they are written, and finds those that differ by letter case together', () => {
  const table = createTextTable()
  table.add('SERVICE')
  const dictionary = createDictionary(table)
  const written = ['library', 'Service', 'SERVICE', 'service', 'Library', 'Service', 'service']
  expect(written.map(each => dictionary.add(each))).toEqual([0, 1, 2, 3, 4, 1, 3])
  expect([0, 1, 2, 3, 4].map(dictionary.text)).toEqual(['library', 'Service', 'SERVICE', 'service', 'Library'])
  expect([1, 2, 3].map(dictionary.lowerText)).toEqual(['service', 'service', 'service'])
  expect([dictionary.find('service'), dictionary.find('Service'), dictionary.find('website')]).toEqual([[1, 2, 3], [], []])
  for (let at = 0; at < 100; at++) dictionary.add(`other-${at}`)
  expect([dictionary.find('service'), dictionary.find('library'), dictionary.first('service')]).toEqual([[1, 2, 3], [0, 4], 1])
})

test('a large dictionary finds all its texts, also when it was saved and loaded', () => {
  const table = createTextTable()
  const dictionary = createDictionary(table)
  const names = Array.from({ length: 40_000 }, (_, at) => `Orders-${at}`)
  const numbers = names.map((_, at) => at)
  expect(names.map(dictionary.add)).toEqual(numbers)
  const saved = createSegmentWriter()
  dictionary.save(saved)
  const loaded = createDictionary(table)
  loaded.load(createSegmentReader(saved.segments.map(segment => Uint8Array.from(new Uint8Array(segment.buffer)).buffer)))
  for (const each of [dictionary, loaded]) {
    expect(names.map(each.add)).toEqual(numbers)
    expect(names.map(name => each.first(name.toLowerCase()))).toEqual(numbers)
    expect([each.find('orders-39999'), each.find('orders-40000'), each.size]).toEqual([[39_999], [], 40_000])
    expect([each.add('ORDERS-5'), each.find('orders-5')]).toEqual([40_000, [5, 40_000]])
  }
})

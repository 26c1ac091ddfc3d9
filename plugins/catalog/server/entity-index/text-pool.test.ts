import { createSegmentReader, createSegmentWriter } from '@portico/core/server/index-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDictionary } from './dictionary.ts'
import { createTextPool } from './text-pool.ts'

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', 'A', 'a', 'Z', 'z', '@', '[', '`', '{', 'Straße', 'STRASSE', 'ΑΣ', 'İ', '日本語', 'x'.repeat(15_999)),
)

test('a text has one number, keeps its letters, and knows its lower case', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200 }), texts => {
      const pool = createTextPool()
      const numbers = new Map<string, number>()
      for (const each of texts) {
        const number = pool.add(each)
        expect(numbers.get(each) ?? number).toBe(number)
        numbers.set(each, number)
      }
      expect(new Set(numbers.values()).size).toBe(numbers.size)
      for (const [each, number] of numbers) {
        expect(pool.find(each)).toBe(number)
        expect(pool.text(number)).toBe(each)
        expect(pool.text(pool.lower(number))).toBe(each.toLowerCase())
      }
    }),
  )
})

test('more texts than fit into one piece of memory are all found again', () => {
  const pool = createTextPool()
  const numbers = Array.from({ length: 30_000 }, (_, i) => pool.add(`component:default/orders-${i}`))
  expect(numbers.map(number => pool.text(number)).filter((each, i) => each !== `component:default/orders-${i}`)).toEqual([])
  expect(pool.find('component:default/orders-30000')).toBe(-1)
  expect(pool.find('x'.repeat(1_000_000))).toBe(-1)
})

test('the lower case of ASCII letters takes no letters of its own', () => {
  const bytesOf = (texts: readonly string[]) => {
    const pool = createTextPool()
    for (const each of texts) pool.add(each)
    const saved = createSegmentWriter()
    pool.save(saved)
    return { pool, bytes: saved.segments.reduce((sum, { byteLength }) => sum + byteLength, 0) }
  }
  const lower = Array.from({ length: 5000 }, (_, at) => `${at} ${'renders credit and permit data '.repeat(6)}`)
  const shown = lower.map(each => each.toUpperCase())
  const { pool, bytes } = bytesOf(shown)
  expect(bytes).toBeLessThan(bytesOf(lower).bytes * 1.25)
  expect(pool.find(lower[4999]!)).toBe(pool.lower(pool.find(shown[4999]!)))
  expect(pool.text(pool.find(lower[4999]!))).toBe(lower[4999])
  expect(pool.add(lower[7]!)).toBe(pool.lower(pool.add(shown[7]!)))
})

test('a dictionary numbers texts as they are written, and finds those that differ by letter case together', () => {
  const pool = createTextPool()
  pool.add('SERVICE')
  const dictionary = createDictionary(pool)
  const written = ['library', 'Service', 'SERVICE', 'service', 'Library', 'Service', 'service']
  expect(written.map(each => dictionary.add(each))).toEqual([0, 1, 2, 3, 4, 1, 3])
  expect([0, 1, 2, 3, 4].map(dictionary.text)).toEqual(['library', 'Service', 'SERVICE', 'service', 'Library'])
  expect([1, 2, 3].map(dictionary.lowerText)).toEqual(['service', 'service', 'service'])
  expect([dictionary.find('service'), dictionary.find('Service'), dictionary.find('website')]).toEqual([[1, 2, 3], [], []])
  for (let at = 0; at < 100; at++) dictionary.add(`other-${at}`)
  expect([dictionary.find('service'), dictionary.find('library'), dictionary.first('service')]).toEqual([[1, 2, 3], [0, 4], 1])
})

test('a large dictionary finds all its texts, also when it was saved and loaded', () => {
  const pool = createTextPool()
  const dictionary = createDictionary(pool)
  const names = Array.from({ length: 40_000 }, (_, at) => `Orders-${at}`)
  const numbers = names.map((_, at) => at)
  expect(names.map(dictionary.add)).toEqual(numbers)
  const saved = createSegmentWriter()
  dictionary.save(saved)
  const loaded = createDictionary(pool)
  loaded.load(createSegmentReader(saved.segments.map(segment => Uint8Array.from(new Uint8Array(segment.buffer)).buffer)))
  for (const each of [dictionary, loaded]) {
    expect(names.map(each.add)).toEqual(numbers)
    expect(names.map(name => each.first(name.toLowerCase()))).toEqual(numbers)
    expect([each.find('orders-39999'), each.find('orders-40000'), each.size]).toEqual([[39_999], [], 40_000])
    expect([each.add('ORDERS-5'), each.find('orders-5')]).toEqual([40_000, [5, 40_000]])
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextTable } from './text-table.ts'

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: fc.constant('a') }),
  fc.constantFrom('', 'A', 'a', '@', 'Straße', 'ΑΣ', 'İ', '日本語', '😀', 'x'.repeat(15_999)),
)

test('a text has one number, keeps its letters, and is compared with others', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), texts => {
      const table = createTextTable()
      const numbers = new Map<string, number>()
      for (const each of texts) {
        expect(table.find(each)).toBe(numbers.get(each) ?? -1)
        numbers.set(each, table.add(each))
      }
      table.pack()
      expect(table.size).toBe(numbers.size)
      for (const [each, number] of numbers) {
        expect([table.find(each), table.text(number), table.length(number)]).toEqual([number, each, each.length])
        expect(table.containing(each)).toEqual([...numbers].filter(([other]) => other.includes(each)).map(([, its]) => its))
        for (const [other, its] of numbers) {
          const encoded = Buffer.from(other)
          const order = Buffer.compare(Buffer.from(each), encoded)
          expect([table.compare(number, its), table.compareTo(number, encoded)]).toEqual([order, order])
          expect(table.startsWith(number, encoded)).toBe(each.startsWith(other))
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('a large table finds all its texts, also when it was packed, and saved and loaded', () => {
  const table = createTextTable()
  const names = Array.from({ length: 30_000 }, (_, at) => `component:default/orders-${at}`)
  expect(names.map(table.add)).toEqual([...names.keys()])
  const loaded = createTextTable()
  loaded.load(structuredClone(table.save()))
  table.pack()
  for (const each of [table, loaded]) {
    expect([...names.keys()].map(each.text)).toEqual(names)
    expect([each.find('component:default/orders-30000'), each.find('x'.repeat(1_000_000))]).toEqual([-1, -1])
    expect([each.add('component:default/orders-7'), each.add('new'), each.text(30_000)]).toEqual([7, 30_000, 'new'])
  }
})

import { assert, array, oneof, property, string, constant } from 'fast-check'
import { expect, test } from 'vitest'
import { createColumn } from './columns.ts'
import { createTextTable } from './text-table.ts'

const someText = oneof(string(), string({ unit: 'grapheme' }), string({ unit: constant('a') }))

test('a table of texts gives each text one number, and the text back', () => {
  assert(
    property(array(someText, { maxLength: 200 }), texts => {
      const table = createTextTable()
      const numbers = new Map<string, number>()
      for (const text of texts) {
        expect(table.find(text)).toBe(numbers.get(text))
        numbers.set(text, table.add(text))
      }
      table.pack()
      expect(table.size).toBe(numbers.size)
      for (const [text, number] of numbers) {
        expect([table.find(text), table.text(number), table.length(number)]).toEqual([number, text, text.length])
        for (const [other, its] of numbers) {
          expect(Math.sign(table.order(number, its))).toBe(text < other ? -1 : text > other ? 1 : 0)
          expect(Math.sign(table.compare(number, other))).toBe(text < other ? -1 : text > other ? 1 : 0)
          expect([table.startsWith(number, other), table.endsWith(number, other)]).toEqual([text.startsWith(other), text.endsWith(other)])
        }
      }
    }),
    { numRuns: 20 },
  )
})

test('a table of texts grows, and is packed and filled again', () => {
  const table = createTextTable()
  const added = Array.from({ length: 20_000 }, (_, at) => table.add(`text-${at}`))
  expect(added).toEqual([...added.keys()])
  const before = table.bytes
  table.pack()
  expect(table.bytes).toBeLessThan(before)
  expect([table.add('text-7'), table.add('new'), table.text(20_000), table.find('text-19999')]).toEqual([7, 20_000, 'new', 19_999])
})

test('a value is given back as it was first written, and found in any case, by itself and by the name at its end', () => {
  const column = createColumn()
  column.set(0, ['group:default/Team-Ä', 'x'])
  column.set(1, ['GROUP:default/team-a'])
  column.set(2, ['team-b'])
  column.pack(3)
  expect([column.value(column.first(0)), column.value(column.first(1)), column.rest(0).map(column.value)]).toEqual([
    'group:default/Team-Ä',
    'group:default/Team-Ä',
    ['x'],
  ])
  expect(column.find('group:DEFAULT/team-a')).toEqual([column.first(0)])
  expect(column.findNamed('team-a')).toEqual([column.first(0)])
  expect(column.findNamed('default/team-a')).toEqual([column.first(0)])
  expect(column.findNamed('group:default/team-b')).toEqual([column.first(2)])
  expect(column.findNamed('eam-a')).toEqual([])
  column.set(5000, ['late'])
  expect([column.value(column.first(5000)), column.first(4999)]).toEqual(['late', 0])
})

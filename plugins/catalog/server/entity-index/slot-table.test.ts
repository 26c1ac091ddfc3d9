import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlotTable } from './slot-table.ts'

test('a table of slots has what a map has, whatever comes and goes', () => {
  const step = fc.tuple(fc.constantFrom('set', 'set', 'delete'), fc.nat(60), fc.integer())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), steps => {
      const table = createSlotTable()
      const map = new Map<number, number>()
      for (const [what, slot, cell] of steps) {
        if (what === 'set') table.set(slot, cell)
        else table.delete(slot)
        if (what === 'set') map.set(slot, cell)
        else map.delete(slot)
      }
      const seen = new Map<number, number>()
      table.each((slot, cell) => seen.set(slot, cell))
      expect(seen).toEqual(map)
      expect(table.size).toBe(map.size)
      for (let slot = 0; slot <= 60; slot++) expect(table.get(slot)).toBe(map.get(slot) ?? -1)
    }),
  )
})

test('slots that come and go by the thousand leave no table that is full of what has gone', () => {
  const table = createSlotTable()
  for (let slot = 0; slot < 20_000; slot++) {
    table.set(slot, slot * 2)
    if (slot >= 10) table.delete(slot - 10)
  }
  expect([table.size, table.get(19_995), table.get(19_000)]).toEqual([10, 39_990, -1])
})

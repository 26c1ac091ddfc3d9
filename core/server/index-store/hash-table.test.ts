import { assert, array, boolean, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { createHashTable, hashOfNumber } from './hash-table.ts'
import { createSegmentReader, createSegmentWriter } from './segments.ts'

function createIds() {
  const ids: number[] = []
  let wanted = 0
  const table = createHashTable({ hashOf: number => hashOfNumber(ids[number]!), isKey: number => ids[number] === wanted })
  const withKey = <T>(id: number, run: (hash: number) => T) => ((wanted = id), run(hashOfNumber(id)))
  return {
    table,
    find: (id: number) => withKey(id, table.find),
    add: (id: number) => table.add(hashOfNumber(id), ids.push(id) - 1),
    remove: (id: number) => withKey(id, table.remove),
    idOf: (number: number) => ids[number],
  }
}

test('numbers are found by their keys while they come and go', () => {
  const step = record({ id: integer({ min: 0, max: 2 ** 40 }), isThere: boolean() })
  assert(
    property(array(step, { minLength: 1500, maxLength: 3000 }), steps => {
      const { find, add, remove, idOf } = createIds()
      const known = new Set<number>()
      for (const { id, isThere } of steps) {
        if (isThere && !known.has(id)) {
          add(id)
          known.add(id)
        } else if (!isThere) {
          const gone = known.size % 2 === 0 ? id : ([...known][0] ?? id)
          known.delete(gone)
          remove(gone)
        }
      }
      expect(steps.map(({ id }) => idOf(find(id)))).toEqual(steps.map(({ id }) => (known.has(id) ? id : undefined)))
    }),
    { numRuns: 5 },
  )
})

test('a large table finds all its numbers, also when it was saved and loaded', () => {
  const { table, find, add, remove } = createIds()
  const all = Array.from({ length: 50_000 }, (_, at) => at * 7)
  all.forEach(add)
  remove(7)
  const out = createSegmentWriter()
  table.save(out)
  const copies = out.segments.map(({ buffer, byteOffset, byteLength }) => buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer)
  table.load(createSegmentReader(copies))
  expect(all.map(find)).toEqual(all.map((_, at) => (at === 1 ? -1 : at)))
  expect(find(3)).toBe(-1)
})

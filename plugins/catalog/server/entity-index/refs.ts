import { createTextTable, withRoom } from '@portico/core/server/index-store'

/** Which ref stands in which slot, both ways. */
export function createRefs() {
  let table = createTextTable()
  // By number of the ref: its slot plus one. By slot: the number of its ref.
  let slots = new Int32Array(64)
  let numbers = new Int32Array(64)
  let size = 0

  function put(number: number, slot: number): void {
    slots = withRoom(slots, number + 1)
    numbers = withRoom(numbers, slot + 1)
    slots[number] = slot + 1
    numbers[slot] = number
  }

  const save = () => ({ size, slots, numbers, table: table.save() })

  const refs = {
    get size() {
      return size
    },
    /** The slot of a ref, or -1. */
    slot(ref: string): number {
      const number = table.find(ref)
      return number === -1 ? -1 : slots[number]! - 1
    },
    /** The ref of a slot that is taken. */
    ref: (slot: number): string => table.text(numbers[slot]!),
    set(ref: string, slot: number): void {
      if (refs.slot(ref) === -1) size += 1
      put(table.add(ref), slot)
    },
    delete(ref: string): void {
      slots[table.find(ref)] = 0
      size -= 1
    },
    /** Drops refs that are gone, once they are most of them. */
    compact(): void {
      if (table.size < 4096 || table.size < size * 3) return
      const old = { table, slots }
      table = createTextTable()
      slots = new Int32Array(size + 64)
      for (let number = 0; number < old.table.size; number++) {
        if (old.slots[number]! > 0) put(table.add(old.table.text(number)), old.slots[number]! - 1)
      }
    },
    save,
    load(saved: ReturnType<typeof save>): void {
      ;({ size, slots, numbers } = saved)
      table.load(saved.table)
    },
  }
  return refs
}

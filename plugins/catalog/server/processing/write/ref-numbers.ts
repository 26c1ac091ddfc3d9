import { createTextTable, resized } from '@portico/core/server/index-store'

/** Refs by number and numbers by ref, outside the engine's heap: as strings in maps a million of them would take twice the memory. */
export function createRefNumbers() {
  const table = createTextTable()
  // By the place of a ref in the table its number, and the other way round; both plus one, because 0 is nothing.
  let ids = new Int32Array(1024)
  let places = new Int32Array(1024)

  return {
    /** How many refs there are, about. */
    get size() {
      return table.size
    },
    add(id: number, ref: string): void {
      const place = table.add(ref)
      if (place >= ids.length) ids = resized(ids, Math.ceil(place * 1.25) + 1)
      if (id >= places.length) places = resized(places, Math.ceil(id * 1.25) + 1)
      ids[place] = id + 1
      places[id] = place + 1
    },
    idOf(ref: string): number | undefined {
      const place = table.find(ref)
      const id = place === -1 ? 0 : (ids[place] ?? 0)
      return id === 0 ? undefined : id - 1
    },
    refOf(id: number): string | undefined {
      const place = places[id] ?? 0
      return place === 0 ? undefined : table.text(place - 1)
    },
  }
}

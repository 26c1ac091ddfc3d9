import { isTie, maxSearchTextLength, type SearchPlace } from '@portico/catalog/common'
import { createColumn, type Column } from './column.ts'
import { createRefs } from './refs.ts'
import { createTextPool } from './text-pool.ts'

// Texts that nobody uses any more, from which on it is worth moving the others.
const littleWaste = 10_000
// Keys that fewer entities have, and nobody asks for, get no column: one costs as much as a hundred values beside their entity.
const fewSlots = 8
// Far more than any catalog has. What somebody writes beyond it cannot be searched, and fills no memory.
const maxPlaces = 500_000
const manyPlaces = 20_000

const noSlots: readonly number[] = Object.freeze([])

/** A value of a key that has no column. */
interface RareValue {
  readonly place: Place
  readonly value: string | undefined
  readonly isListItem: boolean
}

interface Place extends SearchPlace {
  readonly key: string
  /** The slots that have a value here, while there is no column. */
  slots: readonly number[]
  promote(): Column
  /** Forgets the places below that no entity has. Returns how many there are, itself included; 0 when it is not needed either. */
  prune(): number
}

/** The columns of an index by key, with the pool of all their texts and of the refs. `filled` hears of slots that a new column has. */
export function createColumns(capacity: () => number, filled: (slot: number) => void, isOrdered: (key: string) => boolean) {
  let pool = createTextPool()
  let wasted = 0
  const columns = new Map<string, Column>()
  const tied: Column[] = []
  const refs = createRefs(pool)
  const collected: Column[] = []
  const rarePlaces = new Map<string, Place>()
  const rareValues = new Map<number, readonly RareValue[]>()
  let collectedRare: RareValue[] = []
  let places = 0
  // What still has to leave an old pool.
  let leaving: { moveTo(other: typeof pool): unknown }[] = []

  function addColumn(key: string): Column {
    const column = createColumn(key, capacity, pool)
    columns.set(key, column)
    if (isTie(key)) tied.push(column)
    return column
  }

  /** Gives a key that has become common, or is asked for, a column with the values that entities have of it. */
  function toColumn(place: Place): Column {
    const column = addColumn(place.key)
    rarePlaces.delete(place.key)
    for (const slot of place.slots) {
      const values = rareValues.get(slot) ?? []
      for (const rare of values) if (rare.place === place) column.collect(rare.value, rare.isListItem)
      column.settle(slot)
      filled(slot)
      rareValues.set(
        slot,
        values.filter(rare => rare.place !== place),
      )
    }
    place.slots = noSlots
    return column
  }

  /**
   * A tree over the names in entities, so that a value finds its column by the names that lead to it: their keys put together
   * anew for every value of every entity were half of what indexing cost.
   */
  function createPlace(key: string, prefix: string): Place {
    let below: Map<string, Place> | undefined
    let column: Column | undefined

    function lookUp(name: string): Place | undefined {
      const lower = name.toLowerCase()
      const inner = prefix + lower
      if (inner.length > maxSearchTextLength) return undefined
      below ??= new Map()
      let found = below.get(lower)
      if (!found) {
        if (places >= maxPlaces) return undefined
        places += 1
        found = createPlace(inner, `${inner}.`)
      }
      below.set(lower, found).set(name, found)
      return found
    }

    const own: Place = {
      key,
      slots: noSlots,
      below: name => below?.get(name) ?? lookUp(name),
      add(value, isListItem) {
        // An order looks only at columns, so a key that one asked for before it had values needs its column at once.
        if (!column && (own.slots.length >= fewSlots || isTie(key) || isOrdered(key))) own.promote()
        if (!column) collectedRare.push({ place: own, value, isListItem })
        else if (column.collect(value, isListItem)) collected.push(column)
      },
      promote: () => (column ??= toColumn(own)),
      prune() {
        let kept = 0
        for (const [name, place] of below ?? []) {
          const count = place.prune()
          if (count === 0) below?.delete(name)
          else if (name === name.toLowerCase()) kept += count
        }
        return kept > 0 || column || own.slots.length > 0 ? kept + 1 : 0
      },
    }
    return own
  }

  /** Gives a slot the rare values that were collected, instead of those it had. */
  function settleRare(slot: number): void {
    const before = rareValues.get(slot)
    if (!before && collectedRare.length === 0) return
    const after = collectedRare
    collectedRare = []
    for (const { place } of before ?? []) {
      place.slots = place.slots.length === 1 && place.slots[0] === slot ? noSlots : place.slots.filter(each => each !== slot)
    }
    for (const { place } of after) {
      if (place.slots.length === 0) rarePlaces.set(place.key, place)
      if (place.slots.at(-1) !== slot) place.slots = [...place.slots, slot]
    }
    for (const { place } of before ?? []) if (place.slots.length === 0) rarePlaces.delete(place.key)
    if (after.length > 0) rareValues.set(slot, after)
    else rareValues.delete(slot)
  }

  const root = createPlace('', '')

  return {
    columns,
    /** The column of a key, which it has from now on if any entity has a value of it. */
    column: (key: string): Column | undefined => columns.get(key) ?? rarePlaces.get(key)?.promote(),
    /** Those of relations and status. */
    tied,
    refs,
    root,
    /** The columns that have a value of the entity that is being read. */
    collected,
    settleRare,
    /**
     * Throws away what is no longer used. Called now and then; what takes long is done in steps: when most of the pool is waste,
     * the columns move to a new one, one in each call.
     */
    tidy(): void {
      const next = leaving.pop()
      if (next) return void next.moveTo(pool)
      if (places > manyPlaces) places = root.prune()
      for (const column of columns.values()) wasted += column.tidy(pool)
      wasted += refs.tidy(pool)
      if (wasted < littleWaste + pool.size / 2) return
      wasted = 0
      pool = createTextPool()
      leaving = [...columns.values(), refs]
    },
  }
}

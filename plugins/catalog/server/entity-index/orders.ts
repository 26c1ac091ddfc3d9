import { LRUCache } from 'lru-cache'
import type { Column } from './column.ts'

export interface OrderField {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Where an entity stands in an order: its texts, one per field, and its ref that settles ties. */
export interface SortPosition {
  readonly texts: readonly (string | undefined)[]
  readonly ref: string
}

export interface OrderSource {
  readonly slots: number
  readonly live: Uint8Array
  ref(slot: number): string
  column(key: string): Column | undefined
  /** How often an entity came, went or changed in a field that some order looks at. */
  readonly moves: number
  /** The slots in which that happened after so many times; undefined when that is too long ago to know. */
  movedSince(moves: number): readonly number[] | undefined
}

interface Order {
  readonly fields: readonly OrderField[]
  sorted: Int32Array
  moves: number
}

const maxOrders = 16

/** All entities in any order that was asked for. Sorted once; afterwards what changed is merged in. */
export function createOrders(source: OrderSource) {
  const orders = new LRUCache<string, Order>({ max: maxOrders })
  const fieldsInUse = new Set<string>()

  function positionOf(slot: number, fields: readonly OrderField[]): SortPosition {
    return { texts: fields.map(({ field }) => source.column(field)?.sortText(slot)), ref: source.ref(slot) }
  }

  function sortSlots(slots: readonly number[], fields: readonly OrderField[]): Int32Array {
    const positions = slots.map(slot => ({ slot, ...positionOf(slot, fields) }))
    return Int32Array.from(positions.sort((a, b) => comparePositions(a, b, fields)).map(position => position.slot))
  }

  /** By ref first, then by each field from the last to the first, keeping the order of equals: each pass only counts. */
  function sortAll(fields: readonly OrderField[]): Int32Array {
    let sorted: Int32Array = fields.length === 0 ? byRef() : slots([])
    for (const { field, direction } of fields.toReversed()) {
      const column = source.column(field)
      if (column) sorted = sortByRank(sorted, column, direction)
    }
    return sorted
  }

  function byRef(): Int32Array {
    const refs: string[] = []
    const slotOf = new Map<string, number>()
    for (let slot = 0; slot < source.slots; slot++) {
      if (!source.live[slot]) continue
      refs.push(source.ref(slot))
      slotOf.set(source.ref(slot), slot)
    }
    return Int32Array.from(refs.sort().map(ref => slotOf.get(ref)!))
  }

  function merged(order: Order, moved: readonly number[]): Int32Array {
    const isChanged = new Uint8Array(source.slots)
    for (const slot of moved) isChanged[slot] = 1
    const news = sortSlots(
      [...new Set(moved)].filter(slot => source.live[slot]),
      order.fields,
    )
    const kept = without(order.sorted, isChanged)
    const result = new Int32Array(kept.length + news.length)
    let from = 0
    let to = 0
    for (const slot of news) {
      const position = positionOf(slot, order.fields)
      const end = lowerBound(kept, from, other => comparePositions(positionOf(other, order.fields), position, order.fields) < 0)
      result.set(kept.subarray(from, end), to)
      to += end - from
      from = end
      result[to++] = slot
    }
    result.set(kept.subarray(from), to)
    return result
  }

  /** All live slots in that order, those without a field's value last in either direction. */
  function slots(fields: readonly OrderField[]): Int32Array {
    const key = fields.map(({ field, direction }) => `${direction} ${field}`).join('\n')
    const known = orders.get(key)
    const order = known ?? { fields, sorted: sortAll(fields), moves: source.moves }
    if (known) {
      const moved = source.movedSince(known.moves)
      if (moved === undefined) known.sorted = sortAll(fields)
      else if (moved.length > 0) known.sorted = merged(known, moved)
      known.moves = source.moves
    }
    orders.set(key, order)
    // Those of orders that are gone stay: they only lead to a little more sorting.
    for (const { field } of fields) fieldsInUse.add(field)
    return order.sorted
  }

  return { positionOf, slots, isInUse: (field: string): boolean => fieldsInUse.has(field) }
}

/** A copy without the marked slots. A loop of its own, because `filter` calls back a hundred thousand times. */
function without(slots: Int32Array, marked: Uint8Array): Int32Array {
  const kept = new Int32Array(slots.length)
  let length = 0
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!
    if (marked[slot] === 0) kept[length++] = slot
  }
  return kept.subarray(0, length)
}

/** Sorts by one column and keeps the order of equals. Every distinct text gets a rank; slots are then counted into position. */
function sortByRank(slots: Int32Array, column: Column, direction: OrderField['direction']): Int32Array {
  const { dictionary } = column
  const ids = new Int32Array(slots.length)
  const used = new Uint8Array(dictionary.size)
  slots.forEach((slot, i) => {
    const id = column.sortId(slot)
    ids[i] = id
    used[id] = 1
  })
  const texts: { readonly id: number; readonly text: string }[] = []
  for (let id = 1; id < used.length; id++) if (used[id] === 1) texts.push({ id, text: dictionary.lowerText(id) })
  texts.sort((a, b) => (a.text === b.text ? 0 : a.text < b.text ? -1 : 1))
  if (direction === 'desc') texts.reverse()
  const rankOf = new Int32Array(dictionary.size)
  // Texts that differ only by letter case are equals here.
  let rank = -1
  texts.forEach(({ id, text }, at) => {
    if (at === 0 || texts[at - 1]!.text !== text) rank += 1
    rankOf[id] = rank
  })
  rankOf[0] = texts.length
  const starts = new Int32Array(texts.length + 2)
  for (let i = 0; i < ids.length; i++) starts[rankOf[ids[i]!]! + 1]! += 1
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const sorted = new Int32Array(slots.length)
  for (let i = 0; i < slots.length; i++) sorted[starts[rankOf[ids[i]!]!]!++] = slots[i]!
  return sorted
}

/** Below 0 when `a` comes first. */
export function comparePositions(a: SortPosition, b: SortPosition, fields: readonly OrderField[]): number {
  for (let i = 0; i < fields.length; i++) {
    const left = a.texts[i]
    const right = b.texts[i]
    if (left === right) continue
    if (left === undefined) return 1
    if (right === undefined) return -1
    return left < right === (fields[i]!.direction === 'asc') ? -1 : 1
  }
  return a.ref === b.ref ? 0 : a.ref < b.ref ? -1 : 1
}

/** The first position from `from` on at which `isBefore` no longer holds. */
export function lowerBound(slots: Int32Array, from: number, isBefore: (slot: number) => boolean): number {
  let low = from
  let high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(slots[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

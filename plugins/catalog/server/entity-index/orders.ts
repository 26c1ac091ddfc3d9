import { resized, type SegmentReader, type SegmentWriter } from '@portico/core/server/index-store'
import { runInTurns, runNow, type Steps } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import type { Column } from './column.ts'
import { sortByRank } from './sort-by-rank.ts'
import { sortTexts } from './sort-texts.ts'

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
  /** The slots in which that happened after so many times, `~slot` where one was empty before; undefined when that is too long ago to know. */
  movedSince(moves: number): readonly number[] | undefined
}

interface Order {
  readonly fields: readonly OrderField[]
  /** The first `length` are in order; the rest is room. Changed in place: a new array of a million for each change is what would take the time. */
  sorted: Int32Array
  length: number
  /** How many moves it has seen. */
  moves: number
  /** Slots that have moved and are not in their place yet; they are nowhere in `sorted`. */
  readonly pending: Set<number>
  /** Sorted while entities came: some that count as moves since are in it already. */
  isFresh: boolean
}

const maxOrders = 16
const stepSize = 1024
// How many slots are put into their place in one turn.
const settleSize = 250
const roomShare = 1.05

/** All entities in any order that was asked for. Sorted once; afterwards what changed is merged in. */
export function createOrders(source: OrderSource) {
  const orders = new LRUCache<string, Order>({ max: maxOrders })
  const fieldsInUse = new Set<string>()
  const preparing = new Map<string, Promise<Order>>()
  let marks = new Uint8Array(0)

  function positionOf(slot: number, fields: readonly OrderField[]): SortPosition {
    return { texts: fields.map(({ field }) => source.column(field)?.sortText(slot)), ref: source.ref(slot) }
  }

  /** As `comparePositions`, but it makes no text of the slot that does not decide: where many are compared, that is most of the work. */
  function compareSlot(slot: number, { texts, ref }: SortPosition, fields: readonly OrderField[]): number {
    for (let i = 0; i < fields.length; i++) {
      const { field, direction } = fields[i]!
      const compared = compareTexts(source.column(field)?.sortText(slot), texts[i], direction)
      if (compared !== 0) return compared
    }
    return compareRefs(source.ref(slot), ref)
  }

  function sortSlots(slots: readonly number[], fields: readonly OrderField[]): Int32Array {
    const positions = slots.map(slot => ({ slot, ...positionOf(slot, fields) }))
    return Int32Array.from(positions.sort((a, b) => comparePositions(a, b, fields)).map(position => position.slot))
  }

  /** The order with everything in its place, sorted now if it is not known. At most `max` are put into their place in one step. */
  function* settled(fields: readonly OrderField[], max: number): Steps<Order> {
    const key = keyOf(fields)
    for (;;) {
      const order = orders.get(key) ?? (yield* fields.length === 0 ? sortByRef() : sortByFields(fields, max))
      orders.set(key, order)
      for (;;) {
        const isSettled = settle(order, max)
        if (isSettled) return order
        if (isSettled === undefined) break
        yield
      }
      orders.delete(key)
    }
  }

  /**
   * Sorts all entities: by ref first, then by each field from the last to the first, keeping the order of equals: each pass only counts.
   * What changes between two steps counts as a move, and is put into its place afterwards.
   */
  function* sortByFields(fields: readonly OrderField[], max: number): Steps<Order> {
    // Those of orders that are gone stay: they only lead to a little more sorting.
    for (const { field } of fields) fieldsInUse.add(field)
    for (;;) {
      const base = yield* settled([], max)
      const { moves } = base
      let sorted: Int32Array = base.sorted.slice(0, base.length)
      const columns = fields.map(({ field, direction }) => ({ direction, column: source.column(field) }))
      const dictionaries = columns.map(({ column }) => column?.dictionary)
      for (const { column, direction } of columns.toReversed()) if (column) sorted = yield* sortByRank(sorted, column, direction)
      // A column that was tidied meanwhile has other numbers for its texts.
      if (columns.every(({ column }, at) => column?.dictionary === dictionaries[at])) return toOrder(fields, sorted, moves)
    }
  }

  function* sortByRef(): Steps<Order> {
    const { moves } = source
    const refs: string[] = []
    const slotOf: number[] = []
    for (let slot = 0; slot < source.slots; slot++) {
      if (slot % stepSize === 0) yield
      if (!source.live[slot]) continue
      refs.push(source.ref(slot))
      slotOf.push(slot)
    }
    const sorted = yield* sortTexts(refs)
    return toOrder(
      [],
      Int32Array.from(sorted, at => slotOf[at]!),
      moves,
    )
  }

  /** Puts up to `max` of the entities that have moved into their place. Returns whether that was all; undefined where nobody knows which. */
  function settle(order: Order, max: number): boolean | undefined {
    const moved = source.movedSince(order.moves)
    if (moved === undefined) return undefined
    order.moves = source.moves
    remove(
      order,
      moved.filter(slot => (slot >= 0 || order.isFresh) && !order.pending.has(slotOf(slot))),
    )
    order.isFresh = false
    for (const slot of moved) order.pending.add(slotOf(slot))
    const placed: number[] = []
    for (const slot of order.pending) {
      if (placed.length === max) break
      order.pending.delete(slot)
      if (source.live[slot]) placed.push(slot)
    }
    insert(order, placed)
    return order.pending.size === 0
  }

  /** Those that are in the order leave it. */
  function remove(order: Order, moved: readonly number[]): void {
    if (moved.length === 0) return
    if (marks.length < source.slots) marks = new Uint8Array(source.live.length)
    for (const slot of moved) marks[slotOf(slot)] = 1
    const { sorted } = order
    let length = 0
    for (let at = 0; at < order.length; at++) {
      const slot = sorted[at]!
      if (marks[slot] === 0) sorted[length++] = slot
    }
    order.length = length
    for (const slot of moved) marks[slotOf(slot)] = 0
  }

  /** From the last to the first: what comes after each makes room for those before it too, and is moved once. */
  function insert(order: Order, slots: readonly number[]): void {
    const { fields, length } = order
    const added = sortSlots(slots, fields)
    const all = length + added.length
    if (all > order.sorted.length) order.sorted = resized(order.sorted, Math.ceil(all * roomShare))
    const { sorted } = order
    let end = length
    for (let at = added.length - 1; at >= 0; at--) {
      const position = positionOf(added[at]!, fields)
      const place = lowerBound(sorted, end, other => compareSlot(other, position, fields) < 0)
      sorted.copyWithin(place + at + 1, place, end)
      sorted[place + at] = added[at]!
      end = place
    }
    order.length = all
  }

  return {
    positionOf,
    compareSlot,
    /** All live slots in that order, those without a field's value last in either direction. Valid until the next change. */
    slots(fields: readonly OrderField[]): Int32Array {
      return slotsOf(runNow(settled(fields, Infinity)))
    },
    /** Sorts what `slots` would have to sort, without holding up others. */
    prepare(fields: readonly OrderField[]): Promise<unknown> {
      const key = keyOf(fields)
      const known = preparing.get(key)
      if (known) return known
      const prepared = runInTurns(settled(fields, settleSize)).finally(() => preparing.delete(key))
      preparing.set(key, prepared)
      return prepared
    },
    isInUse: (field: string): boolean => fieldsInUse.has(field),
    /** The orders that are there, for `prepare`. */
    known: (): (readonly OrderField[])[] => [...orders.values()].map(({ fields }) => fields),
    /** Only those that are up to date are saved. */
    save(out: SegmentWriter): void {
      const current = [...orders.values()].filter(({ moves, pending }) => moves === source.moves && pending.size === 0)
      out.texts(current.map(({ fields }) => JSON.stringify(fields)))
      for (const order of current) out.array(slotsOf(order))
    },
    load(input: SegmentReader): void {
      for (const text of input.texts()) {
        const fields = JSON.parse(text!) as OrderField[]
        orders.set(keyOf(fields), toOrder(fields, input.int32(), source.moves))
        for (const { field } of fields) fieldsInUse.add(field)
      }
    },
  }
}

function keyOf(fields: readonly OrderField[]): string {
  return fields.map(({ field, direction }) => `${direction} ${field}`).join('\n')
}

function slotsOf({ sorted, length }: Order): Int32Array {
  return sorted.subarray(0, length)
}

function toOrder(fields: readonly OrderField[], sorted: Int32Array, moves: number): Order {
  return { fields, sorted, length: sorted.length, moves, pending: new Set(), isFresh: true }
}

/** The slot of a move. */
function slotOf(move: number): number {
  return move < 0 ? ~move : move
}

/** Below 0 when `a` comes first. */
export function comparePositions(a: SortPosition, b: SortPosition, fields: readonly OrderField[]): number {
  for (let i = 0; i < fields.length; i++) {
    const compared = compareTexts(a.texts[i], b.texts[i], fields[i]!.direction)
    if (compared !== 0) return compared
  }
  return compareRefs(a.ref, b.ref)
}

/** What has no text comes last in either direction. */
function compareTexts(a: string | undefined, b: string | undefined, direction: OrderField['direction']): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return a < b === (direction === 'asc') ? -1 : 1
}

function compareRefs(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** The first position before `end` at which `isBefore` no longer holds. */
export function lowerBound(slots: Int32Array, end: number, isBefore: (slot: number) => boolean): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(slots[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

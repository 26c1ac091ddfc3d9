import { resized, type Column } from '@portico/core/server/index-store'
import { runInTurns, runNow, type Steps } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import { compareTexts, sortTexts } from './sort-texts.ts'

export interface OrderField {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Where an entity stands in a sorted view: its texts, one per field, and its ref that settles ties. */
export interface SortPosition {
  readonly texts: readonly (string | undefined)[]
  readonly ref: string
}

export interface SortSource {
  readonly live: Uint8Array
  ref(slot: number): string
  column(key: string): Column | undefined
  /** How often an entity came, went or changed in a field that some view is sorted by. */
  readonly moves: number
  /** The slots in which that happened after so many times, `~slot` where one was empty before; undefined when that is too long ago to know. */
  movedSince(moves: number): readonly number[] | undefined
}

interface SortedView {
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

const maxViews = 16
const stepSize = 1024
// How many slots are put into their place in one turn.
const settleSize = 250
const roomShare = 1.05

/** All entities in each order that was queried. Sorted once; afterwards what changed is merged in. */
export function createSortedViews(source: SortSource) {
  const views = new LRUCache<string, SortedView>({ max: maxViews })
  const fieldsInUse = new Set<string>()
  const preparing = new Map<string, Promise<SortedView>>()
  let marks = new Uint8Array(0)

  function positionOf(slot: number, fields: readonly OrderField[]): SortPosition {
    return { texts: fields.map(({ field }) => source.column(field)?.sortText(slot)), ref: source.ref(slot) }
  }

  function isBefore(slot: number, position: SortPosition, fields: readonly OrderField[]): boolean {
    return comparePositions(positionOf(slot, fields), position, fields) < 0
  }

  /** The view with everything in its place, sorted now if it is not known. At most `max` are put into their place in one step. */
  function* settled(fields: readonly OrderField[], max: number): Steps<SortedView> {
    const key = keyOf(fields)
    for (;;) {
      const view = views.get(key) ?? (yield* sortAll(fields, max))
      views.set(key, view)
      for (;;) {
        const isSettled = settle(view, max)
        if (isSettled) return view
        if (isSettled === undefined) break
        yield
      }
      views.delete(key)
    }
  }

  /**
   * Sorts all entities: by ref first, then by each field from the last to the first, keeping the order of equals. What changes between two steps
   * counts as a move, and is put into its place afterwards.
   */
  function* sortAll(fields: readonly OrderField[], max: number): Steps<SortedView> {
    // Those of views that are gone stay: they only lead to a little more sorting.
    for (const { field } of fields) fieldsInUse.add(field)
    if (fields.length === 0) return yield* sortByRef()
    const base = yield* settled([], max)
    const { moves } = base
    let slots: readonly number[] = [...slotsOf(base)]
    for (const { field, direction } of fields.toReversed())
      slots = yield* sortBy(slots, slot => source.column(field)?.sortText(slot), direction)
    return toView(fields, Int32Array.from(slots), moves)
  }

  function* sortByRef(): Steps<SortedView> {
    const { moves } = source
    const slots = [...source.live.keys()].filter(slot => source.live[slot] === 1)
    const sorted = yield* sortBy(slots, slot => (source.live[slot] === 1 ? source.ref(slot) : undefined), 'asc')
    return toView([], Int32Array.from(sorted), moves)
  }

  /** Puts up to `max` of the entities that have moved into their place. Returns whether that was all; undefined where nobody knows which. */
  function settle(view: SortedView, max: number): boolean | undefined {
    const moved = source.movedSince(view.moves)
    if (moved === undefined) return undefined
    view.moves = source.moves
    remove(
      view,
      moved.filter(slot => (slot >= 0 || view.isFresh) && !view.pending.has(slotOf(slot))),
    )
    view.isFresh = false
    for (const slot of moved) view.pending.add(slotOf(slot))
    const placed: number[] = []
    for (const slot of view.pending) {
      if (placed.length === max) break
      view.pending.delete(slot)
      if (source.live[slot]) placed.push(slot)
    }
    insert(view, placed)
    return view.pending.size === 0
  }

  /** Those that are in the view leave it. */
  function remove(view: SortedView, moved: readonly number[]): void {
    if (moved.length === 0) return
    if (marks.length < source.live.length) marks = new Uint8Array(source.live.length)
    for (const slot of moved) marks[slotOf(slot)] = 1
    const { sorted } = view
    let length = 0
    for (let at = 0; at < view.length; at++) {
      const slot = sorted[at]!
      if (marks[slot] === 0) sorted[length++] = slot
    }
    view.length = length
    for (const slot of moved) marks[slotOf(slot)] = 0
  }

  /** From the last to the first: what comes after each makes room for those before it too, and is moved once. */
  function insert(view: SortedView, slots: readonly number[]): void {
    const { fields, length } = view
    const added = slots.map(slot => ({ slot, ...positionOf(slot, fields) })).sort((a, b) => comparePositions(a, b, fields))
    const all = length + added.length
    if (all > view.sorted.length) view.sorted = resized(view.sorted, Math.ceil(all * roomShare))
    const { sorted } = view
    let end = length
    for (const [before, position] of [...added.entries()].reverse()) {
      const place = lowerBound(sorted, end, other => isBefore(other, position, fields))
      sorted.copyWithin(place + before + 1, place, end)
      sorted[place + before] = position.slot
      end = place
    }
    view.length = all
  }

  /** Only those that are up to date are saved. */
  const save = () =>
    [...views.values()]
      .filter(({ moves, pending }) => moves === source.moves && pending.size === 0)
      .map(view => ({ fields: view.fields, sorted: slotsOf(view) }))

  return {
    positionOf,
    /** All live slots in that view, those without a field's value last in either direction. Valid until the next change. */
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
    /** The orders of the views that are there, for `prepare`. */
    known: (): (readonly OrderField[])[] => [...views.values()].map(({ fields }) => fields),
    save,
    load(saved: ReturnType<typeof save>): void {
      for (const { fields, sorted } of saved) {
        views.set(keyOf(fields), toView(fields, sorted, source.moves))
        for (const { field } of fields) fieldsInUse.add(field)
      }
    },
  }
}

/** In steps: making texts of many slots takes as long as sorting them. */
function* sortBy(slots: readonly number[], textOf: (slot: number) => string | undefined, direction: 'asc' | 'desc'): Steps<number[]> {
  const texts: (string | undefined)[] = []
  for (const slot of slots) if (texts.push(textOf(slot)) % stepSize === 0) yield
  return (yield* sortTexts(texts, direction)).map(at => slots[at]!)
}

function keyOf(fields: readonly OrderField[]): string {
  return fields.map(({ field, direction }) => `${direction} ${field}`).join('\n')
}

function slotsOf({ sorted, length }: SortedView): Int32Array {
  return sorted.subarray(0, length)
}

function toView(fields: readonly OrderField[], sorted: Int32Array, moves: number): SortedView {
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
  return compareTexts(a.ref, b.ref, 'asc')
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

import { resized, type Column } from '@portico/core/server/index-store'
import { visitSearchable, visitStitched, type Entity, type EntityPredicate } from '@portico/catalog/common'
import type { Steps } from '@portico/core/server/worker'
import { createColumns } from './columns.ts'
import { countFacet, type Facet } from './facets.ts'
import { meets } from './meets.ts'
import { pageOf, type PageRequest, type PageResult } from './page.ts'
import { createQueryBitmaps, toCounted, type CountedBitmap, type FullText } from './query-bitmaps.ts'
import { createRefs } from './refs.ts'
import { createSortedViews, type OrderField } from './sorted-views.ts'

/** What the index learns of one entity; without an entity, that it is gone. */
export interface IndexChange {
  readonly id: number
  readonly ref: string
  readonly entity: Entity | undefined
  /** The revision that last changed anything but relations and status. */
  readonly coreRevision?: number
}

/** What is known of an entity besides what it says itself: texts by name, none where it is no longer known. */
export interface FactChange {
  readonly ref: string
  readonly facts: Readonly<Record<string, readonly string[]>>
}

export interface IndexQuery extends PageRequest {
  readonly predicate?: EntityPredicate | undefined
  readonly fullText?: FullText | undefined
  readonly order: readonly OrderField[]
  /** Entities to leave out, by ref. */
  readonly except?: ReadonlySet<string> | undefined
}

export type { Facet, FullText, OrderField }

const factPrefix = 'facts.'
const isFactKey = (key: string): boolean => key.startsWith(factPrefix)

const maxMoves = 20_000
const compactEvery = 1000

/**
 * The catalog as it is searched: one column per key, in memory. Every answer (a page in any order, a count, a facet)
 * is a walk over small integers; PostgreSQL is asked only for the texts of the entities that go out.
 */
export function createEntityIndex() {
  let free: number[] = []
  let ids = new Int32Array(64)
  let live = new Uint8Array(64)
  // In how many columns each slot has a value.
  let widths = new Uint16Array(64)
  let coreRevisions = new Float64Array(64)
  let slots = 0
  // Where entities came, went or changed in what a view is sorted by, and how many there were before the first of these.
  let moves: number[] = []
  let movesBefore = 0
  let uncompacted = 0
  let version = 0

  const refs = createRefs()
  const columns = createColumns(
    () => ids.length,
    slot => (widths[slot]! += 1),
    key => views.isInUse(key),
  )
  const { collected, stitched } = columns
  const source = {
    get live() {
      return live
    },
    get size() {
      return refs.size
    },
    get capacity() {
      return live.length
    },
    get moves() {
      return movesBefore + moves.length
    },
    ref: refs.ref,
    column: columns.column,
    movedSince(since: number): readonly number[] | undefined {
      return since < movesBefore ? undefined : moves.slice(since - movesBefore)
    },
  }
  const views = createSortedViews(source)
  const bitmaps = createQueryBitmaps(source)

  function takeSlot(): number {
    const reused = free.pop()
    if (reused !== undefined) return reused
    if (slots === ids.length) {
      // A quarter more, in fours: bitmaps are read four slots at a time.
      const size = ids.length + Math.max(64, (ids.length >> 4) * 4)
      ids = resized(ids, size)
      live = resized(live, size)
      widths = resized(widths, size)
      coreRevisions = resized(coreRevisions, size)
    }
    return slots++
  }

  function move(slot: number, isNew = false): void {
    moves.push(isNew ? ~slot : slot)
    if (moves.length < maxMoves * 2) return
    movesBefore += moves.length - maxMoves
    moves = moves.slice(-maxMoves)
  }

  function remove(slot: number, ref: string): void {
    for (const column of columns.all()) column.clear(slot)
    live[slot] = 0
    widths[slot] = 0
    refs.delete(ref)
    free.push(slot)
    move(slot)
  }

  function write(slot: number, { id, ref, entity, coreRevision = NaN }: IndexChange & { readonly entity: Entity }): void {
    const isNew = live[slot] === 0
    ids[slot] = id
    live[slot] = 1
    coreRevisions[slot] = coreRevision
    refs.set(ref, slot)
    visitSearchable(entity, columns.root)
    const isMoved = settle(slot)
    // Walking over all columns is most of the work, and nearly always for nothing.
    const isCleared = widths[slot] !== collected.length && clearOthers(slot, columns.all())
    collected.length = 0
    if (isNew || isMoved || isCleared) move(slot, isNew)
  }

  /** Gives what was collected to a slot. Returns whether a view is sorted by something that changed. */
  function settle(slot: number): boolean {
    let isMoved = false
    for (const column of collected) {
      const settled = column.settle(slot)
      if (settled === 'same') continue
      if (settled === 'filled') widths[slot]! += 1
      isMoved ||= views.isInUse(column.key)
    }
    return isMoved
  }

  /** Empties those of some columns that nothing was collected for. Returns whether a view is sorted by something that was there. */
  function clearOthers(slot: number, some: Iterable<Column>): boolean {
    const filled = new Set(collected)
    let isMoved = false
    for (const column of some) {
      if (filled.has(column) || isFactKey(column.key) || !column.clear(slot)) continue
      widths[slot]! -= 1
      isMoved ||= views.isInUse(column.key)
    }
    return isMoved
  }

  /** After changes: cached bitmaps are dropped, and unused memory is freed now and then. */
  function settleDown(changes: number): void {
    bitmaps.clear()
    version += 1
    uncompacted += changes
    if (uncompacted < compactEvery) return
    uncompacted = 0
    columns.compact()
    refs.compact()
  }

  function bitmapWithout(bitmap: Uint8Array, refsOut: ReadonlySet<string>): CountedBitmap {
    const rest = bitmap.slice()
    for (const ref of refsOut) {
      const slot = refs.slot(ref)
      if (slot !== -1) rest[slot] = 0
    }
    return toCounted(rest)
  }

  const save = () => ({
    slots,
    free: Int32Array.from(free),
    ids,
    live,
    widths,
    coreRevisions,
    refs: refs.save(),
    columns: columns.save(),
    views: views.save(),
  })

  return {
    get size() {
      return refs.size
    },
    apply(changes: readonly IndexChange[]): void {
      if (changes.length === 0) return
      for (const change of changes) {
        const slot = refs.slot(change.ref)
        if (change.entity) write(slot === -1 ? takeSlot() : slot, { ...change, entity: change.entity })
        else if (slot !== -1) remove(slot, change.ref)
      }
      settleDown(changes.length)
    },
    /** Whether an entity has come before and is as it was, but for relations and status. */
    hasCore(ref: string, coreRevision: number): boolean {
      const slot = refs.slot(ref)
      return slot !== -1 && coreRevisions[slot] === coreRevision
    },
    /** Replaces relations and status of a known entity, which takes a fraction of what indexing it again does. */
    applyStitched(ref: string, parts: Pick<Entity, 'relations' | 'status'>): void {
      const slot = refs.slot(ref)
      if (slot === -1) return
      visitStitched(parts, columns.root)
      const isMoved = settle(slot)
      const isCleared = clearOthers(slot, stitched)
      collected.length = 0
      if (isMoved || isCleared) move(slot)
      settleDown(1)
    },
    /** Replaces what other plugins know of entities: below `facts.`, so that lists are filtered and sorted by it. Those of unknown entities are left out. */
    applyFacts(changes: readonly FactChange[]): void {
      let count = 0
      for (const { ref, facts } of changes) {
        const slot = refs.slot(ref)
        if (slot === -1) continue
        let isMoved = false
        for (const [name, texts] of Object.entries(facts)) {
          const column = columns.own(`${factPrefix}${name.toLowerCase()}`)
          const had = column.cells.codes(slot).length > 0
          column.set(slot, texts)
          widths[slot]! += Number(texts.length > 0) - Number(had)
          isMoved ||= views.isInUse(column.key)
        }
        if (isMoved) move(slot)
        count += 1
      }
      if (count > 0) settleDown(count)
    },
    /** The revision that last changed anything but its relations and status; undefined where that is not known. */
    coreRevisionOf(ref: string): number | undefined {
      const slot = refs.slot(ref)
      return slot === -1 || Number.isNaN(coreRevisions[slot]) ? undefined : coreRevisions[slot]
    },
    idOf(ref: string): number | undefined {
      const slot = refs.slot(ref)
      return slot === -1 ? undefined : ids[slot]
    },
    has: (ref: string): boolean => refs.slot(ref) !== -1,
    /** Does what `query` would have to do first, such as sorting in an order that is new, without holding up others. */
    async prepare({ order, fullText, limit }: Pick<IndexQuery, 'order' | 'fullText'> & { readonly limit?: number }): Promise<void> {
      await bitmaps.prepare(fullText)
      if (limit !== 0) await views.prepare(order)
    },
    query({ predicate, fullText, order, except, ...page }: IndexQuery): PageResult {
      const found = bitmaps.bitmapFor(predicate, fullText)
      const { bitmap, count } = except ? bitmapWithout(found.bitmap, except) : found
      if (page.limit === 0) return { ids: [], positions: [], total: count }
      return pageOf(views, order, bitmap, count, slot => ids[slot]!, page)
    },
    count(predicate: EntityPredicate | undefined, fullText?: FullText): number {
      return bitmaps.bitmapFor(predicate, fullText).count
    },
    /** Whether one entity meets a predicate. */
    meets(ref: string, predicate: EntityPredicate | undefined): boolean {
      const slot = refs.slot(ref)
      return slot !== -1 && (predicate === undefined || meets(source, slot, predicate))
    },
    /** A test of many refs for one predicate: whether there is such an entity and it meets it. One bitmap answers until the index changes. */
    membership(predicate: EntityPredicate): (ref: string) => boolean {
      let known = -1
      let bitmap: Uint8Array = live
      return ref => {
        if (known !== version) bitmap = bitmaps.bitmapFor(predicate).bitmap
        known = version
        const slot = refs.slot(ref)
        return slot !== -1 && bitmap[slot] === 1
      }
    },
    facets(key: string, predicate: EntityPredicate | undefined): Facet[] {
      return countFacet(source, key, bitmaps.bitmapFor(predicate).bitmap)
    },
    /** Brings the sorted views up to date, so that they are saved too. */
    async prepareSave(): Promise<void> {
      for (const fields of views.known()) await views.prepare(fields)
    },
    get version() {
      // A query may give a rare key a column.
      return version + columns.size
    },
    save,
    *load(saved: ReturnType<typeof save>): Steps {
      ;({ slots, ids, live, widths, coreRevisions } = saved)
      free = [...saved.free]
      refs.load(saved.refs)
      yield* columns.load(saved.columns)
      views.load(saved.views)
    },
  }
}

export type EntityIndex = ReturnType<typeof createEntityIndex>

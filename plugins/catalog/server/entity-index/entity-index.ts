import { searchPairs, type Entity, type EntityPredicate } from '@portico/catalog/common'
import { createColumn, type Column, type ColumnValue } from './column.ts'
import { countFacet, type Facet } from './facets.ts'
import { maskOf } from './masks.ts'
import { createOrders, type OrderField } from './orders.ts'
import { pageOf, type PageRequest, type PageResult } from './page.ts'

/** What the index learns of one entity; without an entity, that it is gone. */
export interface IndexChange {
  readonly id: number
  readonly ref: string
  readonly entity: Entity | undefined
}

export interface FullText {
  readonly term: string
  readonly fields: readonly string[]
}

export interface IndexQuery extends PageRequest {
  readonly predicate?: EntityPredicate | undefined
  readonly fullText?: FullText | undefined
  readonly order: readonly OrderField[]
  /** Entities to leave out, by ref. */
  readonly except?: ReadonlySet<string> | undefined
}

export type { Facet, OrderField }

const rememberedTouches = 20_000
const mostMasks = 48
const tidyEvery = 1000

/**
 * The catalog as it is searched: one column per key, in memory. Every answer (a page in any order, a count, a facet)
 * is a walk over small integers; PostgreSQL is asked only for the texts of the entities that go out.
 */
export function createEntityIndex() {
  const columns = new Map<string, Column>()
  const slotByRef = new Map<string, number>()
  const free: number[] = []
  const refs: string[] = []
  let ids = new Int32Array(64)
  let live = new Uint8Array(64)
  // In how many columns each slot has a value.
  let widths = new Uint16Array(64)
  let slots = 0
  let version = 0
  let touches: number[] = []
  let touchesFrom = 0
  let untidied = 0
  const masks = new Map<string, { mask: Uint8Array; count: number }>()

  const capacity = () => ids.length
  const source = {
    get slots() {
      return slots
    },
    get live() {
      return live
    },
    get capacity() {
      return live.length
    },
    get version() {
      return version
    },
    ref: (slot: number) => refs[slot]!,
    column: (key: string) => columns.get(key),
    touchedSince(since: number): readonly number[] | undefined {
      return since < touchesFrom ? undefined : touches.slice(since - touchesFrom)
    },
  }
  const orders = createOrders(source)

  function takeSlot(): number {
    const reused = free.pop()
    if (reused !== undefined) return reused
    if (slots === ids.length) {
      const size = ids.length * 2
      const [moreIds, moreLive, moreWidths] = [new Int32Array(size), new Uint8Array(size), new Uint16Array(size)]
      moreIds.set(ids)
      moreLive.set(live)
      moreWidths.set(widths)
      ids = moreIds
      live = moreLive
      widths = moreWidths
    }
    return slots++
  }

  function touch(slot: number): void {
    version += 1
    touches.push(slot)
    if (touches.length < rememberedTouches * 2) return
    touches = touches.slice(-rememberedTouches)
    touchesFrom = version - touches.length
  }

  function remove(slot: number, ref: string): void {
    for (const column of columns.values()) column.clear(slot)
    live[slot] = 0
    widths[slot] = 0
    slotByRef.delete(ref)
    free.push(slot)
    touch(slot)
  }

  function write(slot: number, { id, ref, entity }: IndexChange & { readonly entity: Entity }): void {
    const values = valuesByKey(entity)
    refs[slot] = ref
    ids[slot] = id
    live[slot] = 1
    slotByRef.set(ref, slot)
    for (const [key, found] of values) {
      let column = columns.get(key)
      if (!column) columns.set(key, (column = createColumn(key, capacity)))
      if (column.set(slot, found)) widths[slot]! += 1
    }
    // Walking over all columns is most of the work, and nearly always for nothing.
    if (widths[slot] !== values.size) clearOthers(slot, values)
    touch(slot)
  }

  function clearOthers(slot: number, values: ReadonlyMap<string, unknown>): void {
    for (const column of columns.values()) if (!values.has(column.key)) column.clear(slot)
    widths[slot] = values.size
  }

  function maskFor(predicate: EntityPredicate | undefined, fullText: FullText | undefined): { mask: Uint8Array; count: number } {
    const key = JSON.stringify([predicate, fullText])
    const known = masks.get(key)
    if (known) return known
    const mask = maskOf(source, predicate)
    if (fullText) {
      const found = new Uint8Array(live.length)
      for (const field of fullText.fields) {
        columns.get(field)?.markContaining(found, fullText.term)
      }
      for (let i = 0; i < slots; i++) mask[i] = mask[i]! & found[i]!
    }
    const [oldest] = masks.keys()
    if (masks.size >= mostMasks && oldest !== undefined) masks.delete(oldest)
    const made = { mask, count: countOf(mask) }
    masks.set(key, made)
    return made
  }

  function maskWithout(mask: Uint8Array, refsOut: ReadonlySet<string>): { mask: Uint8Array; count: number } {
    const rest = mask.slice()
    for (const ref of refsOut) {
      const slot = slotByRef.get(ref)
      if (slot !== undefined) rest[slot] = 0
    }
    return { mask: rest, count: countOf(rest) }
  }

  return {
    get size() {
      return slotByRef.size
    },
    /** Counts the changes that were applied. */
    get version() {
      return version
    },
    apply(changes: readonly IndexChange[]): void {
      if (changes.length === 0) return
      for (const change of changes) {
        const slot = slotByRef.get(change.ref)
        if (change.entity) write(slot ?? takeSlot(), { ...change, entity: change.entity })
        else if (slot !== undefined) remove(slot, change.ref)
      }
      masks.clear()
      untidied += changes.length
      if (untidied < tidyEvery) return
      untidied = 0
      for (const column of columns.values()) column.tidy()
    },
    idOf(ref: string): number | undefined {
      const slot = slotByRef.get(ref)
      return slot === undefined ? undefined : ids[slot]
    },
    has: (ref: string): boolean => slotByRef.has(ref),
    query({ predicate, fullText, order, except, ...page }: IndexQuery): PageResult {
      const { mask, count } = except ? maskWithout(maskFor(predicate, fullText).mask, except) : maskFor(predicate, fullText)
      if (page.limit === 0) return { ids: [], places: [], total: count }
      return pageOf(orders, order, mask, count, slot => ids[slot]!, page)
    },
    count(predicate: EntityPredicate | undefined, fullText?: FullText): number {
      return maskFor(predicate, fullText).count
    },
    /** Whether one entity meets a predicate. */
    meets(ref: string, predicate: EntityPredicate | undefined): boolean {
      const slot = slotByRef.get(ref)
      return slot !== undefined && maskFor(predicate, undefined).mask[slot] === 1
    },
    facets(key: string, predicate: EntityPredicate | undefined): Facet[] {
      return countFacet(source, key, maskFor(predicate, undefined).mask)
    },
  }
}

export type EntityIndex = ReturnType<typeof createEntityIndex>

function countOf(mask: Uint8Array): number {
  let count = 0
  for (let i = 0; i < mask.length; i++) count += mask[i]!
  return count
}

function valuesByKey(entity: Entity): Map<string, ColumnValue[]> {
  const values = new Map<string, ColumnValue[]>()
  for (const [key, text, fromList] of searchPairs(entity)) {
    const known = values.get(key)
    if (known) known.push({ text, fromList })
    else values.set(key, [{ text, fromList }])
  }
  return values
}

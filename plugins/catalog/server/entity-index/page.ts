import { lowerBound, type createOrders, type OrderField, type SortPosition } from './orders.ts'

export interface PageRequest {
  readonly limit: number
  /** Counts only where there is no cursor. */
  readonly offset?: number | undefined
  /** After (or before) which position the page lies. */
  readonly from?: { readonly position: SortPosition; readonly backwards: boolean } | undefined
}

export interface PageResult {
  readonly ids: readonly number[]
  /** Where each of them stands. */
  readonly positions: readonly SortPosition[]
  readonly total: number
  /** The position to go on from; absent when nothing follows. */
  readonly next?: SortPosition
  /** The position to go back from; absent when nothing comes before. */
  readonly previous?: SortPosition
}

/** One page of the entities that a mask lets through, found by position and not by number, so that changes elsewhere do not shift it. */
export function pageOf(
  orders: ReturnType<typeof createOrders>,
  order: readonly OrderField[],
  mask: Uint8Array,
  total: number,
  idOf: (slot: number) => number,
  { limit, offset = 0, from }: PageRequest,
): PageResult {
  const sorted = orders.slots(order)
  const found = from?.backwards ? walkBack(startBefore(from.position)) : walk(from ? startAfter(from.position) : 0, from ? 0 : offset)

  function startAfter(position: SortPosition): number {
    return lowerBound(sorted, sorted.length, slot => orders.compareSlot(slot, position, order) <= 0)
  }
  function startBefore(position: SortPosition): number {
    return lowerBound(sorted, sorted.length, slot => orders.compareSlot(slot, position, order) < 0) - 1
  }
  function walk(start: number, skip: number): number[] {
    const positions: number[] = []
    let left = skip
    for (let at = start; at < sorted.length && positions.length < limit; at++) {
      if (mask[sorted[at]!] !== 1) continue
      if (left > 0) left -= 1
      else positions.push(at)
    }
    return positions
  }
  function walkBack(start: number): number[] {
    const positions: number[] = []
    for (let at = start; at >= 0 && positions.length < limit; at--) if (mask[sorted[at]!] === 1) positions.push(at)
    return positions.reverse()
  }
  function anyFrom(start: number, step: 1 | -1): boolean {
    for (let at = start; at >= 0 && at < sorted.length; at += step) if (mask[sorted[at]!] === 1) return true
    return false
  }

  const first = found[0]
  const last = found.at(-1)
  if (first === undefined || last === undefined) return { ids: [], positions: [], total }
  const slots = found.map(at => sorted[at]!)
  const hasNext = from?.backwards === true || anyFrom(last + 1, 1)
  return {
    ids: slots.map(idOf),
    // Made late: most callers need only the ends.
    get positions() {
      return slots.map(slot => orders.positionOf(slot, order))
    },
    total,
    ...(hasNext && { next: orders.positionOf(sorted[last]!, order) }),
    ...(anyFrom(first - 1, -1) && { previous: orders.positionOf(sorted[first]!, order) }),
  }
}

import { comparePositions, lowerBound, type createSortedViews, type OrderField, type SortPosition } from './sorted-views.ts'

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

/** One page of the entities of a bitmap, found by position and not by number, so that changes elsewhere do not shift it. */
export function pageOf(
  views: ReturnType<typeof createSortedViews>,
  order: readonly OrderField[],
  bitmap: Uint8Array,
  total: number,
  idOf: (slot: number) => number,
  { limit, offset = 0, from }: PageRequest,
): PageResult {
  const sorted = views.slots(order)

  /** Where the first entity after a position stands, or the position itself if an entity is there. */
  function placeOf(position: SortPosition, isAfter: boolean): number {
    const bound = isAfter ? 1 : 0
    return lowerBound(sorted, sorted.length, slot => comparePositions(views.positionOf(slot, order), position, order) < bound)
  }
  /** The places of up to so many that match, from a place on in either direction. */
  function walk(start: number, step: 1 | -1, wanted: number): number[] {
    const places: number[] = []
    for (let at = start; at >= 0 && at < sorted.length && places.length < wanted; at += step) if (bitmap[sorted[at]!] === 1) places.push(at)
    return places
  }

  const found = !from
    ? walk(0, 1, offset + limit).slice(offset)
    : from.backwards
      ? walk(placeOf(from.position, false) - 1, -1, limit).reverse()
      : walk(placeOf(from.position, true), 1, limit)
  const first = found[0]
  const last = found.at(-1)
  if (first === undefined || last === undefined) return { ids: [], positions: [], total }
  const slots = found.map(at => sorted[at]!)
  const hasNext = from?.backwards === true || walk(last + 1, 1, 1).length > 0
  return {
    ids: slots.map(idOf),
    // Made late: most callers need only the ends.
    get positions() {
      return slots.map(slot => views.positionOf(slot, order))
    },
    total,
    ...(hasNext && { next: views.positionOf(sorted[last]!, order) }),
    ...(walk(first - 1, -1, 1).length > 0 && { previous: views.positionOf(sorted[first]!, order) }),
  }
}

/** Where rows of different heights begin. Entry `count` is where the last one ends. */
export type RowOffsets = Float64Array

/** Adds up the heights once, so that any place is then found by halving. */
export function toRowOffsets(count: number, heightAt: (index: number) => number): RowOffsets {
  const offsets = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) offsets[index + 1] = (offsets[index] ?? 0) + heightAt(index)
  return offsets
}

/** The row that stands at a height: the last one that begins at or above it. */
export function rowAt(offsets: RowOffsets, top: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= top) low = middle
    else high = middle - 1
  }
  return low
}

export interface RowRange {
  readonly first: number
  /** One past the last. */
  readonly end: number
}

/** The rows to draw for what is in view. It moves in steps, so that most scrolling draws nothing anew. */
export function toRowRange(offsets: RowOffsets, top: number, height: number, overscan: number): RowRange {
  const count = offsets.length - 1
  const step = Math.max(1, overscan >> 1)
  const first = Math.floor((rowAt(offsets, Math.max(0, top)) - overscan) / step) * step
  const end = Math.ceil((rowAt(offsets, Math.max(0, top) + height) + 1 + overscan) / step) * step
  return { first: Math.max(0, Math.min(first, count)), end: Math.min(count, end) }
}

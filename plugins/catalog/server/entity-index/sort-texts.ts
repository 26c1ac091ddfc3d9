import type { Steps } from '@portico/core/server/worker'

const runSize = 2048
const stepSize = 256

export interface SortedTexts {
  /** The positions of the texts in their order; equals keep theirs. */
  readonly sorted: Int32Array
  /** For each of them 1 where its text is another one than that before it. */
  readonly isOther: Uint8Array
}

/**
 * Sorts so many texts. Runs are sorted by the engine and then merged: at once it would take seconds for a million. A text is made when it is
 * needed, twice at most, because a million strings take 80 MB.
 */
export function* sortTexts(count: number, textAt: (position: number) => string): Steps<SortedTexts> {
  const sorted = new Int32Array(count)
  const isOther = new Uint8Array(count)
  for (let from = 0; from < count; from += runSize) {
    sortRun(sorted.subarray(from, from + runSize), isOther, from, textAt)
    yield
  }
  return count <= runSize ? { sorted, isOther } : yield* mergeRuns(sorted, isOther, textAt)
}

function sortRun(run: Int32Array, isOther: Uint8Array, from: number, textAt: (position: number) => string): void {
  const texts: string[] = []
  for (let at = 0; at < run.length; at++) {
    run[at] = from + at
    texts.push(textAt(from + at))
  }
  run.sort((a, b) => {
    const [left, right] = [texts[a - from]!, texts[b - from]!]
    return left < right ? -1 : left > right ? 1 : a - b
  })
  for (let at = 1; at < run.length; at++) isOther[from + at] = texts[run[at]! - from] === texts[run[at - 1]! - from] ? 0 : 1
}

/** A heap holds the runs, the one whose next text comes first on top. Within a run, equal texts are known from sorting it, and made once. */
function* mergeRuns(sorted: Int32Array, isOtherInRun: Uint8Array, textAt: (position: number) => string): Steps<SortedTexts> {
  const runs = Math.ceil(sorted.length / runSize)
  const heads = new Int32Array(runs)
  const texts: string[] = []
  const heap = new Int32Array(runs)
  let size = runs
  for (let run = 0; run < runs; run++) {
    heads[run] = run * runSize
    heap[run] = run
    texts.push(textAt(sorted[run * runSize]!))
  }
  yield

  // Of equal texts the one of the earlier run comes first.
  const isBefore = (a: number, b: number): boolean => texts[a]! < texts[b]! || (texts[a] === texts[b] && a < b)

  function siftDown(from: number): void {
    const run = heap[from]!
    let at = from
    for (let below = at * 2 + 1; below < size; below = at * 2 + 1) {
      if (below + 1 < size && isBefore(heap[below + 1]!, heap[below]!)) below += 1
      if (!isBefore(heap[below]!, run)) break
      heap[at] = heap[below]!
      at = below
    }
    heap[at] = run
  }

  for (let at = (size >> 1) - 1; at >= 0; at--) siftDown(at)
  const merged = new Int32Array(sorted.length)
  const isOther = new Uint8Array(sorted.length)
  let last: string | undefined
  for (let to = 0; to < merged.length; to++) {
    const run = heap[0]!
    const head = heads[run]!
    merged[to] = sorted[head]!
    isOther[to] = to > 0 && texts[run] !== last ? 1 : 0
    last = texts[run]
    heads[run] = head + 1
    if (head + 1 === Math.min((run + 1) * runSize, sorted.length)) heap[0] = heap[--size]!
    else if (isOtherInRun[head + 1] === 1) texts[run] = textAt(sorted[head + 1]!)
    siftDown(0)
    if (to % stepSize === 0) yield
  }
  return { sorted: merged, isOther }
}

import type { Steps } from '@portico/core/server/worker'

const runSize = 2048
const stepSize = 256

/**
 * The positions of so many texts in their order; equals keep theirs. Runs are sorted by the engine and then merged, because at once a million
 * would take seconds. A text is made when it is needed, twice in all: a million strings would be more than the rest of the work takes.
 */
export function* sortTexts(count: number, textAt: (position: number) => string): Steps<Int32Array> {
  const sorted = new Int32Array(count)
  for (let from = 0; from < count; from += runSize) {
    sortRun(sorted.subarray(from, from + runSize), from, textAt)
    yield
  }
  return count <= runSize ? sorted : yield* mergeRuns(sorted, textAt)
}

function sortRun(run: Int32Array, from: number, textAt: (position: number) => string): void {
  const texts: string[] = []
  for (let at = 0; at < run.length; at++) {
    run[at] = from + at
    texts.push(textAt(from + at))
  }
  run.sort((a, b) => {
    const [left, right] = [texts[a - from]!, texts[b - from]!]
    return left < right ? -1 : left > right ? 1 : a - b
  })
}

/** A heap holds the runs, the one whose next text comes first on top. */
function* mergeRuns(sorted: Int32Array, textAt: (position: number) => string): Steps<Int32Array> {
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
  for (let to = 0; to < merged.length; to++) {
    const run = heap[0]!
    const head = heads[run]!
    merged[to] = sorted[head]!
    heads[run] = head + 1
    if (head + 1 < Math.min((run + 1) * runSize, sorted.length)) texts[run] = textAt(sorted[head + 1]!)
    else heap[0] = heap[--size]!
    siftDown(0)
    if (to % stepSize === 0) yield
  }
  return merged
}

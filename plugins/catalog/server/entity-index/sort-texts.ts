import type { Steps } from '@portico/core/server/worker'

const runSize = 2048
const stepSize = 1024

/** The positions of texts in their order. Runs are sorted by the engine and then merged: at once it would take seconds for a million. */
export function* sortTexts(texts: readonly string[]): Steps<Int32Array> {
  let sorted = new Int32Array(texts.length)
  for (let at = 0; at < sorted.length; at++) sorted[at] = at
  const compare = (a: number, b: number): number => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b)
  for (let from = 0; from < sorted.length; from += runSize) {
    sorted.subarray(from, from + runSize).sort(compare)
    yield
  }
  let other = new Int32Array(sorted.length)
  for (let size = runSize; size < sorted.length; size *= 2) {
    for (let from = 0; from < sorted.length; from += size * 2) yield* merge(sorted, other, { from, size, compare })
    ;[sorted, other] = [other, sorted]
  }
  return sorted
}

interface Runs {
  readonly from: number
  readonly size: number
  readonly compare: (a: number, b: number) => number
}

/** Merges two runs that stand side by side. */
function* merge(source: Int32Array, target: Int32Array, { from, size, compare }: Runs): Steps {
  const middle = Math.min(from + size, source.length)
  const end = Math.min(from + size * 2, source.length)
  let left = from
  let right = middle
  for (let to = from; to < end; to++) {
    const isLeft = right >= end || (left < middle && compare(source[left]!, source[right]!) <= 0)
    target[to] = isLeft ? source[left++]! : source[right++]!
    if (to % stepSize === 0) yield
  }
}

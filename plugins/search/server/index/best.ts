/** The places of the best scores in order, at most so many; of equals the one that `before` says. */
export function bestOf(scores: Float32Array, count: number, wanted: number, before: (a: number, b: number) => boolean): number[] {
  const heap: number[] = []
  // The worst of the best is at the root.
  const isWorse = (a: number, b: number) => scores[a]! < scores[b]! || (scores[a] === scores[b] && before(b, a))

  function sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1
      if (left >= heap.length) return
      const right = left + 1
      const child = right < heap.length && isWorse(heap[right]!, heap[left]!) ? right : left
      if (!isWorse(heap[child]!, heap[at]!)) return
      ;[heap[at], heap[child]] = [heap[child]!, heap[at]!]
      at = child
    }
  }

  function rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!isWorse(heap[at]!, heap[parent]!)) return
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  for (let place = 0; place < count; place++) {
    if (heap.length < wanted) {
      heap.push(place)
      rise(heap.length - 1)
    } else if (wanted > 0 && isWorse(heap[0]!, place)) {
      heap[0] = place
      sink(0)
    }
  }
  return heap.toSorted((a, b) => (isWorse(a, b) ? 1 : -1))
}

/** The places of the best scores in order, at most so many; of equals the one that `before` says. */
export function bestOf(scores: Float32Array, count: number, wanted: number, before: (a: number, b: number) => boolean): number[] {
  const inOrder = (a: number, b: number) => scores[b]! - scores[a]! || (before(a, b) ? -1 : 1)
  let best: number[] = []
  let last: number | undefined
  for (let place = 0; place < count && wanted > 0; place++) {
    if (last !== undefined && inOrder(last, place) < 0) continue
    best.push(place)
    // Now and then all but the best are dropped: a heap would be no faster for a page.
    if (best.length < wanted * 2 + 100) continue
    best = best.sort(inOrder).slice(0, wanted)
    last = best.at(-1)
  }
  return best.sort(inOrder).slice(0, wanted)
}

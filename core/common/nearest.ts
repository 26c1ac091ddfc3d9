/** The candidate that a mistyped word most likely stands for; undefined when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = candidate === word ? 0 : 0.5 + editDistance(word.toLowerCase(), candidate.toLowerCase())
    const limit = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3)) + 0.5
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate
}

/** The edit distance: insertions, deletions, substitutions and transpositions. */
function editDistance(from: string, to: string): number {
  let older: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (older[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    older = previous
    previous = current
  }
  return previous[to.length] ?? 0
}

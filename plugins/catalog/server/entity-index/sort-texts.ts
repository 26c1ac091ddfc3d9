import type { Steps } from '@portico/core/server/worker'

const runSize = 4096

/** Below 0 when `a` comes first. What has no text comes last in either direction. */
export function compareTexts(a: string | undefined, b: string | undefined, direction: 'asc' | 'desc'): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return a < b === (direction === 'asc') ? -1 : 1
}

/**
 * The positions of so many texts in their order; equals keep theirs. Sorted in runs that are joined two by two, so that others have their turn in
 * between: the engine's sort finds the two runs, and only merges them.
 */
export function* sortTexts(texts: readonly (string | undefined)[], direction: 'asc' | 'desc' = 'asc'): Steps<readonly number[]> {
  const inOrder = (a: number, b: number) => compareTexts(texts[a], texts[b], direction) || a - b
  let runs: number[][] = []
  for (let from = 0; from < texts.length; from += runSize) {
    runs.push(Array.from({ length: Math.min(runSize, texts.length - from) }, (_, at) => from + at).sort(inOrder))
    yield
  }
  while (runs.length > 1) {
    const joined: number[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      joined.push(runs[at]!.concat(runs[at + 1] ?? []).sort(inOrder))
      yield
    }
    runs = joined
  }
  return runs[0] ?? []
}

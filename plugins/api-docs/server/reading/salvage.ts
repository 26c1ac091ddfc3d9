import type { DefinitionProblem } from '@portico/api-docs/common'

/** How many broken pieces are looked for. What is behind them is shown all the same. */
const maxBroken = 100

interface Salvaged {
  /** The same text with every broken piece blanked out, so that lines stay what they are. */
  readonly text: string
  readonly problems: readonly DefinitionProblem[]
}

/**
 * Finds the broken pieces of a text that a parser refuses as a whole. `starts` are the places where a definition begins; `check` reads one
 * piece and says what is wrong with it, with lines counted from the piece.
 */
export function salvage(
  text: string,
  starts: readonly number[],
  check: (piece: string) => DefinitionProblem | undefined,
): Salvaged | undefined {
  const places = [...new Set([0, ...starts])].toSorted((one, other) => one - other)
  const problems: DefinitionProblem[] = []
  const pieces: string[] = []
  let line = 1
  for (const [index, place] of places.entries()) {
    const piece = text.slice(place, places[index + 1] ?? text.length)
    const problem = check(piece)
    if (problem && problems.push({ ...problem, line: line + (problem.line ?? 1) - 1 }) > maxBroken) return undefined
    pieces.push(problem ? piece.replace(/[^\n]/g, ' ') : piece)
    line += piece.split('\n').length - 1
  }
  return { text: pieces.join(''), problems }
}

import { inputError } from './errors.ts'
import { toStates, type GlobStates } from './glob-states.ts'
import { parseGlob } from './glob-syntax.ts'

export interface GlobOptions {
  /** Whether wildcards also stand for names that begin with a dot. */
  readonly dot?: boolean
  /** After so much work on all paths together the test ends in an error. Without it, there is no limit. */
  readonly maxSteps?: number
}

/** How much work patterns from outside may be on one list of paths: a second or two. */
export const maxForeignGlobSteps = 60_000_000

/**
 * A test for paths by a pattern: `*`, `**` as a whole segment, `?`, `[a-z]`, `{a,b}`, `{1..3}`, `+(a|b)` and its kin, and a backslash before
 * a sign that stands for itself. Its work grows with the length of the path times that of the pattern, whatever both are.
 */
export function compileGlob(pattern: string, options: GlobOptions = {}): (path: string) => boolean {
  return compileGlobs([pattern], options)
}

/** A test for paths that match one of the patterns. */
export function compileGlobs(patterns: readonly string[], { dot = false, maxSteps = Infinity }: GlobOptions = {}) {
  const globs = patterns.map(pattern => ({ pattern, states: toStates(parseGlob(pattern)) }))
  let left = maxSteps

  function fits(pattern: string, states: GlobStates, characters: readonly string[]): boolean {
    const { isMatch, steps } = runGlob(states, characters, dot)
    left -= steps
    if (left < 0) throw inputError(`The pattern '${pattern}' is too long for so many paths`, { code: 'core.costly-glob' })
    return isMatch
  }

  return (path: string): boolean => {
    const characters = [...path.replaceAll(/\/{2,}/g, '/')]
    // A folder may be written with a slash at its end.
    const isFolder = characters.length > 1 && characters.at(-1) === '/'
    const folder = characters.slice(0, -1)
    return globs.some(({ pattern, states }) => fits(pattern, states, characters) || (isFolder && fits(pattern, states, folder)))
  }
}

/**
 * Decides for each position, from the last to the first, from which states the rest of the path matches.
 * `steps` counts the decisions.
 */
export function runGlob(
  { states, start }: GlobStates,
  path: readonly string[],
  dot: boolean,
): { readonly isMatch: boolean; readonly steps: number } {
  let [here, next] = [new Uint8Array(states.length), new Uint8Array(states.length)]
  let steps = 0
  for (let at = path.length; at >= 0; at--) {
    const character = path[at]
    const hidden = isHidden(path, at, dot)
    let hasAny = false
    for (let id = 0; id < states.length; id++) {
      steps++
      const state = states[id]!
      if (here[id] === 1 || !holds(state, id, character, hidden, here, next)) continue
      here[id] = 1
      hasAny = true
      // The body of a repetition may follow itself: what depends on that is decided again.
      if (state.loop !== undefined && here[state.loop] === 0) {
        here[state.loop] = 1
        id = state.loop
      }
    }
    if (!hasAny) return { isMatch: false, steps }
    // What was decided last is what the next position looks at.
    ;[here, next] = [next, here]
    here.fill(0)
  }
  return { isMatch: next[start] === 1, steps }
}

/** `character` is undefined at the end; `hidden` says that a name begins here that wildcards do not stand for. */
function holds(
  state: GlobStates['states'][number],
  id: number,
  character: string | undefined,
  hidden: boolean,
  here: Uint8Array,
  next: Uint8Array,
): boolean {
  switch (state.kind) {
    case 'accept':
      return character === undefined
    case 'character':
      return character !== undefined && character !== '/' && !(state.isWild && hidden) && next[state.to] === 1 && state.test(character)
    case 'slash':
      return character === '/' && next[state.to] === 1
    case 'any':
      return !(state.isWild && hidden) && (here[state.to] === 1 || (character !== undefined && character !== '/' && next[id] === 1))
    case 'some':
      return !hidden && character !== undefined && character !== '/' && next[state.to] === 1
    case 'split':
      for (const each of state.to) if (here[each] === 1) return true
      return false
    case 'not':
      return here[state.any] === 1 && here[state.excluded] === 0
    case 'segment':
      return character === '/' ? next[state.globstar] === 1 : character !== undefined && next[id] === 1
    case 'globstar':
      return here[state.after] === 1 || (!hidden && character !== undefined && here[state.segment] === 1)
    case 'rest':
      return !hidden && (character === undefined || next[character === '/' ? id : state.inside] === 1)
    case 'inside':
      return character === undefined || next[character === '/' ? state.rest : id] === 1
  }
}

/** `.` and `..` are never meant by a wildcard; other names with a dot in front only where that is asked for. */
function isHidden(path: readonly string[], at: number, dot: boolean): boolean {
  if (path[at] !== '.' || (at > 0 && path[at - 1] !== '/')) return false
  if (!dot) return true
  const after = path[at + 1] === '.' ? path[at + 2] : path[at + 1]
  return after === undefined || after === '/'
}

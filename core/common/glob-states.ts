import type { GlobNode, GlobSequence } from './glob-syntax.ts'

/** From where a path may match: each state names what must follow. A state depends on those before it, or on the next character. */
type GlobState = { readonly loop?: number } & (
  | { readonly kind: 'accept' }
  | { readonly kind: 'character'; readonly test: (character: string) => boolean; readonly isWild: boolean; readonly to: number }
  | { readonly kind: 'slash'; readonly to: number }
  | { readonly kind: 'any'; readonly to: number; readonly isWild: boolean }
  | { readonly kind: 'some'; readonly to: number }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'not'; readonly any: number; readonly excluded: number }
  | { readonly kind: 'segment'; readonly globstar: number }
  | { readonly kind: 'globstar'; readonly after: number; readonly segment: number }
  | { readonly kind: 'rest'; readonly inside: number }
  | { readonly kind: 'inside'; readonly rest: number }
)

export interface GlobStates {
  readonly states: readonly GlobState[]
  readonly start: number
}

/** The states of a pattern, what comes last first. */
export function toStates(sequence: GlobSequence): GlobStates {
  const states: GlobState[] = [{ kind: 'accept' }]

  function add(state: GlobState): number {
    return states.push(state) - 1
  }

  function sequenceTo(nodes: GlobSequence, to: number): number {
    return nodes.reduceRight((next, node) => nodeTo(node, next), to)
  }

  function choicesTo(choices: readonly GlobSequence[], to: number): number {
    return add({ kind: 'split', to: choices.map(choice => sequenceTo(choice, to)) })
  }

  function repeatTo(choices: readonly GlobSequence[], min: 0 | 1, to: number): number {
    // After one round: on, or another round. The last state of the body says so to this one, which comes before it.
    const again = add({ kind: 'split', to: [to] })
    const body = choicesTo(choices, again)
    const once = add({ kind: 'split', to: [body], loop: again })
    return min === 1 ? once : add({ kind: 'split', to: [once, to] })
  }

  function globstarTo(to: number): number {
    const following = states[to]
    if (following?.kind !== 'slash') {
      const rest = states.length + 1
      add({ kind: 'inside', rest })
      return add({ kind: 'rest', inside: rest - 1 })
    }
    const globstar = states.length + 1
    add({ kind: 'segment', globstar })
    return add({ kind: 'globstar', after: following.to, segment: globstar - 1 })
  }

  function nodeTo(node: GlobNode, to: number): number {
    switch (node.kind) {
      case 'character':
        return add({ ...node, to })
      case 'slash':
        return add({ kind: 'slash', to })
      case 'star': {
        const any = add({ kind: 'any', to, isWild: true })
        return node.isWholeSegment ? add({ kind: 'some', to: add({ kind: 'any', to, isWild: false }) }) : any
      }
      case 'globstar':
        return globstarTo(to)
      case 'choice':
        return choicesTo(node.choices, to)
      case 'repeat':
        return repeatTo(node.choices, node.min, to)
      case 'not':
        return add({ kind: 'not', any: add({ kind: 'any', to, isWild: true }), excluded: choicesTo(node.choices, to) })
    }
  }

  return { start: sequenceTo(sequence, 0), states }
}

import type { DocumentState } from '@portico/scorecards/common'

const stateLine = /^(\s{2,})state:[ \t]*([A-Za-z]*)[^\n]*$/m
const specLine = /^spec:[ \t]*$/m

/** The text with another state. Nothing else in it changes: comments and order stay. */
export function withState(text: string, state: DocumentState): string {
  if (stateLine.test(text)) return text.replace(stateLine, `$1state: ${state}`)
  return text.replace(specLine, `spec:\n  state: ${state}`)
}

/** The state that a text says; active where it says none. */
export function stateOf(text: string): DocumentState {
  const state = stateLine.exec(text)?.[2]
  return state === 'draft' || state === 'retired' ? state : 'active'
}

import type { DefinitionProblem } from '@portico/api-docs/common'

/** Deeper than any schema, and little enough for the stack of a parser that calls itself. */
const maxNesting = 500

/** Says where a text is nested deeper than parsers that call themselves can read. Quoted brackets count, so it is asked only after a parser failed. */
export function tooDeep(text: string): DefinitionProblem {
  let depth = 0
  for (const { 0: bracket, index } of text.matchAll(/[()[\]{}<>]/g)) {
    depth += '([{<'.includes(bracket) ? 1 : -1
    if (depth > maxNesting) return { ...problem, line: text.slice(0, index).split('\n').length }
  }
  return problem
}

const problem = { severity: 'error', rule: 'too-deep', message: 'It is nested too deeply to be read' } as const

import type { MarkdownIt, ParserBlock } from 'markdown-it'
import { applyAttributes, parseAttributeList } from './attribute-lists.ts'
import { lineText } from './heading-rules.ts'

type BlockRule = Parameters<ParserBlock['ruler']['at']>[1]

/** Stands for a pipe inside code while a table is split into cells. Of the same length, so that positions stay true. */
const hiddenPipe = '\uE0F1'
const codeSpan = /(?<![\\`])(`{1,5})(?!`)([^\n]{1,500}?[^`\n]|[^`\n])\1(?!`)/g

/** Tables in which a pipe inside a code span does not end the cell; a last line of attributes is that of the table. */
export function addTables(md: MarkdownIt): void {
  const { fn } = (md.block.ruler as unknown as { __rules__: { name: string; fn: BlockRule }[] }).__rules__.find(
    rule => rule.name === 'table',
  )!
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      if (silent || startLine + 2 > endLine || !isDelimiter(lineText(state, startLine + 1))) return fn(state, startLine, endLine, silent)
      let last = startLine
      while (last < endLine && !state.isEmpty(last)) last += 1
      const attributes = last - startLine > 2 ? parseAttributeList(lineText(state, last - 1).trim()) : undefined
      const [from, to] = [state.bMarks[startLine]!, state.eMarks[last - 1]!]
      const lines = state.src.slice(from, to)
      const source = state.src
      const first = state.tokens.length
      state.src = source.slice(0, from) + lines.replace(codeSpan, span => span.replaceAll('|', hiddenPipe)) + source.slice(to)
      const isTable = fn(state, startLine, attributes ? last - 1 : endLine, silent)
      state.src = source
      for (const token of state.tokens.slice(first)) token.content = token.content.replaceAll(hiddenPipe, '|')
      if (isTable && attributes) {
        applyAttributes(state.tokens[first]!, attributes)
        state.line = last
      }
      return isTable
    },
    { alt: ['paragraph', 'reference'] },
  )
}

/** Whether a line divides the head of a table from its rows. Most lines are none, and their first letter tells. */
function isDelimiter(line: string): boolean {
  return (line[0] === '|' || line[0] === '-' || line[0] === ':') && /^[\s|:-]+$/.test(line)
}

import type { MarkdownIt, ParserBlock } from 'markdown-it'
import { lineText } from './heading-rules.ts'

type BlockRule = Parameters<ParserBlock['ruler']['at']>[1]

/** Stands for a pipe inside code while a table is split into cells. Of the same length, so that positions stay true. */
const hiddenPipe = '\uE0F1'
const codeSpan = /(?<![\\`])(`{1,5})(?!`)([^\n]{1,500}?[^`\n]|[^`\n])\1(?!`)/g

/** Tables in which a pipe inside a code span does not end the cell. */
export function addTables(md: MarkdownIt): void {
  const { fn } = (md.block.ruler as unknown as { __rules__: { name: string; fn: BlockRule }[] }).__rules__.find(
    rule => rule.name === 'table',
  )!
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      if (silent || startLine + 2 > endLine || !/^[\s|:-]+$/.test(lineText(state, startLine + 1)))
        return fn(state, startLine, endLine, silent)
      let last = startLine
      while (last < endLine && !state.isEmpty(last)) last += 1
      const [from, to] = [state.bMarks[startLine]!, state.eMarks[last - 1]!]
      const lines = state.src.slice(from, to)
      const hidden = lines.replace(codeSpan, span => span.replaceAll('|', hiddenPipe))
      if (hidden === lines) return fn(state, startLine, endLine, silent)
      const source = state.src
      const first = state.tokens.length
      state.src = source.slice(0, from) + hidden + source.slice(to)
      const isTable = fn(state, startLine, endLine, silent)
      state.src = source
      for (const token of state.tokens.slice(first)) token.content = token.content.replaceAll(hiddenPipe, '|')
      return isTable
    },
    { alt: ['paragraph', 'reference'] },
  )
}

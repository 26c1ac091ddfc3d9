import type { MarkdownIt, StateBlock } from 'markdown-it'
import { lineText } from './heading-rules.ts'

const forms: readonly { readonly start: RegExp; readonly end: RegExp; readonly language: string }[] = [
  { start: /^::uml::(.*)$/, end: /^::end-uml::[ ]*$/, language: 'plantuml' },
  { start: /^\{%[ ]*(?:dot|neato|fdp|sfdp|twopi|circo)[ ]+\S+()[ ]*$/, end: /^%\}[ ]*$/, language: 'dot' },
]

/** Diagrams as the extensions for PlantUML and Graphviz have them besides fences: `::uml::` … `::end-uml::`, `{% dot x.svg` … `%}`. */
export function addDiagramBlocks(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'diagram_block', diagramBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
}

function diagramBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = state.src[state.bMarks[startLine]! + state.tShift[startLine]!]
  if ((first !== ':' && first !== '{') || state.sCount[startLine]! - state.blkIndent >= 4) return false
  const line = lineText(state, startLine).trimEnd()
  const form = forms.find(({ start }) => start.test(line))
  if (!form) return false
  let end = startLine + 1
  while (end < endLine && !form.end.test(lineText(state, end))) end += 1
  if (end >= endLine) return false
  if (silent) return true
  const token = state.push('fence', 'code', 0)
  token.info = `${form.language}${form.start.exec(line)![1]}`
  token.content = state.getLines(startLine + 1, end, state.sCount[startLine]!, true)
  token.map = [startLine, end]
  state.line = end + 1
  return true
}

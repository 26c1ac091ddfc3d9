import type { MarkdownIt, ParserBlock, ParserInline, StateBlock, StateInline } from 'markdown-it'
import { isKnownElement } from '../html/element-names.ts'
import { lineText } from './heading-rules.ts'

type BlockRule = Parameters<ParserBlock['ruler']['at']>[1]
type InlineRule = Parameters<ParserInline['ruler']['at']>[1]

/** Raw HTML: unknown elements such as `<your-name>` are text, `markdown` on an element makes its content Markdown. */
export function addHtml(md: MarkdownIt, isAllowed: (name: string) => boolean): void {
  const isElement = (name: string) => isKnownElement(name) || isAllowed(name)
  const block = ruleOf<BlockRule>(md.block.ruler, 'html_block')
  const inline = ruleOf<InlineRule>(md.inline.ruler, 'html_inline')
  md.block.ruler.at(
    'html_block',
    (state, startLine, endLine, silent) => {
      if (state.src.charCodeAt(state.bMarks[startLine]! + state.tShift[startLine]!) !== 60) return false
      const name = tagName(lineText(state, startLine))
      if (name !== undefined && !isElement(name)) return false
      if (!block(state, startLine, endLine, silent)) return false
      if (!silent) continueIndented(state, endLine)
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
  md.inline.ruler.at('html_inline', (state: StateInline, silent) => {
    const name = tagName(state.src.slice(state.pos, state.pos + 100))
    return name !== undefined && !isElement(name) ? false : inline(state, silent)
  })
  md.block.ruler.before('html_block', 'html_markdown', htmlWithMarkdown, { alt: ['paragraph', 'reference', 'blockquote'] })
}

function ruleOf<R>(ruler: object, name: string): R {
  return (ruler as { __rules__: { name: string; fn: R }[] }).__rules__.find(rule => rule.name === name)!.fn
}

function tagName(text: string): string | undefined {
  return /^<\/?([A-Za-z][^\s/>]*)/.exec(text)?.[1]
}

/** After a blank line, indented tags are more of the same HTML and not code. */
function continueIndented(state: StateBlock, endLine: number): void {
  const token = state.tokens.at(-1)!
  let line = state.line
  for (;;) {
    const next = state.skipEmptyLines(line)
    if (next >= endLine || next === line || state.sCount[next]! - state.blkIndent < 4 || !lineText(state, next).startsWith('<')) break
    line = next
    while (line < endLine && !state.isEmpty(line) && state.sCount[line]! >= state.blkIndent) line += 1
  }
  if (line === state.line) return
  token.content += state.getLines(state.line, line, state.blkIndent, true)
  state.line = line
}

const withMarkdown = /^<([a-z][a-z0-9]*)\b([^<>]*\smarkdown(?:=["']?(?:1|block|span|on)["']?)?(?:\s[^<>]*)?)>(.*)$/i

function htmlWithMarkdown(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const text = lineText(state, startLine)
  if (!text.startsWith('<') || !text.includes('markdown')) return false
  const found = withMarkdown.exec(text.slice(0, 2000))
  if (!found || !isKnownElement(found[1]!)) return false
  const name = found[1]!
  const end = closingLine(state, startLine, endLine, name)
  if (silent) return true
  const lines = state.getLines(startLine, end + 1, state.blkIndent, false)
  const inner = lines.slice(lines.indexOf('>') + 1).replace(new RegExp(`</${name}\\s*>[^<]*$`, 'i'), '')
  const open = state.push('html_block', '', 0)
  open.content = `<${name} ${found[2]!.replace(/\smarkdown(?:=["']?\w+["']?)?/i, '')}>`
  open.map = [startLine, end + 1]
  state.md.block.parse(dedent(inner), state.md, state.env, state.tokens)
  state.push('html_block', '', 0).content = `</${name}>`
  state.line = end + 1
  return true
}

/** The line of the closing tag, counting elements of the same name inside. */
function closingLine(state: StateBlock, startLine: number, endLine: number, name: string): number {
  const tag = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi')
  let depth = 0
  for (let line = startLine; line < endLine; line++) {
    if (line > startLine && !state.isEmpty(line) && state.sCount[line]! < state.blkIndent) return line - 1
    for (const [, slash] of lineText(state, line).matchAll(tag)) depth += slash === '/' ? -1 : 1
    if (depth <= 0) return line
  }
  return endLine - 1
}

function dedent(text: string): string {
  const lines = text.split('\n')
  const indents = lines
    .slice(1)
    .filter(line => line.trim() !== '')
    .map(line => line.length - line.trimStart().length)
  const indent = indents.length > 0 ? indents.reduce((least, each) => Math.min(least, each)) : 0
  return lines.map((line, at) => (at === 0 ? line.trimStart() : line.slice(indent))).join('\n')
}

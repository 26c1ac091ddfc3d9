import type { MarkdownIt, ParserBlock, ParserInline, StateBlock, StateInline } from 'markdown-it'
import { isKnownElement } from '../html/element-names.ts'
import { pushInline } from './container-rules.ts'
import { lineText } from './heading-rules.ts'
import { readElement, type HtmlElement } from './html-elements.ts'

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

/** Elements nest deeper in pages that were written to harm. */
const maxDepth = 20
/** How many lines are searched for the end of an element, one after the other: most end soon. */
const searchedLines = [50, 1000, Infinity]

function htmlWithMarkdown(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4 || !lineText(state, startLine).startsWith('<')) return false
  const depth = Number(state.env['htmlDepth'] ?? 0)
  if (depth >= maxDepth) return false
  const last = lastLineOf(state, startLine, endLine)
  for (const lines of searchedLines) {
    const end = Math.min(last, startLine + lines)
    const text = state.getLines(startLine, end, state.blkIndent, false).trimStart()
    const read = readElement(text)
    if (!read) return false
    if (silent) return true
    if (!read.isClosed && end < last) continue
    state.env['htmlDepth'] = depth + 1
    state.line = startLine + writeElements(state, text, read, startLine)
    state.env['htmlDepth'] = depth
    return true
  }
  return false
}

/** Writes an element and what follows it on its last line. Returns how many lines that is. */
function writeElements(state: StateBlock, text: string, read: NonNullable<ReturnType<typeof readElement>>, line: number): number {
  writeElement(state, read.element, line)
  let { end } = read
  for (;;) {
    const rest = text.slice(end)
    const blanks = /^[ ]*/.exec(rest)![0].length
    const next = readElement(rest.slice(blanks))
    if (!next) break
    writeElement(state, next.element, line)
    end += blanks + next.end
  }
  const lineEnd = text.indexOf('\n', end)
  const tail = text.slice(end, lineEnd === -1 ? text.length : lineEnd)
  readBlocks(state, tail)
  return text.slice(0, end).split('\n').length
}

function writeElement(state: StateBlock, { name, attributes, reading, content, source }: HtmlElement, line: number): void {
  const push = (html: string) => void (state.push('html_block', '', 0).content = html)
  if (reading === 'off') return push(source)
  push(`<${name}${attributes}>`)
  for (const part of content) {
    if (typeof part === 'string') {
      if (reading === 'span') pushInline(state, part.trim(), line)
      else readBlocks(state, part)
    } else if (part.reading === 'off' && reading === 'block') readBlocks(state, part.source)
    else writeElement(state, part, line)
  }
  push(`</${name}>`)
}

function readBlocks(state: StateBlock, text: string): void {
  const blocks = text
    .trimEnd()
    .replace(/^(?:[ ]*\n)+/, '')
    .replace(/^[ ]{1,3}(?=\S)/, '')
  if (blocks !== '') state.md.block.parse(blocks, state.md, state.env, state.tokens)
}

/** The line after the last one that can belong to what begins at a line: less indented ones end the list item around it. */
function lastLineOf(state: StateBlock, startLine: number, endLine: number): number {
  if (state.blkIndent === 0) return endLine
  for (let line = startLine + 1; line < endLine; line++) if (!state.isEmpty(line) && state.sCount[line]! < state.blkIndent) return line
  return endLine
}

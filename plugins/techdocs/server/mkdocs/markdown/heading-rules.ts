import type { MarkdownIt, StateBlock } from 'markdown-it'

/** Headings as Python-Markdown reads them: `#Title` without a blank, and an underline below a single line only. */
export function addHeadings(md: MarkdownIt): void {
  md.block.ruler.at('heading', atxHeading, { alt: ['paragraph', 'reference', 'blockquote'] })
  md.block.ruler.at('lheading', setextHeading)
}

function atxHeading(state: StateBlock, startLine: number, _: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const line = lineText(state, startLine)
  const marks = /^#{1,6}(?!#)/.exec(line)?.[0]
  if (marks === undefined) return false
  const rest = line.slice(marks.length)
  // '#10 fixed' and '#!/bin/sh' are text.
  if (rest !== '' && !/^(?:[ \u00A0]|\p{L})/u.test(rest)) return false
  if (silent) return true
  state.line = startLine + 1
  pushHeading(state, marks.length, stripClosing(rest.trim()), startLine)
  return true
}

/** Without the closing `##`. A loop, because the pattern for it is slow on long lines of blanks and signs. */
function stripClosing(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end -= 1
  if (end === text.length) return text
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}

function setextHeading(state: StateBlock, startLine: number, endLine: number): boolean {
  const next = startLine + 1
  if (next >= endLine || state.sCount[startLine]! - state.blkIndent >= 4) return false
  if (state.sCount[next]! < state.blkIndent || state.sCount[next]! - state.blkIndent >= 4) return false
  const underline = lineText(state, next)
  const first = underline.charCodeAt(0)
  if ((first !== 61 && first !== 45) || !/^(?:=+|-+)$/.test(underline.trimEnd())) return false
  const content = lineText(state, startLine).trim()
  if (content === '') return false
  state.line = next + 1
  pushHeading(state, first === 61 ? 1 : 2, content, startLine)
  return true
}

function pushHeading(state: StateBlock, level: number, content: string, line: number): void {
  const open = state.push('heading_open', `h${level}`, 1)
  open.map = [line, state.line]
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.map = [line, state.line]
  inline.children = []
  state.push('heading_close', `h${level}`, -1)
}

/** The text of a line without its indent. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
}

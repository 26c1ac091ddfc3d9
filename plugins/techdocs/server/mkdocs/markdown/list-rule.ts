import type { MarkdownIt, StateBlock, Token } from 'markdown-it'

interface Marker {
  readonly isOrdered: boolean
  /** After the marker itself. */
  readonly end: number
  readonly value: number
}

/**
 * Lists as people write them for MkDocs: what is indented by two or more beyond the marker belongs to the item, whatever the width of the
 * marker; bullets of different kinds make one list; an item with a single paragraph is tight.
 */
export function addLists(md: MarkdownIt): void {
  md.block.ruler.at('list', list, { alt: ['paragraph', 'reference', 'blockquote'] })
}

function list(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const indent = state.sCount[startLine]!
  if (indent - state.blkIndent >= 4) return false
  if (state.listIndent >= 0 && indent - state.listIndent >= 4 && indent < state.blkIndent) return false
  const first = markerAt(state, startLine)
  if (!first || (silent && !mayInterrupt(state, startLine, first))) return false
  if (silent) return true
  const { isOrdered } = first
  const open = state.push(isOrdered ? 'ordered_list_open' : 'bullet_list_open', isOrdered ? 'ol' : 'ul', 1)
  if (isOrdered && first.value !== 1) open.attrSet('start', String(first.value))
  open.map = [startLine, 0]
  const firstToken = state.tokens.length
  const parentType = state.parentType
  state.parentType = 'list'
  const nextLine = readItems(state, startLine, endLine, first)
  state.push(isOrdered ? 'ordered_list_close' : 'bullet_list_close', isOrdered ? 'ol' : 'ul', -1)
  open.map[1] = nextLine
  state.line = nextLine
  state.parentType = parentType
  tightenItems(state.tokens, firstToken, state.level + 2)
  return true
}

function readItems(state: StateBlock, startLine: number, endLine: number, first: Marker): number {
  const terminators = state.md.block.ruler.getRules('list')
  let line = startLine
  let marker: Marker | undefined = first
  while (marker && line < endLine) {
    line = readItem(state, line, endLine, marker)
    if (line >= endLine || state.sCount[line]! < state.blkIndent || state.sCount[line]! - state.blkIndent >= 4) break
    if (terminators.some(rule => rule(state, line, endLine, true))) break
    marker = markerAt(state, line)
    if (marker?.isOrdered !== first.isOrdered) break
  }
  return line
}

function readItem(state: StateBlock, line: number, endLine: number, { end }: Marker): number {
  const markerIndent = state.sCount[line]!
  const afterMarker = markerIndent + end - (state.bMarks[line]! + state.tShift[line]!)
  const contentStart = state.skipSpaces(end)
  const isEmpty = contentStart >= state.eMarks[line]!
  const spaces = isEmpty || contentStart - end > 4 ? 1 : contentStart - end
  const open = state.push('list_item_open', 'li', 1)
  open.map = [line, 0]
  const old = { tight: state.tight, tShift: state.tShift[line]!, sCount: state.sCount[line]!, listIndent: state.listIndent }
  const contentIndent = afterMarker + spaces
  state.listIndent = state.blkIndent
  state.blkIndent = itemIndent(state, line, endLine, markerIndent, contentIndent)
  state.tight = true
  state.tShift[line] = contentStart - state.bMarks[line]!
  // Where the item begins with indented code, its blanks count from the content.
  state.sCount[line] = afterMarker + (contentStart - end) - (contentIndent - state.blkIndent)
  if (isEmpty && state.isEmpty(line + 1)) state.line = Math.min(state.line + 2, endLine)
  else state.md.block.tokenize(state, line, endLine)
  state.blkIndent = state.listIndent
  state.listIndent = old.listIndent
  state.tShift[line] = old.tShift
  state.sCount[line] = old.sCount
  state.tight = old.tight
  state.push('list_item_close', 'li', -1)
  open.map[1] = state.line
  return state.line
}

/** The indent of what belongs to an item: the content's, or less where its further lines are indented less. */
function itemIndent(state: StateBlock, line: number, endLine: number, markerIndent: number, contentIndent: number): number {
  let found = contentIndent
  for (let next = line + 1; next < endLine && found > markerIndent + 2; next++) {
    if (state.isEmpty(next)) continue
    const indent = state.sCount[next]!
    if (indent < markerIndent + 2) break
    found = Math.min(found, indent)
  }
  return found
}

function markerAt(state: StateBlock, line: number): Marker | undefined {
  const start = state.bMarks[line]! + state.tShift[line]!
  const max = state.eMarks[line]!
  const code = state.src.charCodeAt(start)
  let end = start + 1
  let isOrdered = false
  if (code >= 48 && code <= 57) {
    while (end < max && end - start <= 9 && isDigit(state.src.charCodeAt(end))) end += 1
    const close = state.src.charCodeAt(end)
    if (end - start > 9 || (close !== 46 && close !== 41)) return undefined
    end += 1
    isOrdered = true
  } else if (code !== 42 && code !== 43 && code !== 45) return undefined
  if (end < max && state.src.charCodeAt(end) !== 32) return undefined
  return { isOrdered, end, value: isOrdered ? Number(state.src.slice(start, end - 1)) : 0 }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** A list interrupts a paragraph unless it is empty, or its number looks like that of a year. */
function mayInterrupt(state: StateBlock, line: number, { isOrdered, value, end }: Marker): boolean {
  if (state.parentType !== 'paragraph' || state.sCount[line]! < state.blkIndent) return true
  return !(isOrdered && value !== 1) && state.skipSpaces(end) < state.eMarks[line]!
}

/** Paragraphs are hidden in items that have no other block but lists. */
function tightenItems(tokens: Token[], from: number, level: number): void {
  let paragraphs: number[] = []
  let others = 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.type === 'list_item_open' && token.level === level - 1) {
      paragraphs = []
      others = 0
    } else if (token.type === 'list_item_close' && token.level === level - 1) {
      if (paragraphs.length === 1 && others === 0) hide(tokens, paragraphs[0]!)
      else if (isCompact(tokens, paragraphs)) paragraphs.forEach(index => hide(tokens, index))
    } else if (token.level === level && token.nesting >= 0) {
      if (token.type === 'paragraph_open') paragraphs.push(at)
      else if (!token.type.endsWith('_list_open') && token.type !== 'inline' && !token.hidden) others += 1
    }
  }
}

/** No blank line between the blocks of the item. */
function isCompact(tokens: readonly Token[], paragraphs: readonly number[]): boolean {
  return paragraphs.length === 1 && tokens[paragraphs[0]! + 3]?.map?.[0] === tokens[paragraphs[0]!]?.map?.[1]
}

function hide(tokens: readonly Token[], paragraph: number): void {
  for (const offset of [0, 2]) {
    const token = tokens[paragraph + offset]
    if (token) token.hidden = true
  }
}

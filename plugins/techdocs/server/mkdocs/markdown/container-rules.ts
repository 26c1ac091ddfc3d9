import type { MarkdownIt, StateBlock } from 'markdown-it'
import { lineText } from './heading-rules.ts'
import type { PageEnv } from './page-env.ts'

const interrupts = { alt: ['paragraph', 'reference', 'blockquote', 'list'] }

/** `!!!` admonitions, `???` details, `===` tabs, `:::note` and GitLab's `>>>` quotes; all nest in each other and in lists. */
export function addContainers(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'admonition', admonition, interrupts)
  md.block.ruler.before('fence', 'tabs', tabs, interrupts)
  md.block.ruler.before('fence', 'directive', directive, interrupts)
  md.block.ruler.before('blockquote', 'long_quote', longQuote, interrupts)
}

const admonitionStart = /^(!!!|\?\?\?\+?)[ ]*([\w-]+(?:[ ]+[\w-]+)*)?(?:[ ]+"([^"]*(?:"[^"\n]*)*)")?[ ]*$/

function admonition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const indent = state.sCount[startLine]!
  if (indent - state.blkIndent >= 4 || !'!?'.includes(state.src[state.bMarks[startLine]! + state.tShift[startLine]!] ?? ' ')) return false
  const found = admonitionStart.exec(lineText(state, startLine).slice(0, 500))
  if (!found || (found[2] === undefined && found[3] === undefined)) return false
  if (silent) return true
  const [, mark = '', words = 'note', written] = found
  const classes = words.toLowerCase().split(/[ ]+/)
  const end = endOfBody(state, startLine + 1, endLine, indent + 4)
  const isDetails = mark.startsWith('?')
  const open = state.push('admonition_open', isDetails ? 'details' : 'div', 1)
  open.map = [startLine, end]
  open.attrSet('class', isDetails ? classes.join(' ') : `admonition ${classes.join(' ')}`)
  if (mark === '???+') open.attrSet('open', '')
  const title = written ?? capitalise(classes[0]!)
  if (title !== '' || isDetails) pushTitle(state, title, isDetails, startLine)
  readBody(state, startLine + 1, end, indent + 4)
  state.push('admonition_close', isDetails ? 'details' : 'div', -1)
  state.line = end
  return true
}

export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The title of an admonition, or the summary of details. */
export function pushTitle(state: StateBlock, title: string, isDetails: boolean, line: number): void {
  const open = state.push('admonition_title_open', isDetails ? 'summary' : 'p', 1)
  if (!isDetails) open.attrSet('class', 'admonition-title')
  pushInline(state, title, line)
  state.push('admonition_title_close', isDetails ? 'summary' : 'p', -1)
}

export function pushInline(state: StateBlock, content: string, line: number): void {
  const inline = state.push('inline', '', 0)
  inline.content = content
  inline.map = [line, line + 1]
  inline.children = []
}

/** The first line that is indented less, without the blank lines before it. */
function endOfBody(state: StateBlock, from: number, endLine: number, indent: number): number {
  let end = from
  for (let line = from; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    if (state.sCount[line]! < indent) break
    end = line + 1
  }
  return end
}

/** Reads lines as blocks of their own. */
export function readBody(state: StateBlock, from: number, end: number, indent: number): void {
  const old = { blkIndent: state.blkIndent, lineMax: state.lineMax, parentType: state.parentType, listIndent: state.listIndent }
  Object.assign(state, { blkIndent: indent, lineMax: end, parentType: 'container', listIndent: -1 })
  if (from < end) state.md.block.tokenize(state, from, end)
  Object.assign(state, old)
}

const tabStart = /^===([!+]{0,2})[ ]+"([^\n]*)"[ ]*$/

function tabs(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const indent = state.sCount[startLine]!
  if (indent - state.blkIndent >= 4 || !tabStart.test(lineText(state, startLine))) return false
  if (silent) return true
  const found: { label: string; isSelected: boolean; line: number; end: number }[] = []
  for (let line = startLine; line < endLine;) {
    const start = state.sCount[line] === indent ? tabStart.exec(lineText(state, line)) : null
    if (!start || (found.length > 0 && start[1]!.includes('!'))) break
    const end = endOfBody(state, line + 1, endLine, indent + 4)
    found.push({ label: start[2]!, isSelected: start[1]!.includes('+'), line, end })
    state.line = end
    line = end
    while (line < endLine && state.isEmpty(line)) line += 1
  }
  const end = state.line
  pushTabs(
    state,
    [startLine, end],
    found.map(({ label, isSelected, line, end: last }) => ({
      label,
      isSelected,
      line,
      read: () => readBody(state, line + 1, last, indent + 4),
    })),
  )
  state.line = end
  return true
}

/** A tab of a set. */
export interface Tab {
  readonly label: string
  readonly isSelected: boolean
  readonly line: number
  /** Reads its content. */
  readonly read: () => void
}

/** A set of tabs: their labels, then their contents. */
export function pushTabs(state: StateBlock, map: [number, number], tabsOfSet: readonly Tab[]): void {
  const env = state.env as PageEnv
  const set = (env.tabSets += 1)
  const selected = Math.max(
    0,
    tabsOfSet.findIndex(tab => tab.isSelected),
  )
  const open = state.push('tabs_open', 'div', 1)
  open.attrSet('class', 'tabbed-set tabbed-alternate')
  open.attrSet('data-tabs', `${set}:${tabsOfSet.length}`)
  open.map = map
  pushDiv(state, 'tabbed-labels', () => {
    tabsOfSet.forEach(({ label, line }, at) => {
      const token = state.push('tab_label_open', 'label', 1)
      if (at === selected) token.attrSet('class', 'tabbed-selected')
      pushInline(state, label, line)
      state.push('tab_label_close', 'label', -1)
    })
  })
  pushDiv(state, 'tabbed-content', () => {
    tabsOfSet.forEach((tab, at) => pushDiv(state, at === selected ? 'tabbed-block tabbed-selected' : 'tabbed-block', tab.read))
  })
  state.push('tabs_close', 'div', -1)
}

function pushDiv(state: StateBlock, className: string, fill: () => void): void {
  state.push('div_open', 'div', 1).attrSet('class', className)
  fill()
  state.push('div_close', 'div', -1)
}

const directiveTypes = new Set(
  'note tip info warning danger caution important success failure bug example quote abstract question'.split(' '),
)

/** Docusaurus's `:::note Title` … `:::`. Other directives stay text. */
function directive(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const found = /^:::[ ]?(\w+)(?:[ ]+(.*))?$/.exec(lineText(state, startLine).trimEnd())
  if (!found || !directiveTypes.has(found[1]!)) return false
  let end = startLine + 1
  while (end < endLine && (state.sCount[end]! < state.blkIndent || !/^:::[ ]*$/.test(lineText(state, end)))) end += 1
  if (end >= endLine) return false
  if (silent) return true
  const open = state.push('admonition_open', 'div', 1)
  open.attrSet('class', `admonition ${found[1]}`)
  open.map = [startLine, end]
  pushTitle(state, found[2]?.replace(/^\[(.*)\]$/, '$1') ?? capitalise(found[1]!), false, startLine)
  readBody(state, startLine + 1, end, state.blkIndent)
  state.push('admonition_close', 'div', -1)
  state.line = end + 1
  return true
}

/** GitLab's quote of several blocks: `>>>` … `>>>`, also `>>> [!note] Title`. */
function longQuote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const found = /^>>>[ ]*(?:(\[!\w+\])[ ]*(.*))?$/.exec(lineText(state, startLine).trimEnd())
  if (!found) return false
  let end = startLine + 1
  while (end < endLine && !/^>>>[ ]*$/.test(lineText(state, end))) end += 1
  if (end >= endLine) return false
  if (silent) return true
  const open = state.push('blockquote_open', 'blockquote', 1)
  open.map = [startLine, end]
  if (found[1] !== undefined) {
    state.push('paragraph_open', 'p', 1)
    pushInline(state, `${found[1]} ${found[2] ?? ''}`.trim(), startLine)
    state.push('paragraph_close', 'p', -1)
  }
  readBody(state, startLine + 1, end, state.blkIndent)
  state.push('blockquote_close', 'blockquote', -1)
  state.line = end + 1
  return true
}

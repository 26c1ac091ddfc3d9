import type { MarkdownIt, StateBlock } from 'markdown-it'
import { capitalise, pushTabs, pushTitle, readBody, type Tab } from './container-rules.ts'
import { lineText } from './heading-rules.ts'

const admonitions = new Set(
  (
    'note attention caution danger error tip hint warning important abstract summary tldr info todo success check done question help faq ' +
    'failure fail missing bug example quote cite'
  ).split(' '),
)
const start = /^(\/{3,9})[ ]*([a-z][\w-]*)[ ]*(?:\|[ ]*(.*))?$/
const option = /^[ ]{4,}([a-z_]+):[ ]*(.*)$/

/** A block between lines of slashes. */
interface SlashBlock {
  readonly name: string
  readonly argument: string
  readonly options: ReadonlyMap<string, string>
  /** The first line of its content, and the line that closes it. */
  readonly from: number
  readonly end: number
}

/** `/// note | Title` … `///` of pymdownx.blocks: admonitions, details, tabs and plain elements. Others stay text. */
export function addSlashBlocks(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'slash_block', slashBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
}

function slashBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const block = blockAt(state, startLine, endLine)
  const write = block && writerOf(block)
  if (!block || !write) return false
  if (silent) return true
  state.line = write(state, startLine, endLine)
  return true
}

function blockAt(state: StateBlock, startLine: number, endLine: number): SlashBlock | undefined {
  const indent = state.sCount[startLine]!
  if (indent - state.blkIndent >= 4 || state.src[state.bMarks[startLine]! + state.tShift[startLine]!] !== '/') return undefined
  const found = start.exec(lineText(state, startLine).trimEnd())
  if (!found) return undefined
  const [, slashes = '', name = '', argument = ''] = found
  let end = startLine + 1
  while (end < endLine && (state.sCount[end] !== indent || lineText(state, end).trimEnd() !== slashes)) end += 1
  if (end >= endLine) return undefined
  const options = new Map<string, string>()
  let from = startLine + 1
  for (; from < end; from++) {
    const given = option.exec(' '.repeat(Math.max(0, state.sCount[from]! - indent)) + lineText(state, from))
    if (!given) break
    options.set(given[1]!, given[2]!.trim())
  }
  return { name, argument: argument.trim(), options, from, end }
}

/** Writes a block that begins at a line; returns the line after it. */
type Writer = (state: StateBlock, startLine: number, endLine: number) => number

function writerOf(block: SlashBlock): Writer | undefined {
  const { name } = block
  if (name === 'tab') return writeTabs
  if (name === 'details' || name === 'admonition' || admonitions.has(name)) return (state, line) => writeAdmonition(state, line, block)
  return name === 'html' && element.test(block.argument) ? (state, line) => writeElement(state, line, block) : undefined
}

function writeAdmonition(state: StateBlock, line: number, { name, argument, options, from, end }: SlashBlock): number {
  const isDetails = name === 'details'
  const type = admonitions.has(name) ? name : (options.get('type') ?? 'note')
  const tag = isDetails ? 'details' : 'div'
  const open = state.push('admonition_open', tag, 1)
  open.map = [line, end]
  open.attrSet('class', isDetails ? type : `admonition ${type}`)
  if (options.get('open')?.toLowerCase() === 'true') open.attrSet('open', '')
  pushTitle(state, argument === '' ? capitalise(type.split(' ')[0]!) : argument, isDetails, line)
  readBody(state, from, end, state.blkIndent)
  state.push('admonition_close', tag, -1)
  return end + 1
}

/** Tabs that follow each other are one set. */
function writeTabs(state: StateBlock, startLine: number, endLine: number): number {
  const found: Tab[] = []
  let end = startLine
  for (let line = startLine; line < endLine;) {
    const block = blockAt(state, line, endLine)
    const isTrue = (name: string) => block?.options.get(name)?.toLowerCase() === 'true'
    if (block?.name !== 'tab' || (found.length > 0 && isTrue('new'))) break
    found.push({
      label: block.argument,
      isSelected: isTrue('select'),
      line,
      read: () => readBody(state, block.from, block.end, state.blkIndent),
    })
    end = block.end + 1
    line = state.skipEmptyLines(end)
  }
  pushTabs(state, [startLine, end], found)
  return end
}

const element = /^(div|section|article|aside|figure|p|span|center)((?:[.#][\w-]+)*)$/

function writeElement(state: StateBlock, line: number, { argument, from, end }: SlashBlock): number {
  const [, tag = 'div', marks = ''] = element.exec(argument) ?? []
  const classes = [...marks.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!)
  const id = /#([\w-]+)/.exec(marks)?.[1]
  const open = state.push('slash_block_open', tag, 1)
  open.map = [line, end]
  if (classes.length > 0) open.attrSet('class', classes.join(' '))
  if (id !== undefined) open.attrSet('id', id)
  readBody(state, from, end, state.blkIndent)
  state.push('slash_block_close', tag, -1)
  return end + 1
}

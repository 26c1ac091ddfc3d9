import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { capitalise, pushTabs, pushTitle, readBody, type Tab } from './container-rules.ts'
import { lineText } from './heading-rules.ts'
import type { PageEnv } from './page-env.ts'

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

/** `/// note | Title` … `///` of pymdownx.blocks: admonitions, details, tabs, captions and plain elements. Others stay text. */
export function addSlashBlocks(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'slash_block', slashBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
}

function slashBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const block = blockAt(state, startLine, endLine)
  if (silent && block && captions.has(block.name)) return true
  const write = block && writerOf(block, state)
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

function writerOf(block: SlashBlock, { tokens }: StateBlock): Writer | undefined {
  const { name } = block
  if (captions.has(name)) {
    const at = startOfLastBlock(tokens)
    return at === undefined ? undefined : (state, line) => writeCaption(state, line, block, at)
  }
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

/** Captions, with the word that their number follows. */
const captions: ReadonlyMap<string, string> = new Map([
  ['caption', ''],
  ['figure-caption', 'Figure'],
  ['table-caption', 'Table'],
])

/** Where the block begins that a caption stands below; undefined where there is none. */
function startOfLastBlock(tokens: readonly Token[]): number | undefined {
  const last = tokens.at(-1)
  if (!last || last.nesting === 1) return undefined
  if (last.nesting === 0) return last.type === 'inline' ? undefined : tokens.length - 1
  const opening = last.type.replace('_close', '_open')
  const at = tokens.findLastIndex(token => token.type === opening && token.level === last.level)
  return at === -1 ? undefined : at
}

/** Makes a figure of the block above, with the content as its caption. */
function writeCaption(state: StateBlock, line: number, { name, from, end }: SlashBlock, at: number): number {
  const figure = new state.Token('figure_open', 'figure', 1)
  figure.block = true
  state.tokens.splice(at, 0, figure)
  state.push('figcaption_open', 'figcaption', 1).map = [line, end]
  const body = state.tokens.length
  readBody(state, from, end, state.blkIndent)
  const word = captions.get(name)
  const first = state.tokens.slice(body).find(token => token.type === 'inline')
  if (word && first)
    first.content = `<span class="caption-prefix">${word} ${nextNumber(state.env as PageEnv, name)}.</span> ${first.content}`
  state.push('figcaption_close', 'figcaption', -1)
  state.push('figure_close', 'figure', -1)
  return end + 1
}

function nextNumber(env: PageEnv, name: string): number {
  const next = (env.captions.get(name) ?? 0) + 1
  env.captions.set(name, next)
  return next
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

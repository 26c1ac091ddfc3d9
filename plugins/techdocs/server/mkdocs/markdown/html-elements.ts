/** How the content of an element with `markdown` is read; `off` for one that stays HTML. */
type Reading = 'block' | 'span' | 'off'

/** An element of a page, and what stands in it: texts and elements. */
export interface HtmlElement {
  readonly name: string
  /** As written, without `markdown`. */
  readonly attributes: string
  readonly reading: Reading
  readonly content: (string | HtmlElement)[]
  /** With its tags. */
  source: string
}

interface OpenElement extends HtmlElement {
  readonly start: number
  /** Where the text after the last inner element begins. */
  textStart: number
  /** How far its content is indented. */
  readonly indent: number
  /** Elements in its text, such as those of list items, which are read with that text. */
  readonly within: string[]
}

const words = (text: string) => new Set(text.split(' '))
/** Names as Python-Markdown sorts them: content is read as blocks, as a line of text, or not at all. */
const blockNames = words(
  'article aside blockquote center details div dl fieldset figcaption figure footer form header hgroup main menu nav ol search section ' +
    'table tbody tfoot thead tr ul',
)
const spanNames = words('address dd dt h1 h2 h3 h4 h5 h6 legend li p summary td th')
const rawNames = words('pre script style textarea')

const openTag = /<([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*>/iy
const markdownAttribute = /\smarkdown(?:=(?:["'](1|block|span|on)["']|(1|block|span|on)(?=\s|$))|(?=\s|$))/i
const sign = /^[ ]*(`{3,}|~{3,})[^\n]*$|(`+)|<!--|<(\/?)([a-z][a-z0-9]*)(?=[\s/>])/gim
const maxTagLength = 2000
const maxCodeLength = 1000
/** No line is looked at further back than this. */
const maxIndent = 100
const maxDepth = 50

/** The element with `markdown` that a text begins with, and where it ends; undefined where there is none. */
export function readElement(text: string): { readonly element: HtmlElement; readonly end: number; readonly isClosed: boolean } | undefined {
  const first = openAt(text, 0, undefined)
  if (!first || first.reading === 'off') return undefined
  const stack = [first]
  const unmatched = new Set<string>()
  sign.lastIndex = first.textStart
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const [whole, fence, code, slash, name = ''] = found
    if (fence !== undefined || code !== undefined || whole === '<!--') sign.lastIndex = skipLiteral(text, found, unmatched)
    else if (slash === '/') {
      const end = closeAt(text, found.index, name.toLowerCase(), stack)
      if (end !== undefined && stack.length === 0) return { element: first, end, isClosed: true }
      if (end !== undefined) sign.lastIndex = end
    } else openInner(text, found.index, stack)
  }
  while (stack.length > 0) closeLast(text, stack, text.length, text.length)
  return { element: first, end: text.length, isClosed: false }
}

function openAt(text: string, start: number, outer: OpenElement | undefined): OpenElement | undefined {
  openTag.lastIndex = 0
  const found = openTag.exec(text.slice(start, start + maxTagLength))
  const name = found?.[1]!.toLowerCase()
  if (!found || name === undefined || !(blockNames.has(name) || spanNames.has(name) || rawNames.has(name))) return undefined
  const textStart = start + found[0].length
  const written = markdownAttribute.exec(found[2]!)
  return {
    name,
    attributes: found[2]!.replace(markdownAttribute, ''),
    reading: readingOf(name, written && (written[1] ?? written[2] ?? '1'), outer?.reading),
    content: [],
    source: '',
    start,
    textStart,
    indent: /\n([ ]*)(?=[^ \n])/.exec(text.slice(textStart, textStart + maxTagLength))?.[1]!.length ?? 0,
    within: [],
  }
}

function readingOf(name: string, written: string | null, outer: Reading | undefined): Reading {
  if (written === null || rawNames.has(name)) return 'off'
  if (outer === 'span' || written.toLowerCase() === 'span') return 'span'
  return written.toLowerCase() === 'block' || blockNames.has(name) ? 'block' : 'span'
}

/** An element inside another is its child where it begins a line or follows a tag; one of a list item belongs to the text of the list. */
function openInner(text: string, start: number, stack: OpenElement[]): void {
  let outer = stack.at(-1)!
  const before = text.slice(Math.max(0, start - maxIndent), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const isAfterTag = outer.textStart >= start - line.length && text.slice(outer.textStart, start).trim() === ''
  const isFirst = line.trim() === '' && line.length - outer.indent < 4
  const isChild = outer.reading !== 'off' && (isAfterTag || isFirst) && stack.length < maxDepth
  const inner = openAt(text, start, outer)
  if (!inner) return
  if (!isChild) {
    if (outer.reading === 'off' || line.trim() === '' || /^\s*(?:[-*+>]|\d+[.)])\s*$/.test(line)) outer.within.push(inner.name)
    return
  }
  // Nothing but text stands in a paragraph, so whatever begins here ends it.
  if (outer.name === 'p' && stack.length > 1) {
    closeLast(text, stack, start, start)
    outer = stack.at(-1)!
  }
  addText(text, outer, start)
  stack.push(inner)
  sign.lastIndex = inner.textStart
}

/** Ends the element of that name and what is open in it. Returns where the tag ends; undefined for a tag that ends nothing. */
function closeAt(text: string, at: number, name: string, stack: OpenElement[]): number | undefined {
  const within = stack.at(-1)!.within
  const inner = within.lastIndexOf(name)
  if (inner !== -1) return void within.splice(inner)
  const opened = stack.findLastIndex(element => element.name === name)
  if (opened === -1) return undefined
  const bracket = text.indexOf('>', at)
  const end = bracket === -1 ? text.length : bracket + 1
  while (stack.length > opened + 1) closeLast(text, stack, at, at)
  closeLast(text, stack, at, end)
  return end
}

function closeLast(text: string, stack: OpenElement[], at: number, end: number): void {
  const element = stack.pop()!
  addText(text, element, at)
  element.source = text.slice(element.start, end)
  const outer = stack.at(-1)
  if (!outer) return
  outer.content.push(element)
  outer.textStart = end
}

function addText(text: string, element: OpenElement, end: number): void {
  const own = text.slice(element.textStart, end)
  if (own.trim() === '') return
  element.content.push(element.indent === 0 ? own : own.replace(new RegExp(`^[ ]{1,${element.indent}}`, 'gm'), ''))
}

/** Where code or a comment ends, in which a tag is text. */
function skipLiteral(text: string, { 0: whole, 1: fence, 2: code, index }: RegExpExecArray, unmatched: Set<string>): number {
  const next = index + whole.length
  const key = fence === undefined ? whole : fence
  if (code === undefined && unmatched.has(key)) return next
  let end = -1
  if (fence !== undefined) {
    const closing = new RegExp(`^[ ]*${fence[0]}{${fence.length},}[ ]*$`, 'gm')
    closing.lastIndex = next
    end = closing.test(text) ? closing.lastIndex : -1
  } else if (code === undefined) end = text.indexOf('-->', next)
  else {
    const [paragraph = ''] = text.slice(next, next + maxCodeLength).split(/\n\s*\n/, 1)
    const found = new RegExp(`(?<!\`)${code}(?!\`)`).exec(paragraph)
    end = found ? next + found.index + code.length : -1
  }
  if (end !== -1) return end
  unmatched.add(key)
  return next
}

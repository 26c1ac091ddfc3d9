import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'

export interface AttributeList {
  readonly id?: string
  readonly classes: readonly string[]
  readonly pairs: readonly (readonly [string, string])[]
}

const bare = /\s*([A-Za-z][\w-]*)(?=\s|$)/y
const part = /\s*(?:#([^\s}#.=]+)|\.([^\s}#=]+)|([A-Za-z][\w:-]*)=(?:"([^"]*)"|'([^']*)'|([^\s}"']+)))(?=\s|$)/y

/** `{#id .class key=value}` or `{: … }`. Braces with anything else inside are text, but for words in headings (`{ hidden }`). */
export function parseAttributeList(text: string, { takesWords = false } = {}): AttributeList | undefined {
  const found = /^\{:?[ ]*([^{}\n]{1,1000}?)[ ]*\}$/.exec(text)
  if (!found) return undefined
  const inner = found[1]!
  const classes: string[] = []
  const pairs: [string, string][] = []
  let id: string | undefined
  part.lastIndex = 0
  while (part.lastIndex < inner.length) {
    const at = part.lastIndex
    const match = part.exec(inner)
    if (!match) {
      bare.lastIndex = at
      const word = takesWords ? bare.exec(inner)?.[1] : undefined
      if (word === undefined) return undefined
      pairs.push([word, word])
      part.lastIndex = bare.lastIndex
      continue
    }
    if (match[1] !== undefined) id = match[1]
    else if (match[2] !== undefined) classes.push(match[2])
    else pairs.push([match[3]!, match[4] ?? match[5] ?? match[6] ?? ''])
  }
  return { ...(id !== undefined && { id }), classes, pairs }
}

export function applyAttributes(token: Token, { id, classes, pairs }: AttributeList): void {
  if (id !== undefined) token.attrSet('id', id)
  for (const name of classes) token.attrJoin('class', name)
  for (const [key, value] of pairs) {
    if (key === 'class') token.attrJoin('class', value)
    else if (key !== 'href' && key !== 'src') token.attrSet(key, value)
  }
}

/** Attribute lists after links, images and code, at the end of headings and cells, and as the last line of a block. */
export function addAttributeLists(md: MarkdownIt): void {
  md.core.ruler.after('block', 'block_attributes', blockAttributes)
  md.inline.ruler.before('emphasis', 'inline_attributes', inlineAttributes)
  md.core.ruler.after('inline', 'late_attributes', lateAttributes)
}

function inlineAttributes(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 123 || state.pending !== '') return false
  const before = state.tokens.at(-1)
  if (!before || !['link_close', 'image', 'code_inline', 'emoji', 'icon'].includes(before.type)) return false
  const end = state.src.indexOf('}', state.pos)
  if (end === -1 || end - state.pos > 1000 || end >= state.posMax) return false
  const list = parseAttributeList(state.src.slice(state.pos, end + 1))
  if (!list) return false
  if (!silent) applyAttributes(before.type === 'link_close' ? openingOf(state.tokens, state.tokens.length - 1) : before, list)
  state.pos = end + 1
  return true
}

function openingOf(tokens: readonly Token[], close: number): Token {
  const { level, type } = tokens[close]!
  const wanted = type.replace('_close', '_open')
  for (let at = close; at >= 0; at--) if (tokens[at]!.type === wanted && tokens[at]!.level === level) return tokens[at]!
  return tokens[close]!
}

/** After emphasis, which is only known once the whole text was read. */
function lateAttributes(state: StateCore): void {
  for (const { children } of state.tokens) {
    if (!children) continue
    for (let at = 1; at < children.length; at++) {
      const [before, text] = [children[at - 1]!, children[at]!]
      if (text.type !== 'text' || !text.content.startsWith('{') || !/^(?:em|strong|mark|ins|del|sub|sup)_close$/.test(before.type)) continue
      const found = /^\{[^{}\n]{1,1000}\}/.exec(text.content)?.[0]
      const list = found === undefined ? undefined : parseAttributeList(found)
      if (!list) continue
      applyAttributes(openingOf(children, at - 1), list)
      text.content = text.content.slice(found!.length)
    }
  }
}

function blockAttributes(state: StateCore): void {
  const { tokens } = state
  for (let at = 1; at < tokens.length; at++) {
    const inline = tokens[at]!
    if (inline.type !== 'inline') continue
    const open = tokens[at - 1]!
    const found = trailingList(inline.content, open.type)
    if (!found) continue
    if (found.rest === '' && open.type === 'paragraph_open') {
      const table = previousBlock(tokens, at - 1)
      if (!table) continue
      applyAttributes(table, found.list)
      open.hidden = true
      if (tokens[at + 1]) tokens[at + 1]!.hidden = true
    } else applyAttributes(open.hidden ? itemOf(tokens, at - 1) : open, found.list)
    inline.content = found.rest
  }
}

/** A list at the end: on a line of its own in a paragraph, after a blank in headings and cells. */
function trailingList(content: string, type: string) {
  if (!content.trimEnd().endsWith('}')) return undefined
  const start = content.lastIndexOf('{')
  if (start === -1) return undefined
  const before = content.slice(0, start)
  const isPlaced = type === 'paragraph_open' ? /(?:^|\n)[ ]*$/.test(before.slice(-50)) : /(?:^|[ ])$/.test(before)
  const isHost = ['paragraph_open', 'heading_open', 'td_open', 'th_open', 'dt_open'].includes(type)
  if (!isPlaced || !isHost) return undefined
  // '{id}' at the end of a heading is a placeholder, '{ hidden }' an attribute.
  const takesWords = type === 'heading_open' && content[start + 1] === ' '
  const list = parseAttributeList(content.slice(start).trimEnd(), { takesWords })
  return list && { list, rest: before.trimEnd() }
}

/** The block before a paragraph that is nothing but an attribute list. */
function previousBlock(tokens: readonly Token[], paragraph: number): Token | undefined {
  const before = tokens[paragraph - 1]
  if (!before || before.level !== tokens[paragraph]!.level) return undefined
  if (before.type === 'fence') return before
  return /^(?:table|bullet_list|ordered_list|blockquote)_close$/.test(before.type) ? openingOf(tokens, paragraph - 1) : undefined
}

function itemOf(tokens: readonly Token[], paragraph: number): Token {
  for (let at = paragraph; at >= 0; at--) if (tokens[at]!.type === 'list_item_open') return tokens[at]!
  return tokens[paragraph]!
}

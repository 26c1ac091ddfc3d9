import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { capitalise } from './container-rules.ts'

const types: Readonly<Record<string, string>> = { note: 'note', tip: 'tip', important: 'warning', warning: 'warning', caution: 'danger' }

/** GitHub's alerts: a quote that begins with `[!NOTE]` becomes an admonition. With the plugin `callouts`, one of any kind. */
export function addAlerts(md: MarkdownIt, { anyKind }: { readonly anyKind: boolean }): void {
  md.core.ruler.after('block', 'alerts', state => alerts(state, anyKind))
}

function alerts(state: StateCore, anyKind: boolean): void {
  const { tokens } = state
  for (let at = 0; at < tokens.length; at++) {
    const [open, paragraph, inline] = [tokens[at]!, tokens[at + 1], tokens[at + 2]]
    if (open.type !== 'blockquote_open' || paragraph?.type !== 'paragraph_open' || inline?.type !== 'inline') continue
    const found = /^\[!(\w+)\][+-]?[ ]*([^\n]*)(?:\n|$)/.exec(inline.content)
    const word = found?.[1]?.toLowerCase() ?? ''
    const type = types[word] ?? (anyKind ? word : undefined)
    if (!found || type === undefined) continue
    toAdmonition(state, at, type)
    const title = found[2]!.trim() || capitalise(found[1]!.toLowerCase())
    const rest = inline.content.slice(found[0].length)
    const added = titleTokens(state, title, inline)
    inline.content = rest
    // The title stands before what is left of the first paragraph, or in its place.
    tokens.splice(at + 1, rest === '' ? 3 : 0, ...added)
  }
}

function toAdmonition({ tokens }: StateCore, at: number, type: string): void {
  const { level } = tokens[at]!
  const end = tokens.findIndex((token, index) => index > at && token.type === 'blockquote_close' && token.level === level)
  for (const token of [tokens[at], tokens[end]]) {
    if (!token) continue
    token.tag = 'div'
    token.type = token.nesting === 1 ? 'admonition_open' : 'admonition_close'
  }
  tokens[at]!.attrSet('class', `admonition ${type}`)
}

export function titleTokens(state: StateCore, title: string, like: Token): Token[] {
  const open = new state.Token('admonition_title_open', 'p', 1)
  open.attrSet('class', 'admonition-title')
  const inline = new state.Token('inline', '', 0)
  Object.assign(inline, { content: title, children: [], map: like.map, level: like.level })
  const close = new state.Token('admonition_title_close', 'p', -1)
  for (const token of [open, inline, close]) token.block = true
  return [open, inline, close]
}

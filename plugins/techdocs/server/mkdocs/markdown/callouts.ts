import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { titleTokens } from './alerts.ts'
import { capitalise } from './container-rules.ts'

const start =
  /^(NOTE|TIP|HINT|INFO|IMPORTANT|WARNING|CAUTION|ATTENTION|DANGER|ERROR|BUG|EXAMPLE|QUESTION|SUCCESS|FAILURE|ABSTRACT|QUOTE|TODO):[ \n]+/

/** `NOTE: text` of the extension `callouts`: a paragraph that begins so is an admonition. */
export function addCallouts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'callouts', state => {
    state.tokens = state.tokens.flatMap((token, at, all) => replace(state, token, at, all))
  })
}

function replace(state: StateCore, token: Token, at: number, all: readonly Token[]): Token[] {
  // The paragraph was changed where it opened; here it ends.
  if (token.type === 'paragraph_close' && isCallout(all[at - 2])) return [token, boxToken(state, -1)]
  const inline = all[at + 1]
  const found = token.type === 'paragraph_open' && !token.hidden && inline?.type === 'inline' ? start.exec(inline.content) : null
  if (!found || !inline) return [token]
  inline.content = inline.content.slice(found[0].length)
  const type = found[1]!.toLowerCase()
  token.meta = { ...(token.meta as object | null), isCallout: true }
  const open = boxToken(state, 1)
  open.attrSet('class', `admonition ${type}`)
  return [open, ...titleTokens(state, capitalise(type), inline), token]
}

function isCallout(token: Token | undefined): boolean {
  return (token?.meta as { isCallout?: true } | null | undefined)?.isCallout === true
}

function boxToken(state: StateCore, nesting: 1 | -1): Token {
  const token = new state.Token(nesting === 1 ? 'admonition_open' : 'admonition_close', 'div', nesting)
  token.block = true
  return token
}

import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import type { PageEnv } from './page-env.ts'
import { lineText } from './heading-rules.ts'

const maxFootnotes = 2000

/** Footnotes with the ids of Python-Markdown: `fn:a`, `fnref:a`, `fnref2:a`. */
export function addFootnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', definition, { alt: ['paragraph', 'reference'] })
  md.inline.ruler.after('image', 'footnote_ref', reference)
  md.core.ruler.after('inline', 'footnote_list', appendList)
}

function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const text = lineText(state, startLine)
  if (!text.startsWith('[^')) return false
  const found = /^\[\^([^\]\s]{1,100})\]:[ ]*/.exec(text)
  if (!found) return false
  if (silent) return true
  const env = state.env as PageEnv
  let end = startLine + 1
  for (let line = end; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    if (state.sCount[line]! < state.blkIndent + 4) {
      // Lines right below belong to it, as in a paragraph.
      if (line !== end || /^(?:\[\^|#|[*+-] |\d+[.)] |```)/.test(lineText(state, line)) || state.sCount[line]! < state.blkIndent) break
    }
    end = line + 1
  }
  const first = text.slice(found[0].length)
  const rest = state.getLines(startLine + 1, end, state.blkIndent + 4, false)
  const tokens: Token[] = []
  state.md.block.parse(`${first}\n${rest}`, state.md, env, tokens)
  if (!env.footnotes.has(found[1]!) && env.footnotes.size < maxFootnotes) env.footnotes.set(found[1]!, { tokens, references: 0 })
  state.line = end
  return true
}

function reference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 91 || state.src.charCodeAt(state.pos + 1) !== 94) return false
  const end = state.src.indexOf(']', state.pos + 2)
  const label = end === -1 || end - state.pos > 110 ? '' : state.src.slice(state.pos + 2, end)
  const env = state.env as PageEnv
  const footnote = env.footnotes.get(label)
  if (!footnote) return false
  if (!silent) {
    footnote.number ??= env.footnoteCount += 1
    footnote.references += 1
    const token = state.push('footnote_ref', '', 0)
    token.meta = { label, number: footnote.number, reference: footnote.references }
  }
  state.pos = end + 1
  return true
}

/** The list at the end of the page, with links back. */
function appendList(state: StateCore): void {
  const env = state.env as PageEnv
  const inlineOf = (tokens: readonly Token[]) => tokens.filter(token => token.type === 'inline')
  // A footnote may refer to another one.
  for (const footnote of env.footnotes.values())
    for (const token of inlineOf(footnote.tokens)) state.md.inline.parse(token.content, state.md, env, (token.children = []))
  const used = [...env.footnotes].filter(([, { number }]) => number !== undefined).sort(([, one], [, other]) => one.number! - other.number!)
  if (used.length === 0) return
  const html = (content: string) => Object.assign(new state.Token('html_block', '', 0), { content, block: true })
  state.tokens.push(html('<div class="footnote"><hr><ol>'))
  for (const [label, { tokens, references }] of used) {
    const name = state.md.utils.escapeHtml(label)
    const links = Array.from({ length: references }, (_, at) => {
      const target = at === 0 ? `fnref:${name}` : `fnref${at + 1}:${name}`
      return `<a class="footnote-backref" href="#${target}" title="Jump back to the text">↩</a>`
    })
    state.tokens.push(html(`<li id="fn:${name}">`), ...tokens, html(`<p class="footnote-back">${links.join(' ')}</p></li>`))
  }
  state.tokens.push(html('</ol></div>'))
}

/** The mark of a footnote in the text. */
export function renderFootnoteRef(token: Token, escape: (text: string) => string): string {
  const { label, number, reference: count } = token.meta as { label: string; number: number; reference: number }
  const name = escape(label)
  const id = count === 1 ? `fnref:${name}` : `fnref${count}:${name}`
  return `<sup id="${id}"><a class="footnote-ref" href="#fn:${name}">${number}</a></sup>`
}

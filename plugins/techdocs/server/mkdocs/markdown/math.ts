import katex from 'katex'
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { lineText } from './heading-rules.ts'
import { addFragment, type PageEnv } from './page-env.ts'

const maxFormula = 5000

/** Formulas in TeX: `$x$`, `$$…$$`, `\(…\)`, `\[…\]`, as MathML, which browsers draw without script and fonts. */
export function addMath(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', inlineMath)
  md.block.ruler.before('fence', 'math_block', blockMath, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.renderer.rules['math_inline'] = (tokens, at, _, env) => renderMath(env as PageEnv, tokens[at]!.content, false)
  md.renderer.rules['math_block'] = (tokens, at, _, env) => renderMath(env as PageEnv, tokens[at]!.content, true)
}

/** A formula as MathML; what cannot be read is shown as written. */
export function renderMath(env: PageEnv, source: string, isBlock: boolean): string {
  const formula = source.trim()
  // A formula in a line of text is part of it; one that stands alone would only be read by a typesetter.
  const text = isBlock ? '' : formula
  const tag = isBlock ? 'div' : 'span'
  try {
    const html = katex.renderToString(formula, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 500,
      maxSize: 20,
    })
    return addFragment(env, { html: `<${tag} class="arithmatex">${html}</${tag}>`, text })
  } catch (error) {
    env.warn('formula', `A formula cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    return addFragment(env, { html: `<code class="arithmatex-source">${escape(formula)}</code>`, text })
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const code = state.src.charCodeAt(state.pos)
  const found = code === 36 ? dollarMath(state) : code === 92 ? bracketMath(state) : undefined
  if (!found) return false
  if (!silent) state.push('math_inline', '', 0).content = found.content
  state.pos = found.end
  return true
}

/** No blanks inside the signs, and nothing after them that would make it the name of a variable or a price. */
function dollarMath({ src, pos, posMax }: StateInline) {
  const isDouble = src.charCodeAt(pos + 1) === 36
  const start = pos + (isDouble ? 2 : 1)
  if (!/[^\s${]/.test(src[start] ?? ' ') && src[start] !== '{') return undefined
  if (src[start] === '{' && !isDouble) return undefined
  if (/[\w$\\]/.test(src[pos - 1] ?? ' ')) return undefined
  const limit = Math.min(posMax, start + maxFormula)
  for (let at = start; at < limit; at++) {
    if (src[at] === '\\') at += 1
    else if (src[at] === '$') {
      if (isDouble && src[at + 1] !== '$') return undefined
      const end = at + (isDouble ? 2 : 1)
      if (/\s/.test(src[at - 1]!) || at === start || !/^(?:$|[\s.,;:!?)\]}'"*_|<-])/.test(src.slice(end, Math.min(end + 1, posMax))))
        return undefined
      return { content: src.slice(start, at), end }
    } else if (src[at] === '\n' && src[at + 1] === '\n') return undefined
  }
  return undefined
}

function bracketMath({ src, pos, posMax }: StateInline) {
  const close = src[pos + 1] === '(' ? '\\)' : src[pos + 1] === '[' ? '\\]' : undefined
  if (close === undefined) return undefined
  // Not further than a formula may be long: a search to the end, from each of many brackets, would take for ever.
  const length = src.slice(pos + 2, Math.min(posMax, pos + maxFormula)).indexOf(close)
  if (length === -1) return undefined
  const end = pos + 2 + length
  const content = src.slice(pos + 2, end)
  // An escaped bracket in prose has a pair, but no formula inside.
  return /[\\^_=+{]|^\s*[a-z]\s*$/i.test(content) ? { content, end: end + 2 } : undefined
}

function blockMath(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false
  const first = lineText(state, startLine).trim()
  const close = first.startsWith('$$') ? '$$' : first.startsWith('\\[') ? '\\]' : undefined
  if (close === undefined) return false
  const found = readUntil(state, startLine, endLine, first.slice(2), close)
  if (!found) return false
  if (silent) return true
  const token = state.push('math_block', '', 0)
  token.content = found.content
  token.map = [startLine, found.end]
  state.line = found.end
  return true
}

function readUntil(state: StateBlock, startLine: number, endLine: number, first: string, close: string) {
  const lines: string[] = []
  let size = 0
  for (let line = startLine; line < endLine && size < maxFormula; line++) {
    const text = line === startLine ? first : lineText(state, line).trim()
    if (line > startLine && (state.isEmpty(line) || state.sCount[line]! < state.blkIndent)) return undefined
    if (text.endsWith(close)) return { content: [...lines, text.slice(0, -close.length)].join('\n'), end: line + 1 }
    // Text after the formula: it stands in a line, not in a block of its own.
    if (text.includes(close)) return undefined
    lines.push(text)
    size += text.length
  }
  return undefined
}

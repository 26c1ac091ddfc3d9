import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { pushInline } from './container-rules.ts'
import { lineText } from './heading-rules.ts'
import type { PageEnv } from './page-env.ts'

const maxTerms = 8
const maxAbbreviations = 500

/** Definition lists (`Term`, `:   text`) and abbreviations (`*[HTML]: text`). */
export function addDefinitions(md: MarkdownIt): void {
  md.block.ruler.before('paragraph', 'definition_list', definitionList)
  md.block.ruler.before('reference', 'abbreviation', abbreviation, { alt: ['paragraph', 'reference'] })
  md.core.ruler.after('inline', 'abbreviations', markAbbreviations)
}

const definitionStart = /^:[ ]{1,3}(?=\S)/

/** The line of the first definition after the terms at a line. */
function firstDefinition(state: StateBlock, startLine: number, endLine: number): number | undefined {
  let line = startLine
  while (line < endLine && line - startLine < maxTerms && !state.isEmpty(line) && state.sCount[line]! >= state.blkIndent) {
    if (line > startLine && definitionStart.test(lineText(state, line))) return line
    line += 1
  }
  if (line >= endLine || line === startLine || !state.isEmpty(line) || state.isEmpty(line + 1)) return undefined
  const next = line + 1
  return next < endLine && state.sCount[next] === state.blkIndent && definitionStart.test(lineText(state, next)) ? next : undefined
}

function definitionList(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4 || firstDefinition(state, startLine, endLine) === undefined) return false
  if (silent) return true
  state.push('dl_open', 'dl', 1)
  let line = startLine
  while (line < endLine) {
    const first = state.isEmpty(line) ? undefined : firstDefinition(state, line, endLine)
    if (first === undefined) break
    for (let term = line; term < first && !state.isEmpty(term); term++) {
      state.push('dt_open', 'dt', 1)
      pushInline(state, lineText(state, term).trim(), term)
      state.push('dt_close', 'dt', -1)
    }
    line = readDefinitions(state, first, endLine)
    state.line = line
    line = state.skipEmptyLines(line)
  }
  state.push('dl_close', 'dl', -1)
  return true
}

function readDefinitions(state: StateBlock, first: number, endLine: number): number {
  let line = first
  while (line < endLine && state.sCount[line] === state.blkIndent && definitionStart.test(lineText(state, line))) {
    let end = line + 1
    for (let next = end; next < endLine; next++) {
      if (state.isEmpty(next)) continue
      const isLazy = next === end && !definitionStart.test(lineText(state, next))
      if (state.sCount[next]! < state.blkIndent + (isLazy ? 0 : 4)) break
      end = next + 1
    }
    state.push('dd_open', 'dd', 1)
    const text = `${lineText(state, line).replace(definitionStart, '').trimStart()}\n${state.getLines(line + 1, end, state.blkIndent + 4, false)}`
    const inner: Token[] = []
    state.md.block.parse(text, state.md, state.env, inner)
    if (inner.length === 3 && inner[0]!.type === 'paragraph_open') inner[0]!.hidden = inner[2]!.hidden = true
    state.tokens.push(...inner)
    state.push('dd_close', 'dd', -1)
    const next = state.skipEmptyLines(end)
    const goesOn = next < endLine && state.sCount[next] === state.blkIndent && definitionStart.test(lineText(state, next))
    line = goesOn ? next : end
    if (!goesOn) break
  }
  return line
}

function abbreviation(state: StateBlock, startLine: number, _: number, silent: boolean): boolean {
  const text = lineText(state, startLine)
  if (!text.startsWith('*[')) return false
  const found = /^\*\[([^\]]{1,100})\]:[ ]*(.{1,1000})$/.exec(text)
  if (!found) return false
  if (silent) return true
  const { abbreviations } = state.env as PageEnv
  if (abbreviations.size < maxAbbreviations) abbreviations.set(found[1]!, found[2]!.trim())
  state.line = startLine + 1
  return true
}

/** Marks every whole word that is an abbreviation. */
function markAbbreviations(state: StateCore): void {
  const { abbreviations } = state.env as PageEnv
  if (abbreviations.size === 0) return
  const words = [...abbreviations.keys()]
    .sort((one, other) => other.length - one.length)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  const escape = state.md.utils.escapeHtml
  for (const token of state.tokens) {
    if (!token.children) continue
    token.children = token.children.flatMap(child => {
      if (child.type !== 'text' || !pattern.test(child.content)) return [child]
      pattern.lastIndex = 0
      const html = new state.Token('html_inline', '', 0)
      const parts = child.content.split(pattern)
      const found = child.content.match(pattern) ?? []
      html.content = parts
        .map(
          (text, at) =>
            escape(text) +
            (found[at] === undefined ? '' : `<abbr title="${escape(abbreviations.get(found[at])!)}">${escape(found[at])}</abbr>`),
        )
        .join('')
      return [html]
    })
  }
}

import type { DocsHeading } from '@portico/techdocs/common'
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { createUniqueIds, toSlug, type SlugOptions } from '../slug.ts'
import type { PageEnv } from './page-env.ts'

/** Of the contents of a page, and of its sections in search. More than that nobody reads, and a browser hardly shows. */
export const maxHeadings = 2000

export interface HeadingOptions {
  readonly slug: SlugOptions
  readonly tocDepth: readonly [number, number]
  /** The text of the permalink; empty for none. */
  readonly permalink: string
}

/** Task lists: `- [ ]` and `- [x]`. */
export function addTasks(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'tasks', ({ tokens, Token: Create }) => {
    const lists: Token[] = []
    for (const [at, token] of tokens.entries()) {
      if (token.type.endsWith('_list_open')) lists.push(token)
      else if (token.type.endsWith('_list_close')) lists.pop()
      else if (token.type === 'inline' && tokens[at - 2]?.type === 'list_item_open' && tokens[at - 1]?.type === 'paragraph_open') {
        const found = /^\[([ xX])\](?=[ ])/.exec(token.content)
        const first = token.children?.[0]
        if (!found || first?.type !== 'text') continue
        first.content = first.content.replace(/^\[[ xX]\][ ]/, '')
        const box = new Create('html_inline', '', 0)
        const label = md.utils.escapeHtml(plainText(token.children ?? []).slice(0, 100))
        box.content = `<input type="checkbox" disabled${found[1] === ' ' ? '' : ' checked'} aria-label="${label}"> `
        token.children!.unshift(box)
        tokens[at - 2]!.attrJoin('class', 'task-list-item')
        lists.at(-1)?.attrSet('class', 'task-list')
      }
    }
  })
}

/** The text of inline tokens, as a title shows it: images give their alt text, marks of footnotes nothing. */
export function plainText(children: readonly Token[], withImages = true): string {
  return children
    .map(child => {
      if (child.type === 'image') return withImages ? plainText(child.children ?? []) : ''
      if (child.type === 'softbreak' || child.type === 'hardbreak') return ' '
      if (child.type === 'math_inline') return child.content
      return ['text', 'code_inline', 'emoji'].includes(child.type) ? child.content : ''
    })
    .join('')
}

/** Gives every heading an id and a permalink, and fills `[TOC]`. */
export function addHeadingIds(md: MarkdownIt, { slug, tocDepth, permalink }: HeadingOptions): void {
  md.core.ruler.push('heading_ids', state => {
    const headings = state.tokens.flatMap((token, at) => (token.type === 'heading_open' ? [{ token, inline: state.tokens[at + 1]! }] : []))
    const unique = createUniqueIds(headings.flatMap(({ token }) => (token.attrGet('id') === null ? [] : [String(token.attrGet('id'))])))
    const found: DocsHeading[] = []
    for (const { token, inline } of headings) {
      const level = Number(token.tag.slice(1))
      const label = token.attrGet('data-toc-label')
      const title = plainText(inline.children ?? [])
        .replace(/\s+/g, ' ')
        .trim()
      if (token.attrGet('id') === null) token.attrSet('id', unique(toSlug(plainText(inline.children ?? [], false), slug)))
      const id = String(token.attrGet('id'))
      if (level >= tocDepth[0] && level <= tocDepth[1]) found.push({ id, title: label === null ? title : String(label), level })
      if (permalink !== '') inline.children!.push(permalinkToken(state, id, permalink))
    }
    const listed = found.slice(0, maxHeadings)
    if (found.length > maxHeadings) warnOfMany(state.env as Partial<PageEnv>, found.length)
    state.env['headings'] = listed
    fillTables(state, listed)
  })
}

function warnOfMany({ warn }: Partial<PageEnv>, count: number): void {
  const known = maxHeadings.toLocaleString('en-GB')
  warn?.(
    'headings-many',
    `The page has ${count.toLocaleString('en-GB')} headings; its contents and search know the first ${known}. Split it into several pages`,
  )
}

function permalinkToken(state: StateCore, id: string, text: string): Token {
  const { escapeHtml } = state.md.utils
  const content = `<a class="headerlink" href="#${escapeHtml(id)}" title="Permanent link">${escapeHtml(text)}</a>`
  return Object.assign(new state.Token('html_inline', '', 0), { content })
}

function fillTables(state: StateCore, headings: readonly DocsHeading[]): void {
  for (const [at, token] of state.tokens.entries()) {
    if (
      token.type !== 'inline' ||
      !/^(?:\[TOC\]|\[\[_TOC_\]\])$/.test(token.content.trim()) ||
      state.tokens[at - 1]?.type !== 'paragraph_open'
    )
      continue
    const [open, close] = [state.tokens[at - 1]!, state.tokens[at + 1]!]
    open.hidden = close.hidden = true
    token.children = [
      Object.assign(new state.Token('html_inline', '', 0), {
        content: `<div class="toc">${nestedList(headings, state.md.utils.escapeHtml)}</div>`,
      }),
    ]
  }
}

/** Headings as lists in lists; a skipped level nests by one. */
function nestedList(headings: readonly DocsHeading[], escape: (text: string) => string): string {
  let html = ''
  const levels: number[] = []
  for (const { id, title, level } of headings) {
    while (levels.length > 1 && levels.at(-1)! > level && levels.at(-2)! >= level) {
      html += '</li></ul>'
      levels.pop()
    }
    if (levels.length === 0 || level > levels.at(-1)!) {
      html += '<ul>'
      levels.push(level)
    } else {
      html += '</li>'
      levels[levels.length - 1] = level
    }
    html += `<li><a href="#${escape(id)}">${escape(title)}</a>`
  }
  return html + '</li></ul>'.repeat(levels.length)
}

import type { MarkdownIt, StateInline } from 'markdown-it'

const target = /\(\s*([^()<>\n"]{1,500}?)(?:\s+"([^"\n]{0,500})")?\s*\)/y

/** `[a](my page.md)`: the library takes a link to end at a blank, people and MkDocs do not. */
export function addSpacedLinks(md: MarkdownIt): void {
  md.inline.ruler.after('link', 'spaced_link', spacedLink)
  md.inline.ruler.after('image', 'spaced_image', spacedImage)
}

function read(state: StateInline, open: number): { labelEnd: number; href: string; title: string | undefined; end: number } | undefined {
  const labelEnd = state.md.helpers.parseLinkLabel(state, open, true)
  if (labelEnd < 0 || state.src.charCodeAt(labelEnd + 1) !== 40) return undefined
  target.lastIndex = labelEnd + 1
  const found = target.exec(state.src)
  // Only what looks like a path: prose in brackets stays prose.
  if (!found || target.lastIndex > state.posMax || !/ /.test(found[1]!) || !/\.\w{1,10}(?:[?#].*)?$|\//.test(found[1]!)) return undefined
  return { labelEnd, href: found[1]!, title: found[2], end: target.lastIndex }
}

function spacedLink(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 91) return false
  const start = state.pos + 1
  const found = read(state, state.pos)
  if (!found) return false
  if (!silent) {
    const max = state.posMax
    const open = state.push('link_open', 'a', 1)
    open.attrSet('href', encodeURI(found.href))
    if (found.title !== undefined) open.attrSet('title', found.title)
    Object.assign(state, { pos: start, posMax: found.labelEnd })
    state.linkLevel += 1
    state.md.inline.tokenize(state)
    state.linkLevel -= 1
    state.push('link_close', 'a', -1)
    state.posMax = max
  }
  state.pos = found.end
  return true
}

function spacedImage(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 33 || state.src.charCodeAt(state.pos + 1) !== 91) return false
  const found = read(state, state.pos + 1)
  if (!found) return false
  if (!silent) {
    const content = state.src.slice(state.pos + 2, found.labelEnd)
    const token = state.push('image', 'img', 0)
    token.attrs = [
      ['src', encodeURI(found.href)],
      ['alt', ''],
    ]
    if (found.title !== undefined) token.attrSet('title', found.title)
    token.content = content
    state.md.inline.parse(content, state.md, state.env, (token.children = []))
  }
  state.pos = found.end
  return true
}

import type { MarkdownIt, StateInline } from 'markdown-it'
import emojiData from 'markdown-it-emoji/lib/data/full.mjs'
import { iconShapes } from './icon-shapes.ts'
import { addFragment, type PageEnv } from './page-env.ts'

const emojis = new Map(Object.entries(emojiData))
const shortcode = /:([a-z0-9_+-]{1,80}):/iy
const iconName = /^(?:material|octicons|fontawesome|simple)-([a-z0-9-]+)$/

/** `:name:` as the Unicode character, and the icons of Material's theme as far as they are known. */
export function addEmoji(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'emoji', emoji)
  md.renderer.rules['emoji'] = (tokens, at) => {
    const { name } = tokens[at]!.meta as { name: string }
    return `<span class="twemoji" title=":${md.utils.escapeHtml(name)}:">${tokens[at]!.content}</span>`
  }
  md.renderer.rules['icon'] = (tokens, at, _, env) => {
    const { name } = tokens[at]!.meta as { name: string }
    return renderIcon(env as PageEnv, name)
  }
}

function emoji(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 58 || /[\p{L}\p{N}]/u.test(state.src[state.pos - 1] ?? ' ')) return false
  shortcode.lastIndex = state.pos
  const found = shortcode.exec(state.src)
  if (!found || shortcode.lastIndex > state.posMax) return false
  const name = found[1]!.toLowerCase()
  const character = emojis.get(name)
  const isIcon = character === undefined && iconName.test(name)
  if (character === undefined && !isIcon) return false
  if (!silent) {
    const token = state.push(isIcon ? 'icon' : 'emoji', '', 0)
    token.content = character ?? ''
    token.meta = { name }
  }
  state.pos += found[0].length
  return true
}

/** An icon that is drawn here, or its name as a title. */
function renderIcon(env: PageEnv, name: string): string {
  const plain = (iconName.exec(name)?.[1] ?? '')
    .replace(/^(?:brands|solid|regular)-|-(?:outline|16|24)$/g, '')
    .replace(/-(?:outline|16|24)$/, '')
  const shape = iconShapes[plain]
  if (shape === undefined) return `<span class="twemoji" title="${plain.replaceAll('-', ' ')}"></span>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${shape}"></path></svg>`
  return addFragment(env, { html: `<span class="twemoji" title="${plain.replaceAll('-', ' ')}">${svg}</span>`, text: '' })
}

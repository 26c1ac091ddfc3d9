import { createNotices } from '../notices.ts'
import { cleanMarkdown, renderMarkdown, type MarkdownHtml, type PageContext } from '../render-markdown.ts'
import type { BlogOptions } from './blog-options.ts'
import type { Post } from './posts.ts'

/** The beginning of a post, as lists of posts show it. */
export interface Excerpt {
  readonly html: string
  /** Whether the post goes on. */
  readonly isCut: boolean
  readonly minutes: number
}

/** Of the excerpts of a site that are kept: a post is on several lists. */
const maxKeptLength = 4 * 2 ** 20
const kept = new WeakMap<PageContext, { readonly byFile: Map<string, Excerpt>; length: number }>()

/** A post up to its separator, without its title; the whole of it where it has none. */
export function excerptOf(post: Post, options: BlogOptions, context: PageContext): Excerpt {
  const cache = kept.get(context) ?? { byFile: new Map<string, Excerpt>(), length: 0 }
  kept.set(context, cache)
  const known = cache.byFile.get(post.page.file)
  if (known) return known
  const excerpt = readExcerpt(post, options, context)
  if (cache.length + excerpt.html.length <= maxKeptLength) {
    cache.byFile.set(post.page.file, excerpt)
    cache.length += excerpt.html.length
  }
  return excerpt
}

function readExcerpt({ page }: Post, { excerptSeparator, wordsPerMinute = 1 }: BlogOptions, context: PageContext): Excerpt {
  try {
    // What is wrong with the post is told on its own page.
    const rendered = renderMarkdown(page, context, createNotices(), { withTitle: false })
    const end = excerptSeparator === '' ? -1 : rendered.html.indexOf(excerptSeparator)
    // Cut before it is cleaned, which closes what the cut has left open; links that are defined later have their targets by now.
    const html = end === -1 ? rendered.html : rendered.html.slice(0, end)
    const cleaned = cleanMarkdown(page, { ...rendered, html }, context, { onLink: () => {}, isElsewhere: true })
    return { html: withoutIds(cleaned.html), isCut: end !== -1, minutes: minutesToRead(rendered, wordsPerMinute) }
  } catch {
    return { html: '', isCut: true, minutes: 1 }
  }
}

/** Several posts are on one page, where an id counts once. In cleaned HTML a quote is always that of an attribute. */
function withoutIds(html: string): string {
  return html.replace(/<a class="headerlink"[^>]*>[^<]*<\/a>/g, '').replace(/ id="[^"]*"/g, '')
}

const firstImageSeconds = 12
const minImageSeconds = 3

/** How long reading takes: by words, and some seconds for each image, fewer for each further one. */
export function minutesToRead({ html, env }: Pick<MarkdownHtml, 'html' | 'env'>, wordsPerMinute: number): number {
  const text = [html.replace(/<[^<>]*>/g, ' '), ...env.fragments.map(fragment => fragment.text)].join(' ')
  const words = text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0
  const images = html.match(/<img\b/g)?.length ?? 0
  const steps = Math.min(images, firstImageSeconds - minImageSeconds)
  const imageSeconds = firstImageSeconds * images - (steps * (steps - 1)) / 2 - (images - steps) * steps
  return Math.max(1, Math.ceil(((words / wordsPerMinute) * 60 + imageSeconds) / 60))
}

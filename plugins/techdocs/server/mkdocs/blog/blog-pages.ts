import { filePrefix, pagePrefix, type DocsHeading, type DocsPage } from '@portico/techdocs/common'
import { normalise } from '../config/inner-path.ts'
import { escapeHtml } from '@portico/core/common'
import { escapeAttribute } from '../html/escape.ts'
import { encodePath } from '../links.ts'
import type { NavSource } from '../nav/nav-source.ts'
import type { MarkdownHtml, PageContext } from '../render-markdown.ts'
import type { SitePage } from '../site-files.ts'
import type { Author } from './authors.ts'
import type { Blog, BlogPart } from './blogs.ts'
import { formatDate } from './dates.ts'
import { excerptOf, minutesToRead } from './excerpts.ts'
import type { Post } from './posts.ts'
import type { View } from './views.ts'

interface PageInput {
  readonly page: SitePage
  /** The page as it is without the blog. */
  readonly html: string
  readonly rendered: MarkdownHtml
  readonly context: PageContext
}

interface Decorated {
  readonly html: string
  /** Headings besides those of the page itself. */
  readonly headings: readonly DocsHeading[]
  readonly within: DocsPage['within']
}

/** Adds to a page of a blog what makes it one: the facts of a post, or the list of posts. The names and classes are those of Material. */
export function decorate(part: BlogPart, given: PageInput): Decorated {
  return part.post ? decoratePost(part.blog, part.post, given) : decorateView(part.blog, part.view, part.number, given)
}

function decoratePost(blog: Blog, post: Post, { html, rendered, context }: PageInput): Decorated {
  const { wordsPerMinute, excerptSeparator, isExcerptRequired } = blog.options
  const minutes = wordsPerMinute === undefined ? undefined : (post.minutes ?? minutesToRead(rendered, wordsPerMinute))
  if (isExcerptRequired && !rendered.html.includes(excerptSeparator))
    rendered.warn('blog-excerpt', `The blog asks for an excerpt, and the post has no '${excerptSeparator}'`)
  const facts = factsOf(blog, post, minutes, context)
  const end = html.indexOf('</h1>') + '</h1>'.length
  const path = blog.views.index.pages[0]?.path ?? ''
  const byDate = blog.posts.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const at = byDate.indexOf(post)
  const neighbour = (other: Post | undefined) => other && { title: other.title, path: other.page.path }
  const [previous, next] = [neighbour(byDate[at - 1]), neighbour(byDate[at + 1])]
  return {
    html: `${html.slice(0, end)}${facts}${html.slice(end)}${relatedOf(blog, post, rendered, context)}`,
    headings: [],
    within: { path, ...(previous && { previous }), ...(next && { next }) },
  }
}

function decorateView(blog: Blog, view: View, number: number, { page, html, rendered, context }: PageInput): Decorated {
  const posts = view.posts.slice((number - 1) * view.perPage, number * view.perPage)
  const taken = new Set(rendered.headings.map(({ id }) => id))
  const listed = posts.map(post => {
    const stem = post.page.path
      .replace(/\/$|\.html$/, '')
      .split('/')
      .at(-1)!
    let id = stem
    for (let count = 1; taken.has(id); count++) id = `${stem}_${count}`
    taken.add(id)
    return { post, id }
  })
  const list = listed.map(({ post, id }) => entryOf(blog, post, id, context)).join('\n')
  const first = view.pages[0]!
  return {
    html: `${html}\n${list}${pagerOf(blog, view, number)}`,
    headings: view.hasToc ? listed.map(({ post, id }) => ({ id, title: post.title, level: 2 })) : [],
    // Further pages are not in the navigation, where they belong to the first.
    within: page.path === first.path ? undefined : { path: first.path },
  }
}

function entryOf(blog: Blog, post: Post, id: string, context: PageContext): string {
  const { wordsPerMinute, words, excerptMaxAuthors, excerptMaxCategories } = blog.options
  const excerpt = excerptOf(post, blog.options, context)
  const minutes = wordsPerMinute === undefined ? undefined : (post.minutes ?? excerpt.minutes)
  const shown = { ...post, authors: post.authors.slice(0, excerptMaxAuthors), categories: post.categories.slice(0, excerptMaxCategories) }
  const href = hrefOf(post.page.path)
  const more = excerpt.isCut
    ? `<p class="md-post__action"><a href="${href}" aria-label="${escapeAttribute(`${words.more}: ${post.title}`)}">${escapeHtml(words.more)}</a></p>`
    : ''
  return `<article class="md-post md-post--excerpt" aria-labelledby="${escapeAttribute(id)}"><h2 id="${escapeAttribute(id)}"><a href="${href}">${escapeHtml(post.title)}</a></h2>${factsOf(blog, shown, minutes, context)}<div class="md-post__content">${excerpt.html}</div>${more}</article>`
}

/** Date, authors, categories and the time that reading takes. */
function factsOf({ options, views }: Blog, post: Post, minutes: number | undefined, context: PageContext): string {
  const { words, dateFormat, language } = options
  const time = (date: Date) =>
    `<time datetime="${date.toISOString().slice(0, 10)}">${escapeHtml(formatDate(date, dateFormat, language))}</time>`
  const categories = post.categories.map(name => {
    const path = views.categories.get(name)?.pages[0]?.path
    return path === undefined ? escapeHtml(name) : `<a href="${hrefOf(path)}">${escapeHtml(name)}</a>`
  })
  const items: readonly (readonly [string, string])[] = [
    ...(post.isPinned ? [['pin', escapeHtml(words.pinned)] as const] : []),
    ...(post.isDraft ? [['draft', escapeHtml(words.draft)] as const] : []),
    ['date', time(post.createdAt)],
    ...(post.updatedAt ? [['updated', `${escapeHtml(words.updated)} ${time(post.updatedAt)}`] as const] : []),
    ...post.authors.map(author => ['author', authorOf(author, views.profiles.get(author.id)?.pages[0]?.path, context)] as const),
    ...(categories.length > 0 ? [['categories', categories.join(', ')] as const] : []),
    ...(minutes === undefined ? [] : [['time', escapeHtml(words.minutes(minutes))] as const]),
  ]
  return `<ul class="md-post__meta">${items.map(([kind, html]) => `<li class="md-meta__item md-post__${kind}">${html}</li>`).join('')}</ul>`
}

function authorOf({ name, description, avatar, url }: Author, profile: string | undefined, { files }: PageContext): string {
  const file = avatar === undefined ? undefined : normalise(avatar)
  const image =
    file !== undefined && files.assets.has(file)
      ? `<img class="md-author__avatar twemoji" src="${escapeAttribute(`${filePrefix}${encodePath(files.assetPath(file))}`)}" alt="" width="20" height="20" loading="lazy">`
      : ''
  const title = description === undefined ? '' : ` title="${escapeAttribute(description)}"`
  if (profile !== undefined) return `${image}<a href="${hrefOf(profile)}"${title}>${escapeHtml(name)}</a>`
  if (url === undefined) return `${image}<span${title}>${escapeHtml(name)}</span>`
  return `${image}<a href="${escapeAttribute(url)}"${title} target="_blank" rel="noopener noreferrer">${escapeHtml(name)}</a>`
}

/** Links of the metadata, which name files from the docs folder. */
function relatedOf({ options }: Blog, post: Post, { warn }: MarkdownHtml, { files, titleOf }: PageContext): string {
  const link = ({ title, target = '' }: NavSource): string => {
    if (/^https?:\/\//i.test(target))
      return `<li><a href="${escapeAttribute(target)}" target="_blank" rel="noopener noreferrer">${escapeHtml(title ?? target)}</a></li>`
    const [file = '', anchor] = target.split('#', 2)
    const page = files.byFile.get(normalise(file) ?? '')
    if (page) return `<li><a href="${hrefOf(page.path, anchor)}">${escapeHtml(title ?? titleOf(page))}</a></li>`
    warn('link-broken', `The link to '${target}' leads nowhere. Write it as seen from the docs folder`)
    return `<li>${escapeHtml(title ?? target)}</li>`
  }
  if (post.related.length === 0) return ''
  return `<div class="md-post__links"><p>${escapeHtml(options.words.related)}</p><ul>${post.related.map(link).join('')}</ul></div>`
}

/** Links to the other pages of a list: two around the current one, the first and the last. */
function pagerOf({ options: { words } }: Blog, { pages }: View, current: number): string {
  if (pages.length < 2) return ''
  const shown = pages.map((_, at) => at + 1).filter(number => Math.abs(number - current) <= 2 || number === 1 || number === pages.length)
  const numbers = shown.map((number, at) => {
    const gap = at > 0 && number - shown[at - 1]! > 1 ? '<li class="md-pagination__gap" aria-hidden="true">…</li>' : ''
    const here = number === current ? ' aria-current="page"' : ''
    return `${gap}<li><a class="md-pagination__link${here && ' md-pagination__current'}" href="${hrefOf(pages[number - 1]!.path)}"${here}>${number}</a></li>`
  })
  const step = (number: number, label: string, sign: string) => {
    const page = pages[number - 1]
    return page
      ? `<li><a class="md-pagination__link" href="${hrefOf(page.path)}" aria-label="${escapeAttribute(label)}">${sign}</a></li>`
      : ''
  }
  return `<nav class="md-pagination" aria-label="${escapeAttribute(words.pages)}"><ul>${step(current - 1, words.newer, '←')}${numbers.join('')}${step(current + 1, words.older, '→')}</ul></nav>`
}

function hrefOf(path: string, anchor?: string): string {
  return escapeAttribute(`${pagePrefix}${encodePath(path)}${anchor === undefined ? '' : `#${anchor}`}`)
}

import { isRecord } from '@portico/core/common'
import { toFlag, toText, toTexts, type Options } from '../config/config-values.ts'
import { normalise } from '../config/inner-path.ts'
import { readNav, type NavSource } from '../nav/nav-source.ts'
import { createNotices, type Notices } from '../notices.ts'
import { readPageHead } from '../page-title.ts'
import { toPath, type SiteFiles, type SitePage } from '../site-files.ts'
import { toSlug } from '../slug.ts'
import type { SourceTree } from '../source-tree.ts'
import type { Author } from './authors.ts'
import type { BlogOptions } from './blog-options.ts'
import { formatDate, readDate } from './dates.ts'

/** A post of a blog. */
export interface Post {
  /** With its address in the blog. */
  readonly page: SitePage
  readonly title: string
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  readonly authors: readonly Author[]
  readonly categories: readonly string[]
  readonly isPinned: boolean
  readonly isDraft: boolean
  /** Where its metadata says so; otherwise its words are counted. */
  readonly minutes: number | undefined
  readonly related: readonly NavSource[]
}

export interface PostsContext {
  readonly tree: SourceTree
  readonly files: SiteFiles
  readonly titleOf: (page: SitePage) => string
  readonly directoryUrls: boolean
  readonly notices: Notices
  readonly options: BlogOptions
  readonly authors: ReadonlyMap<string, Author>
  /** Addresses that have a page already. */
  readonly taken: Set<string>
}

const maxPosts = 2000
const maxNames = 20
const maxRelated = 50

/** The posts of a blog, pinned ones first, then the newest; and pages that are left out because they are drafts. */
export function readPosts(given: PostsContext): { readonly posts: readonly Post[]; readonly drafts: readonly SitePage[] } {
  const { files, options, notices } = given
  const prefix = options.postDir === '' ? '' : `${options.postDir}/`
  const index = options.dir === '' ? '' : `${options.dir}/`
  const inside = files.pages.filter(page => page.file.startsWith(prefix) && !/^(?:index|README)\.\w+$/.test(page.file.slice(index.length)))
  if (inside.length > maxPosts) {
    const message = `The blog has ${inside.length} posts; the first ${maxPosts} by their names are read as posts`
    notices.add({ level: 'warning', code: 'blog-posts', message, file: options.postDir, fix: 'Move old ones to a blog of their own' })
  }
  const found = inside.slice(0, maxPosts).flatMap(page => readPost(page, given) ?? [])
  const posts = found.filter(({ isDraft }) => !isDraft || options.hasDrafts)
  return {
    posts: posts.toSorted(
      (one, other) => Number(other.isPinned) - Number(one.isPinned) || other.createdAt.getTime() - one.createdAt.getTime(),
    ),
    drafts: found.filter(({ isDraft }) => isDraft && !options.hasDrafts).map(({ page }) => page),
  }
}

function readPost(page: SitePage, given: PostsContext): Post | undefined {
  const { options, notices, titleOf, tree } = given
  let data: Options
  try {
    ;({ data } = readPageHead(page, tree))
  } catch {
    // The page itself says that it is no text.
    return undefined
  }
  const warn = (message: string, fix?: string) =>
    notices.add({
      level: 'warning',
      code: 'blog-post',
      message: `${page.file} ${message}`,
      file: page.source,
      ...(fix !== undefined && { fix }),
    })
  const dates = isRecord(data['date']) ? data['date'] : undefined
  const createdAt = readDate(dates ? dates['created'] : data['date'])
  if (!createdAt) {
    warn('has no date, so it is no post of the blog but an ordinary page', 'Begin it with a date: 2026-01-31, between two lines of ---')
    return undefined
  }
  const title = titleOf(page)
  const categories = categoriesOf(data, options, warn)
  const isDraft = toFlag(data['draft']) === true
  const path = addressOf(page, { title, createdAt, categories, slug: toText(data['slug']) }, given)
  if (path === undefined) warn(`has an address that leads out of the blog, and stays at ${page.path}`, 'Give it another slug')
  const isFree = path !== undefined && (isDraft || path === page.path || claim(path, given.taken))
  if (path !== undefined && !isFree) warn(`has the address of another page, ${path}, and stays at ${page.path}`, 'Give it another slug')
  const minutes = data['readtime']
  return {
    page: isFree ? { ...page, path } : page,
    title,
    createdAt,
    updatedAt: readDate(dates?.['updated']),
    authors: options.authorsFile === undefined ? [] : authorsOf(data, given.authors, warn),
    categories,
    isPinned: toFlag(data['pin']) === true,
    isDraft,
    minutes: typeof minutes === 'number' && minutes >= 1 && minutes < 10_000 ? Math.round(minutes) : undefined,
    related: data['links'] === undefined ? [] : flatten(readNav(data['links'], page.source, createNotices())).slice(0, maxRelated),
  }
}

function claim(path: string, taken: Set<string>): boolean {
  if (taken.has(path)) return false
  taken.add(path)
  return true
}

interface Named {
  readonly title: string
  readonly createdAt: Date
  readonly categories: readonly string[]
  readonly slug: string | undefined
}

function addressOf(
  page: SitePage,
  { title, createdAt, categories, slug }: Named,
  { options, directoryUrls, files }: PostsContext,
): string | undefined {
  const name = page.file
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
  const slugs = categories.slice(0, options.urlMaxCategories).map(category => toSlug(category, options.categories?.slug ?? options.slug))
  const values: Readonly<Record<string, string>> = {
    date: formatDate(createdAt, options.urlDateFormat, 'en'),
    slug: slug ?? (toSlug(title, options.slug) || name),
    categories: slugs.join('/'),
    file: name,
  }
  const written = options.urlFormat.replaceAll(/\{(date|slug|categories|file)\}/g, (_, key: string) => values[key]!)
  const inner = normalise(written.replace(/^\/+/, ''))
  return inner === undefined || inner === ''
    ? undefined
    : `${files.prefix}${toPath(`${options.dir === '' ? '' : `${options.dir}/`}${inner}.md`, directoryUrls)}`
}

function categoriesOf(data: Options, { categoriesAllowed }: BlogOptions, warn: (message: string, fix?: string) => void): string[] {
  const written = [...new Set(toTexts(data['categories']).map(name => name.trim()))].filter(name => name !== '')
  if (written.length > maxNames) warn(`has more than ${maxNames} categories; the rest is left out`)
  return written.slice(0, maxNames).filter(name => {
    const isAllowed = categoriesAllowed.size === 0 || categoriesAllowed.has(name)
    if (!isAllowed) warn(`has the category '${name}', which is left out`, 'Add it to categories_allowed of the blog')
    return isAllowed
  })
}

function authorsOf(data: Options, known: ReadonlyMap<string, Author>, warn: (message: string, fix?: string) => void): Author[] {
  const ids = [...new Set(toTexts(data['authors']))].slice(0, maxNames)
  return ids.map(id => {
    const author = known.get(id)
    if (!author) warn(`names the author '${id}', who is shown without a name`, 'Add the author to .authors.yml of the blog')
    return author ?? { id, name: id }
  })
}

function flatten(sources: readonly NavSource[]): NavSource[] {
  return sources.flatMap(source => (source.children ? flatten(source.children) : [source]))
}

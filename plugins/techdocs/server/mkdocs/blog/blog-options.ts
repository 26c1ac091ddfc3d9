import { toFlag, toText, toTexts, type Options } from '../config/config-values.ts'
import { normalise } from '../config/inner-path.ts'
import { slugOf } from '../config/site-config.ts'
import type { SlugOptions } from '../slug.ts'
import { knownLanguage } from './dates.ts'
import { wordsOf, type BlogWords } from './blog-words.ts'

/** Pages that list the posts of a year, of a category or of an author. */
export interface ViewOptions {
  readonly name: string
  /** Below the folder of the blog: `category/{slug}`. */
  readonly urlFormat: string
  readonly hasToc: boolean
  readonly perPage: number
}

/** The options of one blog of a site, with the defaults of the plugin. */
export interface BlogOptions {
  /** The folder of the blog in the docs folder; empty where the whole site is one. */
  readonly dir: string
  readonly postDir: string
  readonly language: string
  readonly words: BlogWords
  readonly dateFormat: string
  readonly urlDateFormat: string
  readonly urlFormat: string
  readonly urlMaxCategories: number
  readonly slug: SlugOptions
  readonly isExcerptRequired: boolean
  readonly excerptSeparator: string
  readonly excerptMaxAuthors: number
  readonly excerptMaxCategories: number
  /** Undefined where no time is shown. */
  readonly wordsPerMinute: number | undefined
  readonly archive: (ViewOptions & { readonly dateFormat: string; readonly urlDateFormat: string }) | undefined
  readonly categories: (ViewOptions & { readonly slug: SlugOptions; readonly isReversed: boolean }) | undefined
  readonly categoriesAllowed: ReadonlySet<string>
  readonly profiles: ViewOptions | undefined
  readonly authorsFile: string | undefined
  readonly perPage: number
  readonly pageUrlFormat: string
  readonly keepsContent: boolean
  readonly hasDrafts: boolean
  readonly hasToc: boolean
}

/** More posts than this are never on one page: a reader and a browser have enough of them. */
const maxPerPage = 100

/** Reads the options of a blog; undefined where its folder leads out of the docs. */
export function readBlogOptions(options: Options, siteLanguage: string | undefined): BlogOptions | undefined {
  const dir = normalise(toText(options['blog_dir']) ?? 'blog')
  const inBlog = (path: string) => (dir === undefined ? undefined : normalise(path.replaceAll('{blog}', dir === '' ? '.' : dir)))
  const postDir = inBlog(toText(options['post_dir']) ?? '{blog}/posts')
  if (dir === undefined || postDir === undefined) return undefined
  const language = knownLanguage(siteLanguage)
  const words = wordsOf(language)
  const text = (key: string, fallback: string) => toText(options[key]) ?? fallback
  const flag = (key: string, fallback: boolean) => toFlag(options[key]) ?? fallback
  const count = (key: string, fallback: number, max: number) => toCount(options[key], fallback, max)
  const perPage = flag('pagination', true) ? count('pagination_per_page', 10, maxPerPage) : maxPerPage
  const hasToc = flag('blog_toc', false)
  const view = (stem: string, word: string, url: string): ViewOptions => ({
    name: nameOf(toText(options[`${stem}_name`]), word),
    urlFormat: text(`${stem}_url_format`, url),
    hasToc: flag(`${stem}_toc`, hasToc),
    perPage: flag(`${stem}_pagination`, true) ? count(`${stem}_pagination_per_page`, perPage, maxPerPage) : maxPerPage,
  })
  const slug = (stem: string) => ({
    ...slugOf({ slugify: options[`${stem}_slugify`] ?? unicodeSlug }),
    separator: text(`${stem}_slugify_separator`, '-'),
  })
  return {
    dir,
    postDir,
    language,
    words,
    dateFormat: text('post_date_format', 'long'),
    urlDateFormat: text('post_url_date_format', 'yyyy/MM/dd'),
    urlFormat: text('post_url_format', '{date}/{slug}'),
    urlMaxCategories: count('post_url_max_categories', 1, 20),
    slug: slug('post'),
    isExcerptRequired: text('post_excerpt', 'optional') === 'required',
    excerptSeparator: text('post_excerpt_separator', '<!-- more -->'),
    excerptMaxAuthors: count('post_excerpt_max_authors', 1, 20),
    excerptMaxCategories: count('post_excerpt_max_categories', 5, 20),
    wordsPerMinute: flag('post_readtime', true) ? count('post_readtime_words_per_minute', 265, 10_000) : undefined,
    archive: flag('archive', true)
      ? {
          ...view('archive', words.archive, 'archive/{date}'),
          dateFormat: text('archive_date_format', 'yyyy'),
          urlDateFormat: text('archive_url_date_format', 'yyyy'),
        }
      : undefined,
    categories: flag('categories', true)
      ? {
          ...view('categories', words.categories, 'category/{slug}'),
          slug: slug('categories'),
          isReversed: flag('categories_sort_reverse', false),
        }
      : undefined,
    categoriesAllowed: new Set(toTexts(options['categories_allowed'])),
    profiles: flag('authors_profiles', false) ? view('authors_profiles', words.authors, 'author/{slug}') : undefined,
    authorsFile: flag('authors', true) ? inBlog(text('authors_file', '{blog}/.authors.yml')) : undefined,
    perPage,
    pageUrlFormat: text('pagination_url_format', 'page/{page}'),
    keepsContent: flag('pagination_keep_content', false),
    hasDrafts: flag('draft', false),
    hasToc,
  }
}

/** The slugs of posts keep letters of all scripts, unless the site says otherwise. */
const unicodeSlug = { kwds: { case: 'lower' } }

/** `blog.archive` and the like are the theme's own words. */
function nameOf(written: string | undefined, word: string): string {
  return written === undefined || /^blog\.\w+$/.test(written) ? word : written
}

function toCount(value: unknown, fallback: number, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? Math.min(value, max) : Math.min(fallback, max)
}

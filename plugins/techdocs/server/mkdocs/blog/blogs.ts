import type { DocsNavItem } from '@portico/techdocs/common'
import type { SiteConfig } from '../config/site-config.ts'
import type { Notices } from '../notices.ts'
import { toSiteFiles, type SiteFiles, type SitePage } from '../site-files.ts'
import type { SourceTree } from '../source-tree.ts'
import { readAuthors } from './authors.ts'
import { readBlogOptions, type BlogOptions } from './blog-options.ts'
import { readPosts, type Post } from './posts.ts'
import { makeViews, type BlogViews, type View } from './views.ts'

export interface Blog {
  readonly options: BlogOptions
  readonly posts: readonly Post[]
  readonly views: BlogViews
}

/** What a page is in a blog: a post, or a page of a list of posts. */
export type BlogPart =
  | { readonly blog: Blog; readonly post: Post; readonly view?: undefined }
  | { readonly blog: Blog; readonly post?: undefined; readonly view: View; readonly number: number }

interface Dependencies {
  readonly tree: SourceTree
  readonly config: SiteConfig
  /** The pages of the site before its posts have their addresses. */
  readonly files: SiteFiles
  /** From paths in the docs folder to paths in the source. */
  readonly sources: ReadonlyMap<string, string>
  readonly titleOf: (page: SitePage) => string
  readonly notices: Notices
}

/** Of all blogs of a site. A source has at most 10,000 files, so that a site stays about as large as its source. */
const maxMadePages = 2000
const maxBlogs = 10

/** Opens the blogs of a site: posts get their addresses, and the lists of them become pages. */
export function openBlogs({ tree, config, files, sources, titleOf, notices }: Dependencies) {
  const parts = new Map<string, BlogPart>()
  const outOfNav = new Set<string>()
  let all: readonly SitePage[] = files.pages
  let made = 0
  const blogs: Blog[] = []

  function mayMake(): boolean {
    made += 1
    if (made === maxMadePages + 1) {
      const message = `The blog makes more than ${maxMadePages} pages of lists; the rest is left out`
      notices.add({ level: 'warning', code: 'blog-pages', message, fix: 'Raise pagination_per_page, or use fewer categories' })
    }
    return made <= maxMadePages
  }

  function add(options: BlogOptions): void {
    const current = toSiteFiles(all, files)
    const authorsFile = options.authorsFile ?? ''
    const source = sources.get(authorsFile)
    const authors = readAuthors(source === undefined ? undefined : tree.read(source), source ?? authorsFile, notices)
    const taken = new Set(current.byPath.keys())
    const given = { tree, files: current, titleOf, directoryUrls: config.directoryUrls, notices, options, authors, taken }
    const { posts, drafts } = readPosts(given)
    const views = makeViews({ ...given, posts, mayMake })
    const blog = { options, posts, views }
    blogs.push(blog)
    const replaced = new Set([...posts.map(({ page }) => page.file), ...drafts.map(({ file }) => file)])
    for (const post of posts) {
      parts.set(post.page.file, { blog, post })
      outOfNav.add(post.page.file)
    }
    for (const view of new Set([views.index, ...views.archive, ...views.categories.values(), ...views.profiles.values()])) {
      view.pages.forEach((page, at) => {
        parts.set(page.file, { blog, view, number: at + 1 })
        replaced.add(page.file)
        if (view !== views.index || at > 0) outOfNav.add(page.file)
      })
    }
    const pagesOfViews = [...parts.values()].flatMap(part => (part.blog === blog && part.view ? [part.view.pages[part.number - 1]!] : []))
    all = [...all.filter(page => !replaced.has(page.file)), ...posts.map(({ page }) => page), ...pagesOfViews]
  }

  for (const written of config.blogs.slice(0, maxBlogs)) {
    const options = readBlogOptions(written, config.language)
    if (options) add(options)
    else {
      const message = 'blog_dir or post_dir of the plugin blog leads out of the docs folder; this blog is left out'
      notices.add({ level: 'warning', code: 'blog-folder', message, ...(config.file !== undefined && { file: config.file }) })
    }
  }

  const whole = blogs.length === 0 ? files : toSiteFiles(all, files)
  return {
    files: whole,
    /** The pages that a navigation is made of: without posts, which are found by their lists. */
    navFiles: outOfNav.size === 0 ? whole : { ...whole, pages: whole.pages.filter(page => !outOfNav.has(page.file)) },
    partOf: (page: SitePage): BlogPart | undefined => parts.get(page.file),
    /** Adds archive, categories and authors beside the index of each blog that the navigation has. */
    attach: (items: DocsNavItem[]): DocsNavItem[] => blogs.reduce(withSections, items),
  }
}

export type Blogs = ReturnType<typeof openBlogs>

function withSections(items: DocsNavItem[], blog: Blog): DocsNavItem[] {
  const path = blog.views.index.pages[0]?.path
  const sections = sectionsOf(blog)
  if (path === undefined || sections.length === 0) return items
  if (items.some(item => item.path === path)) return [...items, ...sections]
  let isAdded = false
  return items.map(item => {
    if (isAdded || !item.children) return item
    const children = withSections(item.children, blog)
    isAdded = children.some((child, at) => child !== item.children![at])
    return isAdded ? { ...item, children } : item
  })
}

function sectionsOf({ options, views }: Blog): DocsNavItem[] {
  const section = (name: string | undefined, list: Iterable<View>): DocsNavItem[] => {
    const children = [...new Set(list)].map(({ title, pages }) => ({ title, path: pages[0]!.path }))
    return name === undefined || children.length === 0 ? [] : [{ title: name, children }]
  }
  return [
    ...section(options.archive?.name, views.archive),
    ...section(options.categories?.name, views.categories.values()),
    ...section(options.profiles?.name, views.profiles.values()),
  ]
}

import { normalise } from '../config/inner-path.ts'
import { toPath, type SiteFiles, type SitePage } from '../site-files.ts'
import { toSlug } from '../slug.ts'
import type { BlogOptions, ViewOptions } from './blog-options.ts'
import { formatDate } from './dates.ts'
import type { Post } from './posts.ts'

/** A list of posts over one page or several. */
export interface View {
  readonly title: string
  readonly posts: readonly Post[]
  /** Its pages, the first of them with what the site has written for it. */
  readonly pages: readonly SitePage[]
  readonly perPage: number
  readonly hasToc: boolean
}

/** The views of one blog. */
export interface BlogViews {
  readonly index: View
  readonly archive: readonly View[]
  /** By the names of the categories, as posts have them. */
  readonly categories: ReadonlyMap<string, View>
  /** By the ids of the authors. */
  readonly profiles: ReadonlyMap<string, View>
}

interface Dependencies {
  readonly options: BlogOptions
  readonly posts: readonly Post[]
  readonly files: SiteFiles
  readonly titleOf: (page: SitePage) => string
  readonly directoryUrls: boolean
  readonly taken: Set<string>
  /** Whether one more page may be made. */
  readonly mayMake: () => boolean
}

/** Makes the lists of a blog: all posts, and those of a year, a category and an author. */
export function makeViews(given: Dependencies): BlogViews {
  const { options, posts, files } = given
  const folder = options.dir === '' ? '' : `${options.dir}/`
  const create = createViewMaker(given)
  const indexFile = [`${folder}index.md`, `${folder}README.md`].find(file => files.byFile.has(file)) ?? `${folder}index.md`
  const index = create(indexFile, options.words.blog, posts, options)

  function viewsOf(view: ViewOptions, groups: readonly Group[]): { readonly key: string; readonly view: View }[] {
    const byFile = new Map<string, Group[]>()
    for (const group of groups) {
      const inner = normalise(view.urlFormat.replaceAll(/\{(?:date|slug)\}/g, () => group.address).replace(/^\/+/, ''))
      if (inner === undefined || inner === '') continue
      const file = `${folder}${inner}.md`
      byFile.set(file, [...(byFile.get(file) ?? []), group])
    }
    return [...byFile].flatMap(([file, same]) => {
      // Names that differ in case or signs only have one address, and so one page.
      const listed = same.length === 1 ? same[0]!.posts : posts.filter(post => same.some(group => group.posts.includes(post)))
      const made = create(file, same[0]!.title, listed, view)
      return made ? same.map(({ key }) => ({ key, view: made })) : []
    })
  }

  const byKey = (views: ReturnType<typeof viewsOf>) => new Map(views.map(({ key, view }) => [key, view]))
  return {
    // A site whose blog has no address left has no blog.
    index: index ?? { title: options.words.blog, posts, pages: [], perPage: options.perPage, hasToc: false },
    archive: options.archive ? [...new Set(viewsOf(options.archive, yearsOf(posts, options)).map(({ view }) => view))] : [],
    categories: options.categories ? byKey(viewsOf(options.categories, categoriesOf(posts, options))) : new Map(),
    profiles: options.profiles ? byKey(viewsOf(options.profiles, authorsOf(posts, options))) : new Map(),
  }
}

interface Group {
  readonly key: string
  readonly title: string
  /** What stands in the address. */
  readonly address: string
  readonly posts: readonly Post[]
}

function yearsOf(posts: readonly Post[], { archive, language }: BlogOptions): Group[] {
  if (!archive) return []
  const groups = Map.groupBy(posts, ({ createdAt }) => formatDate(createdAt, archive.dateFormat, language))
  const newest = (own: readonly Post[]) => own.reduce((last, { createdAt }) => Math.max(last, createdAt.getTime()), -Infinity)
  return [...groups]
    .toSorted(([, one], [, other]) => newest(other) - newest(one))
    .map(([title, own]) => ({ key: title, title, address: formatDate(own[0]!.createdAt, archive.urlDateFormat, 'en'), posts: own }))
}

function categoriesOf(posts: readonly Post[], { categories, language }: BlogOptions): Group[] {
  if (!categories) return []
  const names = [...new Set(posts.flatMap(post => post.categories))].toSorted((one, other) => one.localeCompare(other, language))
  if (categories.isReversed) names.reverse()
  const byName = groupBy(posts, post => post.categories)
  return names.map(name => ({ key: name, title: name, address: toSlug(name, categories.slug), posts: byName.get(name) ?? [] }))
}

function authorsOf(posts: readonly Post[], { slug, language }: BlogOptions): Group[] {
  const authors = new Map(posts.flatMap(post => post.authors.map(author => [author.id, author] as const)))
  const byId = groupBy(posts, post => post.authors.map(({ id }) => id))
  return [...authors.values()]
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
    .map(({ id, name, slug: own }) => ({ key: id, title: name, address: own ?? toSlug(name, slug), posts: byId.get(id) ?? [] }))
}

function groupBy(posts: readonly Post[], keysOf: (post: Post) => readonly string[]): Map<string, Post[]> {
  const groups = new Map<string, Post[]>()
  for (const post of posts) {
    for (const key of keysOf(post)) {
      const group = groups.get(key)
      if (group) group.push(post)
      else groups.set(key, [post])
    }
  }
  return groups
}

/** Makes a view with its pages, or takes the page that the site has at its place. Undefined where no page may be made. */
function createViewMaker({ options, files, titleOf, directoryUrls, taken, mayMake }: Dependencies) {
  function make(file: string, title: string): SitePage | undefined {
    const path = `${files.prefix}${toPath(file, directoryUrls)}`
    if (taken.has(path) || !mayMake()) return undefined
    taken.add(path)
    return { file, source: '', path, made: title }
  }

  return (file: string, name: string, posts: readonly Post[], view: { perPage: number; hasToc: boolean }): View | undefined => {
    const written = files.byFile.get(file)
    const first = written ?? make(file, name)
    if (!first) return undefined
    const title = written ? titleOf(written) : name
    const pages = [first]
    const stem = file.replace(/(?:(?<=^|\/)(?:index|README))?\.md$/, '').replace(/(?<=.)(?<!\/)$/, '/')
    for (let number = 2; number <= Math.ceil(posts.length / view.perPage); number++) {
      const inner = normalise(options.pageUrlFormat.replaceAll('{page}', String(number)))
      const page = inner ? make(`${stem}${inner}.md`, title) : undefined
      if (!page) break
      pages.push(options.keepsContent ? { ...first, file: page.file, path: page.path } : page)
    }
    return { title, posts, pages, perPage: view.perPage, hasToc: view.hasToc }
  }
}

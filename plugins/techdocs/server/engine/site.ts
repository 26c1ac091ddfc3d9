import { pagesOf, type DocsNavItem, type DocsNotice, type DocsSite } from '@portico/techdocs/common'
import type { MarkdownIt } from 'markdown-it'
import { openBlogs } from './blog/blogs.ts'
import { toText } from './config/config-values.ts'
import { normalise } from './config/inner-path.ts'
import { createSearchExclusion } from './config/left-out.ts'
import { readSiteConfig, type SiteConfig, type SiteDefaults } from './config/site-config.ts'
import type { SanitizerSettings } from './html/clean-html.ts'
import { createMarkdown } from './markdown/create-markdown.ts'
import type { Diagrams } from './markdown/fences.ts'
import { navFromFolders, readPagesFiles } from './nav/awesome-pages.ts'
import { buildNav, navFromFiles } from './nav/build-nav.ts'
import { createLiterateNav } from './nav/literate-nav.ts'
import { includeSites } from './nav/monorepo.ts'
import { readNav, type NavSource } from './nav/nav-source.ts'
import { createNotices, type NoticeCounts, type Notices } from './notices.ts'
import { readPageTitle } from './page-title.ts'
import type { PageContext } from './render-markdown.ts'
import { renderPage, type RenderedPage } from './render-page.ts'
import { collectSiteFiles, type SiteFiles, type SitePage } from './site-files.ts'
import type { SourceTree } from './source-tree.ts'
import { createTagsPage } from './tags-page.ts'

export interface SiteOptions extends SiteDefaults {
  readonly settings?: SanitizerSettings
  readonly diagrams?: Diagrams
}

/** A site that was opened: its navigation is known, its pages are rendered one by one. */
export interface Site {
  readonly site: DocsSite
  /** Of the config and the navigation. */
  readonly notices: readonly DocsNotice[]
  /** How many more of each kind there are. */
  readonly unlisted?: NoticeCounts
  /** Paths of all pages, in the order of search. */
  readonly pages: readonly string[]
  /** From paths in the site to paths in the source. */
  readonly assets: ReadonlyMap<string, string>
  render(path: string): RenderedPage | undefined
}

/** Opens a site: reads its config and finds its pages. Throws an error that says why a site cannot be read at all. */
export function openSite(tree: SourceTree, options: SiteOptions): Site {
  const notices = createNotices()
  const config = readSiteConfig(tree, options, notices)
  const listedNav = config.nav === undefined ? undefined : readNav(config.nav, config.file ?? 'mkdocs.yml', notices)
  const included = listedNav && includeSites(tree, listedNav, config.file ?? 'mkdocs.yml', notices)
  const docs = docsFilesOf(tree, config, options.readmeAsIndex === true || config.file === undefined)
  const all = new Map([...docs, ...(included?.files ?? [])])
  const navFile = navFileOf(config)
  const exclude = navFile === undefined ? config.exclude : [...config.exclude, navFile]
  const kept = new Map([...all].filter(([file]) => !config.isExcluded(file)))
  const collected = collectSiteFiles({ files: kept, exclude, directoryUrls: config.directoryUrls, notices })
  const settings = options.settings ?? {}
  const custom = settings.allowedCustomElementTagNameRegExp
  const isAllowedElement = custom === undefined ? () => false : (name: string) => new RegExp(custom).test(name)
  const markdown = createMarkdown({ config, diagrams: options.diagrams ?? {}, isAllowedElement })
  const ownTitle = memoizeTitle(tree, markdown)
  const blogs = openBlogs({ tree, config, files: collected, sources: all, titleOf: ownTitle, notices })
  const { files, navFiles } = blogs
  const readFile = (file: string) => tree.read(all.get(file) ?? '')
  const literate = navFile === undefined ? undefined : createLiterateNav({ files: navFiles, read: readFile, navFile })
  const sources = literate
    ? included
      ? literate.expanded(included.nav)
      : literate.whole()
    : (included?.nav ?? navWithoutConfig(tree, all, navFiles, ownTitle, notices))
  const { items: written, titles } = buildNav(sources, { files: navFiles, titleOf: ownTitle, notices, file: config.file })
  const items = blogs.attach(written)
  const titleOf = (page: SitePage) => titles.get(page.path) ?? ownTitle(page)
  const listed = new Set(pagesOf(items).map(({ path }) => path))
  const context: PageContext = {
    tree,
    config,
    files,
    markdown,
    settings,
    titleOf,
    editBase: options.editBase,
    insertTags: createTagsPage({ tree, files, config, titleOf }),
    searched: createSearchExclusion(config.plugins.get('exclude-search')),
    isInNav: page => listed.has(page.path) || blogs.partOf(page)?.post !== undefined,
    blogs,
  }
  return {
    site: toDocsSite(config, items, files, notices),
    notices: notices.items,
    unlisted: notices.unlisted,
    pages: files.pages.map(page => page.path),
    assets: files.assets,
    render(path) {
      const page = files.byPath.get(path)
      return page && renderPage(page, context)
    },
  }
}

/** The file that has the nav of a folder, where the site uses literate-nav. */
function navFileOf({ plugins }: SiteConfig): string | undefined {
  const options = plugins.get('literate-nav')
  return options && (toText(options['nav_file']) ?? 'SUMMARY.md')
}

function memoizeTitle(tree: SourceTree, markdown: MarkdownIt) {
  const known = new Map<string, string>()
  return (page: SitePage): string => {
    const title = known.get(page.file) ?? readPageTitle(page, tree, markdown)
    known.set(page.file, title)
    return title
  }
}

/** The files of the docs folder; with the README of the root where the site has no home page and may take one. */
function docsFilesOf(tree: SourceTree, config: SiteConfig, readmeAsIndex: boolean): Map<string, string> {
  const prefix = config.docsDir === '' ? '' : `${config.docsDir}/`
  const inside = tree.paths.filter(path => path.startsWith(prefix) && !(prefix === '' && isConfigFile(path)))
  const files = new Map(inside.map(path => [path.slice(prefix.length), path]))
  if (files.has('index.md') || files.has('README.md') || !readmeAsIndex) return files
  const readme = [`${prefix}readme.md`, 'README.md', 'readme.md'].find(path => tree.paths.includes(path))
  if (readme !== undefined) {
    files.delete(readme.slice(prefix.length))
    files.set('index.md', readme)
  }
  return files
}

function isConfigFile(path: string): boolean {
  return /^(?:mkdocs\.ya?ml|catalog-info\.ya?ml)$/.test(path)
}

function navWithoutConfig(
  tree: SourceTree,
  all: ReadonlyMap<string, string>,
  files: SiteFiles,
  titleOf: (page: SitePage) => string,
  notices: Notices,
): NavSource[] {
  const settings = readPagesFiles(all, path => tree.read(path), notices)
  return settings.size > 0 ? navFromFolders({ files, settings, titleOf }) : navFromFiles(files)
}

function toDocsSite(config: SiteConfig, nav: DocsNavItem[], files: SiteFiles, notices: Notices): DocsSite {
  const first = files.byPath.has('') ? '' : (pagesOf(nav)[0]?.path ?? files.pages[0]?.path)
  return {
    name: config.name,
    ...(config.description !== undefined && { description: config.description }),
    ...(config.copyright !== undefined && { copyright: config.copyright }),
    ...(config.repoUrl !== undefined && /^https?:\/\//i.test(config.repoUrl) && { repoUrl: config.repoUrl }),
    nav,
    ...(first !== undefined && { home: first }),
    features: config.plugins.has('section-index') ? [...config.features, 'navigation.indexes'] : [...config.features],
    redirects: toRedirects(config, files, notices),
  }
}

/** Old paths to paths of pages or web addresses. */
function toRedirects(config: SiteConfig, files: SiteFiles, notices: Notices): Record<string, string> {
  const pairs = Object.entries(config.redirects).flatMap(([from, value]) => {
    const target = toText(value) ?? ''
    const old = normalise(from)
    if (old === undefined) return []
    const oldPath = old.replace(/(?:^|(?<=\/))(?:index|README)\.md$/, '').replace(/\.md$/, '/')
    if (/^https?:\/\//i.test(target)) return [[oldPath, target] as const]
    const [file = '', anchor] = target.split('#', 2)
    const page = files.byFile.get(normalise(file) ?? '')
    if (page) return [[oldPath, `${page.path}${anchor === undefined ? '' : `#${anchor}`}`] as const]
    notices.add({
      level: 'warning',
      code: 'redirect-missing',
      message: `The redirect of '${from}' leads to '${target}', which does not exist`,
      ...(config.file !== undefined && { file: config.file }),
    })
    return []
  })
  return Object.fromEntries(pairs)
}

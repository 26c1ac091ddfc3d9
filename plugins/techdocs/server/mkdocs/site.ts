import { pagesOf, type DocsNavItem, type DocsSite } from '@portico/techdocs/common'
import type { MarkdownIt } from 'markdown-it'
import { openBlogs } from './blog/blogs.ts'
import { toText } from './config/config-values.ts'
import { createIgnore } from './config/ignore-patterns.ts'
import { normalise } from './config/inner-path.ts'
import { createSearchExclusion } from './config/left-out.ts'
import { isSource, readVersions } from './config/site-versions.ts'
import { readSiteConfig, type SiteConfig, type SiteDefaults } from './config/site-config.ts'
import type { SanitizerSettings } from './html/clean-html.ts'
import { openLanguages, type LanguageEdition, type OpenedEdition } from './languages/open-languages.ts'
import { inLanguage, readLanguages } from './languages/site-languages.ts'
import { createMarkdown } from './markdown/create-markdown.ts'
import type { Diagrams } from './markdown/fences.ts'
import { navFromFolders, readPagesFiles } from './nav/awesome-pages.ts'
import { buildNav, navFromFiles } from './nav/build-nav.ts'
import { createLiterateNav } from './nav/literate-nav.ts'
import { includeSites } from './nav/monorepo.ts'
import { readNav, type NavSource } from './nav/nav-source.ts'
import { createNotices, type Notices } from './notices.ts'
import type { Site } from './opened-site.ts'
import { readPageTitle } from './page-title.ts'
import type { PageContext } from './render-markdown.ts'
import { renderPage } from './render-page.ts'
import { collectSiteFiles, type SiteFiles, type SitePage } from './site-files.ts'
import type { SourceTree } from './source-tree.ts'
import { createTagsPage } from './tags-page.ts'

export interface SiteOptions extends SiteDefaults {
  readonly settings?: SanitizerSettings
  readonly diagrams?: Diagrams
  /** How the paths of all pages begin, such as `1.0/`. */
  readonly prefix?: string
}

/** Opens a site: reads its config and finds its pages. Throws an error that says why a site cannot be read at all. */
export function openSite(tree: SourceTree, options: SiteOptions): Site {
  const notices = createNotices()
  const config = readSiteConfig(tree, options, notices)
  const languages = readLanguages(config, notices)
  const versions = options.prefix === undefined ? readVersions(config, notices) : undefined
  const open = (edition?: LanguageEdition) =>
    openEdition(tree, options, { config: edition ? inLanguage(config, edition.language) : config, notices, edition })
  const { files: _, ...site }: Partial<OpenedEdition> & Site = languages ? openLanguages(languages, options.prefix ?? '', open) : open()
  if (!versions) return site
  for (const { version } of versions.filter(each => !isSource(each) && site.pages.some(page => page.startsWith(`${each.version}/`))))
    notices.add({ level: 'warning', code: 'versions', message: `Pages in the folder '${version}' are hidden by the version of that name` })
  return { ...site, versions, notices: notices.items }
}

interface EditionInput {
  readonly config: SiteConfig
  readonly notices: Notices
  /** The language, in a site of several. */
  readonly edition: LanguageEdition | undefined
}

/** A site in one language. */
function openEdition(tree: SourceTree, options: SiteOptions, { config, notices, edition }: EditionInput): OpenedEdition {
  const listedNav = config.nav === undefined ? undefined : readNav(config.nav, config.file ?? 'mkdocs.yml', notices)
  const included = listedNav && includeSites(tree, listedNav, config.file ?? 'mkdocs.yml', notices)
  const docs = docsFilesOf(tree, config, options.readmeAsIndex === true || config.file === undefined)
  const whole = new Map([...docs, ...(included?.files ?? [])])
  const all = edition ? edition.filesOf(withoutExcluded(whole, config)) : whole
  const navFile = navFileOf(config)
  const exclude = navFile === undefined ? config.exclude : [...config.exclude, navFile]
  const kept = new Map([...all].filter(([file]) => !config.isExcluded(file)))
  const placement = edition?.placement ?? { prefix: options.prefix ?? '' }
  const collected = collectSiteFiles({ files: kept, exclude, directoryUrls: config.directoryUrls, notices, placement })
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
  const { items: written, titles } = buildNav(edition ? edition.navOf(sources) : sources, {
    files: navFiles,
    titleOf: ownTitle,
    notices,
    file: config.file,
    isLeftOut: createIgnore(config.notInNav),
  })
  const items = blogs.attach(written)
  const titleOf = (page: SitePage) => titles.get(page.path) ?? ownTitle(page)
  const listed = new Set(pagesOf(items).map(({ path }) => path))
  const assets = new Map([...files.assets].map(([file, source]) => [files.assetPath(file), source]))
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
    assets,
    translationsOf: edition?.translationsOf,
  }
  return {
    site: toDocsSite(config, items, files, notices),
    notices: notices.items,
    unlisted: notices.unlisted,
    pages: files.pages.map(page => page.path),
    assets,
    files,
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

/** What is left out is named by its path with its language. */
function withoutExcluded(files: ReadonlyMap<string, string>, { exclude, isExcluded }: SiteConfig): ReadonlyMap<string, string> {
  const isIgnored = createIgnore(exclude)
  return new Map([...files].filter(([file]) => !isExcluded(file) && !isIgnored(file)))
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
  const first = files.byPath.has(files.prefix) ? files.prefix : (pagesOf(nav)[0]?.path ?? files.pages[0]?.path)
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
    const oldPath = files.prefix + old.replace(/(?:^|(?<=\/))(?:index|README)\.md$/, '').replace(/\.md$/, '/')
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

import {
  filePrefix,
  type DocsHeading,
  type DocsNotice,
  type DocsPage,
  type DocsSection,
  type DocsTranslation,
} from '@portico/techdocs/common'
import type { MarkdownIt } from 'markdown-it'
import { randomUUID } from 'node:crypto'
import { toText, toTexts } from './config/config-values.ts'
import type { SearchExclusion } from './config/left-out.ts'
import type { SiteConfig } from './config/site-config.ts'
import { editUrlOf, viewUrlOf } from './edit-url.ts'
import { readFrontMatter } from './front-matter.ts'
import { cleanHtml, type SanitizerSettings } from './html/clean-html.ts'
import { escapeHtml } from '@portico/core/common'
import { imageHeadBytes, readImageSize, type ImageSize } from './image-size.ts'
import { createLinkResolver, type InnerLink } from './links.ts'
import { insertIncludes } from './markdown/includes.ts'
import { insertSnippets } from './markdown/snippets.ts'
import { insertVariables } from './markdown/variables.ts'
import type { PageEnv } from './markdown/page-env.ts'
import { createNotices, type NoticeCounts, type Notices } from './notices.ts'
import { toPageText } from './page-text.ts'
import type { SiteFiles, SitePage } from './site-files.ts'
import type { SourceTree } from './source-tree.ts'

/** What pages of one site share. */
export interface PageContext {
  readonly tree: SourceTree
  readonly config: SiteConfig
  readonly files: SiteFiles
  readonly markdown: MarkdownIt
  readonly settings: SanitizerSettings
  readonly titleOf: (page: SitePage) => string
  readonly editBase: string | undefined
  /** Puts the list of tags into a page that asks for it. */
  readonly insertTags: (text: string, page: SitePage) => string
  readonly searched: SearchExclusion
  readonly isInNav: (page: SitePage) => boolean
  /** Files other than pages: from paths in the site to paths in the source. */
  readonly assets: ReadonlyMap<string, string>
  /** The same page in all languages; undefined for a site of one. */
  readonly translationsOf?: ((page: SitePage) => readonly DocsTranslation[]) | undefined
}

/** A page with what the site as a whole needs of it. */
export interface RenderedPage {
  readonly page: DocsPage
  /** The page as a whole first, then its headings; empty where the page is not searched. */
  readonly sections: readonly DocsSection[]
  readonly links: readonly InnerLink[]
  /** How many notices of each kind there are beside those of the page. */
  readonly unlisted?: NoticeCounts
  readonly ids: readonly string[]
}

/** Renders one page. It always renders: what is wrong is a notice, and a file that is no text says so in its place. */
export function renderPage(page: SitePage, context: PageContext): RenderedPage {
  const notices = createNotices()
  try {
    return render(page, toPageText(context.tree.read(page.source) ?? new Uint8Array()), context, notices)
  } catch (error) {
    const message = error instanceof RangeError ? 'It is nested too deep' : error instanceof Error ? error.message : String(error)
    notices.add({ level: 'error', code: 'page-unreadable', message: `${page.file} cannot be shown: ${message}`, file: page.source })
    return unreadable(page, context, message, notices)
  }
}

function render(page: SitePage, text: string, context: PageContext, notices: Notices): RenderedPage {
  const { config, markdown, settings, files } = context
  const { data, body, lines, problem } = readFrontMatter(text)
  const warn = (code: string, message: string, line?: number, level: DocsNotice['level'] = 'warning') =>
    notices.add({ level, code, message, file: page.source, ...(line !== undefined && { line: line + lines }) })
  if (problem !== undefined) warn('front-matter', `The metadata of the page is not YAML: ${problem}`)
  const env: PageEnv = {
    fragmentKey: randomUUID(),
    fragments: [],
    footnotes: new Map(),
    abbreviations: new Map(),
    warn,
    notices,
    footnoteCount: 0,
    tabSets: 0,
    captions: new Map(),
  }
  const source = sourceOf(body, page, data, context, warn)
  const html = markdown.render(source, env)
  const headings = (env['headings'] ?? []) as DocsHeading[]
  const links: InnerLink[] = []
  const onLink = (link: InnerLink) => {
    links.push(link)
    if (link.problem !== undefined) warnOfLink(link, warn)
  }
  const cleaned = cleanHtml(html, {
    settings,
    fragmentKey: env.fragmentKey,
    fragments: env.fragments,
    resolve: createLinkResolver({
      files,
      page,
      absoluteFromDocs: config.absoluteLinksFromDocs,
      schemes: settings.additionalAllowedURIProtocols ?? [],
      outside: source => viewUrlOf(config, source, context.editBase),
      onLink,
    }),
    imageSize: createImageSizes(context),
    sectionIds: new Map(headings.map(({ id, title }) => [id, title])),
    onRemoved: element => warn('html-removed', `<${element}> is not shown: pages are shown without it for safety`, undefined, 'info'),
  })
  const title = context.titleOf(page)
  const editUrl = editUrlOf(config, writtenFile(page, config), page.source, context.editBase)
  const tags = toTexts(data['tags']).filter(tag => tag !== '')
  // A page that stands in for a translation is found in its own language.
  const isSearched =
    page.isFallback !== true &&
    (data['search'] as { exclude?: unknown } | undefined)?.exclude !== true &&
    context.searched.isSearched({ file: page.file, tags, isInNav: context.isInNav(page) })
  const sections = cleaned.sections.filter(({ id }) => id === undefined || context.searched.isSectionSearched(page.file, id))
  return {
    page: {
      path: page.path,
      title,
      html: cleaned.hasHeading ? cleaned.html : `<h1>${escapeHtml(title)}</h1>${cleaned.html}`,
      headings,
      tags,
      hide: toTexts(data['hide']),
      source: page.source,
      notices: notices.items,
      ...optional('description', toText(data['description'])),
      ...optional('status', toText(data['status'])),
      ...optional('editUrl', editUrl),
      ...languageOf(page, context),
    },
    sections: isSearched ? [{ title, text: cleaned.text }, ...sections] : [],
    links,
    unlisted: notices.unlisted,
    ids: [...cleaned.html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!),
  }
}

/** The Markdown of a page with everything that is inserted before it is parsed. */
function sourceOf(
  body: string,
  page: SitePage,
  data: Readonly<Record<string, unknown>>,
  { tree, config, insertTags, titleOf }: PageContext,
  warn: (code: string, message: string) => void,
): string {
  const appended = toTexts(config.extensions.get('pymdownx.snippets')?.['auto_append']).map(file => `\n\n--8<-- "${file}"\n`)
  const whole = insertSnippets([insertTags(body, page), ...appended].join(''), { tree, folders: snippetFolders(config), warn })
  const included = insertIncludes(whole, { tree, config, page, warn })
  if (!config.plugins.has('macros')) return included
  const site = { site_name: config.name, site_description: config.description, repo_url: config.repoUrl, copyright: config.copyright }
  const values = { ...config.extra, ...data, config: { ...site, extra: config.extra }, page: { title: titleOf(page), meta: data } }
  return insertVariables(included, values, name =>
    warn('variable-missing', `The variable '${name}' has no value; its marker stays as text`),
  )
}

/** The sizes of images of the site, by their addresses in the page. */
function createImageSizes({ tree, assets }: PageContext): (url: string) => ImageSize | undefined {
  const known = new Map<string, ImageSize | undefined>()
  return url => {
    if (!url.startsWith(filePrefix)) return undefined
    const source = assets.get(decodeURIComponent(url.slice(filePrefix.length).replace(/[?#].*$/s, '')))
    if (source === undefined) return undefined
    if (!known.has(source)) known.set(source, readImageSize(tree.read(source, imageHeadBytes) ?? new Uint8Array()))
    return known.get(source)
  }
}

function optional<K extends string>(key: K, value: string | undefined): { [N in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [N in K]?: string }
}

function warnOfLink(link: InnerLink, warn: (code: string, message: string, line?: number, level?: DocsNotice['level']) => void): void {
  const fix = link.fix === undefined ? '' : `. ${link.fix}`
  if (link.problem === 'missing') warn('link-broken', `The link to '${link.target}' leads nowhere${fix}`)
  else if (link.problem === 'outside')
    warn('link-outside', `The link to '${link.target}' leads out of the docs, and where the source is shown is not known`)
  else warn('link-unrecognised', `The link to '${link.target}' only works here${fix}`, undefined, 'info')
}

function snippetFolders(config: SiteConfig): string[] {
  const written = toTexts(config.extensions.get('pymdownx.snippets')?.['base_path'])
  const plain = written.map(folder =>
    folder.replace(/^\$(?:docs_dir|config_dir)/, match => (match === '$docs_dir' ? config.docsDir || '.' : '.')),
  )
  return [...new Set(['', ...plain.map(folder => (folder === '.' ? '' : folder)), config.docsDir])]
}

/** The file of a page in the docs folder, with the mark of its language. */
function writtenFile({ file, source, language }: SitePage, { docsDir }: SiteConfig): string {
  return language !== undefined && source.startsWith(`${docsDir}/`) ? source.slice(docsDir.length + 1) : file
}

/** The language of a page, and where it is in the others. */
function languageOf(page: SitePage, { translationsOf }: PageContext): Pick<DocsPage, 'language' | 'translations'> {
  return page.language === undefined ? {} : { language: page.language, translations: [...(translationsOf?.(page) ?? [])] }
}

function unreadable(page: SitePage, context: PageContext, message: string, notices: Notices): RenderedPage {
  const title = context.titleOf(page)
  const html = `<h1>${escapeHtml(title)}</h1><div class="admonition failure"><p class="admonition-title">This page cannot be shown</p><p>${escapeHtml(message)}</p></div>`
  return {
    page: {
      path: page.path,
      title,
      html,
      headings: [],
      tags: [],
      hide: [],
      source: page.source,
      notices: notices.items,
      ...languageOf(page, context),
    },
    sections: [],
    links: [],
    ids: [],
  }
}

import { filePrefix, pagePrefix, type DocsHeading, type DocsNotice, type DocsTranslation } from '@portico/techdocs/common'
import type { MarkdownIt, Token } from 'markdown-it'
import { randomUUID } from 'node:crypto'
import type { Blogs } from './blog/blogs.ts'
import { toTexts, type Options } from './config/config-values.ts'
import type { SearchExclusion } from './config/left-out.ts'
import type { SiteConfig } from './config/site-config.ts'
import { viewUrlOf } from './edit-url.ts'
import { readFrontMatter } from './front-matter.ts'
import { cleanHtml, type CleanedHtml, type SanitizerSettings } from './html/clean-html.ts'
import { imageHeadBytes, readImageSize, type ImageSize } from './image-size.ts'
import { createLinkResolver, encodePath, type InnerLink } from './links.ts'
import { insertIncludes } from './markdown/includes.ts'
import { insertSnippets } from './markdown/snippets.ts'
import { insertVariables } from './markdown/variables.ts'
import type { PageEnv } from './markdown/page-env.ts'
import type { Notices } from './notices.ts'
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
  readonly blogs: Blogs
  /** Files other than pages: from paths in the site to paths in the source. */
  readonly assets: ReadonlyMap<string, string>
  /** The same page in all languages; undefined for a site of one. */
  readonly translationsOf?: ((page: SitePage) => readonly DocsTranslation[]) | undefined
}

type Warn = (code: string, message: string, line?: number, level?: DocsNotice['level']) => void

/** The Markdown of a page as HTML that is not clean yet. */
export interface MarkdownHtml {
  readonly data: Options
  readonly html: string
  readonly headings: readonly DocsHeading[]
  readonly env: PageEnv
  readonly warn: Warn
}

/** Turns the Markdown of a page into HTML. Throws an error where the file is no text. */
export function renderMarkdown(page: SitePage, context: PageContext, notices: Notices, { withTitle = true } = {}): MarkdownHtml {
  const text = page.source === '' ? '' : toPageText(context.tree.read(page.source) ?? new Uint8Array())
  const { data, body, lines, problem } = readFrontMatter(text)
  const warn: Warn = (code, message, line, level = 'warning') =>
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
  const { markdown } = context
  const tokens = markdown.parse(sourceOf(body, page, data, context, warn), env)
  const html = markdown.renderer.render(withTitle ? tokens : withoutTitle(tokens), markdown.options, env)
  return { data, html, headings: (env['headings'] ?? []) as DocsHeading[], env, warn }
}

/** Without the heading that a page begins with. */
function withoutTitle(tokens: readonly Token[]): Token[] {
  const start = tokens.findIndex(({ type }) => type !== 'html_block')
  const isTitle = tokens[start]?.type === 'heading_open' && tokens[start].tag === 'h1'
  return isTitle ? tokens.toSpliced(start, 3) : [...tokens]
}

interface CleanOptions {
  readonly onLink: (link: InnerLink) => void
  /** Whether it is shown on another page, from where anchors lead to its own. */
  readonly isElsewhere?: boolean
}

/** Cleans the HTML of a page, with links as they are from its file. */
export function cleanMarkdown(
  page: SitePage,
  { html, headings, env, warn }: MarkdownHtml,
  context: PageContext,
  { onLink, isElsewhere = false }: CleanOptions,
): CleanedHtml {
  const { config, settings, files } = context
  const resolve = createLinkResolver({
    files,
    page,
    absoluteFromDocs: config.absoluteLinksFromDocs,
    schemes: settings.additionalAllowedURIProtocols ?? [],
    outside: source => viewUrlOf(config, source, context.editBase),
    onLink(link) {
      onLink(link)
      if (link.problem !== undefined) warnOfLink(link, warn)
    },
  })
  return cleanHtml(html, {
    settings,
    fragmentKey: env.fragmentKey,
    fragments: env.fragments,
    resolve(url, use) {
      const resolved = resolve(url, use)
      return isElsewhere && resolved?.startsWith('#') ? `${pagePrefix}${encodePath(page.path)}${resolved}` : resolved
    },
    imageSize: createImageSizes(context),
    sectionIds: new Map(headings.map(({ id, title }) => [id, title])),
    onRemoved: element => warn('html-removed', `<${element}> is not shown: pages are shown without it for safety`, undefined, 'info'),
  })
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

function warnOfLink(link: InnerLink, warn: Warn): void {
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

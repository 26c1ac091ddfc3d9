import type { DocsHeading, DocsPage, DocsSection } from '@portico/techdocs/common'
import { escapeHtml } from '@portico/core/common'
import { decorate } from './blog/blog-pages.ts'
import { toText, toTexts } from './config/config-values.ts'
import { editUrlOf } from './edit-url.ts'
import type { InnerLink } from './links.ts'
import { createNotices, type NoticeCounts, type Notices } from './notices.ts'
import { cleanMarkdown, renderMarkdown, type PageContext } from './render-markdown.ts'
import type { SiteConfig } from './config/site-config.ts'
import type { SitePage } from './site-files.ts'

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
    return render(page, context, notices)
  } catch (error) {
    const message = error instanceof RangeError ? 'It is nested too deep' : error instanceof Error ? error.message : String(error)
    notices.add({ level: 'error', code: 'page-unreadable', message: `${page.file} cannot be shown: ${message}`, file: page.source })
    return unreadable(page, context, message, notices)
  }
}

function render(page: SitePage, context: PageContext, notices: Notices): RenderedPage {
  const rendered = renderMarkdown(page, context, notices)
  const { data } = rendered
  const links: InnerLink[] = []
  const cleaned = cleanMarkdown(page, rendered, context, { onLink: link => links.push(link) })
  const title = context.titleOf(page)
  const own = cleaned.hasHeading ? cleaned.html : `<h1>${escapeHtml(title)}</h1>${cleaned.html}`
  const part = context.blogs.partOf(page)
  const { html, headings, within } = part
    ? decorate(part, { page, html: own, rendered, context })
    : { html: own, headings: [] as DocsHeading[], within: undefined }
  const tags = toTexts(data['tags']).filter(tag => tag !== '')
  // A page that stands in for a translation is found in its own language.
  const isSearched =
    page.isFallback !== true &&
    (data['search'] as { exclude?: unknown } | undefined)?.exclude !== true &&
    page.made === undefined &&
    context.searched.isSearched({ file: page.file, tags, isInNav: context.isInNav(page) })
  const sections = cleaned.sections.filter(({ id }) => id === undefined || context.searched.isSectionSearched(page.file, id))
  return {
    page: {
      path: page.path,
      title,
      html,
      headings: [...rendered.headings, ...headings],
      tags,
      hide: toTexts(data['hide']),
      notices: notices.items,
      ...optional('description', toText(data['description'])),
      ...optional('status', toText(data['status'])),
      ...(page.source !== '' && { source: page.source }),
      ...(page.source !== '' &&
        optional('editUrl', editUrlOf(context.config, writtenFile(page, context.config), page.source, context.editBase))),
      ...(within && { within }),
      ...languageOf(page, context),
    },
    sections: isSearched ? [{ title, text: cleaned.text }, ...sections] : [],
    links,
    unlisted: notices.unlisted,
    ids: [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!),
  }
}

function optional<K extends string>(key: K, value: string | undefined): { [N in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [N in K]?: string }
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

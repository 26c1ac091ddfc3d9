import { AppError, escapeHtml } from '@portico/core/common'
import { LRUCache } from 'lru-cache'
import type { RenderedPage } from '../mkdocs/mkdocs.ts'
import { background, type RenderProcess } from '../rendering/render-process.ts'
import type { PageTexts } from '../rendering/render-protocol.ts'
import type { SiteCache, SiteVersion } from './site-cache.ts'

/** Of the texts of pages that are kept in memory; the disk has them all. */
const maxMemoryBytes = 24 * 2 ** 20

/** Pages of prepared sites: from memory, from the disk, or rendered once for all who wait. */
export function createPages({ cache, renderer }: { readonly cache: SiteCache; readonly renderer: RenderProcess }) {
  const memory = new LRUCache<string, string>({ maxSize: maxMemoryBytes, sizeCalculation: page => page.length + 1 })
  const writing = new Map<string, Promise<void>>()

  async function textsOf(version: SiteVersion, page: string, reader: string): Promise<PageTexts | undefined> {
    return (await cache.readPage(version, page)) ?? render(version, page, reader)
  }

  /** Once for all who wait for it, at the turn of whoever has it first. */
  async function render(version: SiteVersion, page: string, reader: string): Promise<PageTexts | undefined> {
    const key = keyOf(version, page)
    const rendered = await renderer
      .call('render', [version.folder, version.options, page], { reader, same: key })
      .catch((error: unknown) => failedPage(version, page, error))
    if (!rendered) return undefined
    // A full disk costs time later, and not the page. Nobody who reads it waits for the disk.
    const written = writing.get(key) ?? write(version, page, rendered).finally(() => writing.delete(key))
    writing.set(key, written)
    if (reader === background) await written
    return rendered
  }

  async function write(version: SiteVersion, page: string, rendered: PageTexts): Promise<void> {
    await cache.writePage(version, page, rendered).catch(() => undefined)
  }

  return {
    /** A page as somebody reads it; undefined where there is none. */
    async text(version: SiteVersion, page: string, reader: string): Promise<string | undefined> {
      if (!version.opened.pages.includes(page)) return undefined
      const key = keyOf(version, page)
      const known = memory.get(key) ?? (await textsOf(version, page, reader))?.page
      if (known !== undefined) memory.set(key, known)
      return known
    },
    /** What search and the link check need of a page. Nobody waits for it. */
    async facts(version: SiteVersion, page: string): Promise<RenderedPage | undefined> {
      const texts = await textsOf(version, page, background)
      return texts && (JSON.parse(texts.facts) as RenderedPage)
    },
  }
}

function keyOf(version: SiteVersion, page: string): string {
  return `${version.id} ${page}`
}

/** A page that cannot be rendered in time and memory says so in its place, and is not tried again until its source changes. */
function failedPage(version: SiteVersion, path: string, error: unknown): PageTexts {
  // It was not tried: too many waited, or the server stops.
  if (error instanceof AppError && error.code?.startsWith('core.')) throw error
  const message = error instanceof Error ? error.message : String(error)
  const title = path === '' ? version.opened.site.name : path
  const html = `<h1>${escapeHtml(title)}</h1><div class="admonition failure"><p class="admonition-title">This page cannot be shown</p><p>${escapeHtml(message)}</p></div>`
  const notice = { level: 'error' as const, code: 'page-unreadable', message: `'${path}' cannot be shown: ${message}` }
  const page = { path, title, html, headings: [], tags: [], hide: [], notices: [notice] }
  const facts = { page: { ...page, html: '' }, sections: [], links: [], ids: [] } satisfies RenderedPage
  return { page: JSON.stringify(page), facts: JSON.stringify(facts) }
}

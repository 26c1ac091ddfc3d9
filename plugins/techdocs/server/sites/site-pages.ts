import { LRUCache } from 'lru-cache'
import type { RenderedPage } from '../engine/engine.ts'
import type { RenderProcess } from '../rendering/render-process.ts'
import type { SiteCache, SiteVersion } from './site-cache.ts'

/** Of the texts of pages that are kept in memory; the disk has them all. */
const maxMemoryBytes = 64 * 2 ** 20

interface PageTexts {
  /** The page as the reader gets it. */
  readonly page: string
  /** With what search and the link check need. */
  readonly whole: string
}

/** Pages of prepared sites: from memory, from the disk, or rendered once for all who wait. */
export function createPages({ cache, renderer }: { readonly cache: SiteCache; readonly renderer: RenderProcess }) {
  const memory = new LRUCache<string, PageTexts>({
    maxSize: maxMemoryBytes,
    sizeCalculation: ({ page, whole }) => page.length + whole.length + 1,
  })
  const running = new Map<string, Promise<PageTexts | undefined>>()

  async function load(version: SiteVersion, page: string, isUrgent: boolean): Promise<PageTexts | undefined> {
    const stored = await cache.readPage(version, page)
    const whole = stored ?? (await render(version, page, isUrgent))
    return whole === undefined ? undefined : { whole, page: JSON.stringify((JSON.parse(whole) as RenderedPage).page) }
  }

  async function render(version: SiteVersion, page: string, isUrgent: boolean): Promise<string | undefined> {
    const rendered = await renderer
      .call('render', [version.folder, version.options, page], { isUrgent })
      .catch((error: unknown) => failedPage(version, page, error))
    if (!rendered) return undefined
    const whole = JSON.stringify(rendered)
    // A full disk costs time later, and not the page.
    await cache.writePage(version, page, whole).catch(() => undefined)
    return whole
  }

  return {
    async text(
      version: SiteVersion,
      page: string,
      { isUrgent = true, isWhole = false }: { readonly isUrgent?: boolean; readonly isWhole?: boolean } = {},
    ): Promise<string | undefined> {
      if (!version.opened.pages.includes(page)) return undefined
      const key = `${version.id} ${page}`
      const known = memory.get(key)
      if (known) return isWhole ? known.whole : known.page
      const loading = running.get(key) ?? load(version, page, isUrgent).finally(() => running.delete(key))
      running.set(key, loading)
      const loaded = await loading
      if (loaded && isUrgent) memory.set(key, loaded)
      return isWhole ? loaded?.whole : loaded?.page
    },
  }
}

/** A page that cannot be rendered in time and memory says so in its place, and is not tried again until its source changes. */
function failedPage(version: SiteVersion, path: string, error: unknown): RenderedPage {
  const message = error instanceof Error ? error.message : String(error)
  const shown = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const title = path === '' ? version.opened.site.name : path
  const html = `<h1>${title.replace(/[<>&"]/g, '')}</h1><div class="admonition failure"><p class="admonition-title">This page cannot be shown</p><p>${shown}</p></div>`
  const notice = { level: 'error' as const, code: 'page-unreadable', message: `'${path}' cannot be shown: ${message}` }
  return { page: { path, title, html, headings: [], tags: [], hide: [], notices: [notice] }, sections: [], links: [], ids: [] }
}

import { LRUCache } from 'lru-cache'
import type { RenderedPage } from '../engine/engine.ts'
import type { RenderProcess } from '../rendering/render-process.ts'
import type { PageTexts } from '../rendering/render-protocol.ts'
import type { SiteCache, SiteVersion } from './site-cache.ts'

/** Of the texts of pages that are kept in memory; the disk has them all. */
const maxMemoryBytes = 24 * 2 ** 20

/** Pages of prepared sites: from memory, from the disk, or rendered once for all who wait. */
export function createPages({ cache, renderer }: { readonly cache: SiteCache; readonly renderer: RenderProcess }) {
  const memory = new LRUCache<string, string>({ maxSize: maxMemoryBytes, sizeCalculation: page => page.length + 1 })
  const running = new Map<string, Promise<PageTexts | undefined>>()

  async function load(version: SiteVersion, page: string, isUrgent: boolean): Promise<PageTexts | undefined> {
    return (await cache.readPage(version, page)) ?? render(version, page, isUrgent)
  }

  async function render(version: SiteVersion, page: string, isUrgent: boolean): Promise<PageTexts | undefined> {
    const rendered = await renderer
      .call('render', [version.folder, version.options, page], { isUrgent })
      .catch((error: unknown) => failedPage(version, page, error))
    if (!rendered) return undefined
    // A full disk costs time later, and not the page. Nobody who reads it waits for the disk.
    const written = cache.writePage(version, page, rendered).catch(() => undefined)
    if (!isUrgent) await written
    return rendered
  }

  function textsOf(version: SiteVersion, page: string, isUrgent: boolean): Promise<PageTexts | undefined> {
    const key = keyOf(version, page)
    const loading = running.get(key) ?? load(version, page, isUrgent).finally(() => running.delete(key))
    running.set(key, loading)
    return loading
  }

  return {
    /** A page as somebody reads it; undefined where there is none. */
    async text(version: SiteVersion, page: string): Promise<string | undefined> {
      if (!version.opened.pages.includes(page)) return undefined
      const key = keyOf(version, page)
      const known = memory.get(key) ?? (await textsOf(version, page, true))?.page
      if (known !== undefined) memory.set(key, known)
      return known
    },
    /** What search and the link check need of a page, after those that somebody waits for. */
    async facts(version: SiteVersion, page: string): Promise<RenderedPage | undefined> {
      const texts = await textsOf(version, page, false)
      return texts && (JSON.parse(texts.facts) as RenderedPage)
    },
  }
}

function keyOf(version: SiteVersion, page: string): string {
  return `${version.id} ${page}`
}

/** A page that cannot be rendered in time and memory says so in its place, and is not tried again until its source changes. */
function failedPage(version: SiteVersion, path: string, error: unknown): PageTexts {
  const message = error instanceof Error ? error.message : String(error)
  const shown = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const title = path === '' ? version.opened.site.name : path
  const html = `<h1>${title.replace(/[<>&"]/g, '')}</h1><div class="admonition failure"><p class="admonition-title">This page cannot be shown</p><p>${shown}</p></div>`
  const notice = { level: 'error' as const, code: 'page-unreadable', message: `'${path}' cannot be shown: ${message}` }
  const page = { path, title, html, headings: [], tags: [], hide: [], notices: [notice] }
  const facts = { page: { ...page, html: '' }, sections: [], links: [], ids: [] } satisfies RenderedPage
  return { page: JSON.stringify(page), facts: JSON.stringify(facts) }
}

import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import { checkSite } from '../mkdocs/check-site.ts'
import type { RenderedPage } from '../mkdocs/mkdocs.ts'
import { toSearchIndex } from '../mkdocs/search-index.ts'
import type { DocsSites } from '../sites/docs-sites.ts'
import type { IndexSource } from './site-indexing.ts'

/** Sites that this server renders: all pages of a version that has no search index yet. */
export function renderedSites({ sites, log }: { readonly sites: DocsSites; readonly log: Logger }): IndexSource {
  return {
    async newest(entity: Entity, isFound) {
      const ref = entityRefOf(entity)
      try {
        await sites.sync(entity, { isIndexing: true })
      } catch (error) {
        // Recorded where it happened; what was prepared before is still indexed.
        log.debug({ error, ref }, 'docs could not be prepared')
      }
      const version = await sites.current(ref)
      if (!version || (isFound && (await sites.cache.readIndex(version)) !== undefined)) return 'known'
      return {
        etag: version.source.etag,
        lastModifiedAt: version.source.lastModifiedAt,
        async read(signal) {
          const pages: RenderedPage[] = []
          for await (const page of sites.allPages(ref, signal)) pages.push(page)
          const index = toSearchIndex(pages.map(({ page, sections }) => ({ path: page.path, sections })))
          return { documents: index.docs, pages: pages.length, ...checkSite(version.opened, pages) }
        },
        saved: async documents => sites.cache.writeIndex(version, JSON.stringify({ ...toSearchIndex([]), docs: documents })),
      }
    },
  }
}

import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { ExternalDocs } from '../publishing/external-docs.ts'
import { background, type RenderProcess } from '../rendering/render-process.ts'
import { withPrefix } from '../sites/site-search.ts'
import type { ReportStore } from './report-store.ts'
import type { IndexSource } from './site-indexing.ts'

interface Dependencies {
  readonly docs: ExternalDocs
  readonly renderer: RenderProcess
  readonly reports: Pick<ReportStore, 'etagOf'>
}

/** Sites that others publish: the search index of a version that is not the one of the last report. Their links are theirs to check. */
export function publishedSites({ docs, renderer, reports }: Dependencies): IndexSource {
  return {
    async newest(entity: Entity, isFound) {
      const ref = entityRefOf(entity)
      const site = await docs.open(entity, background)
      if (!site) return 'none'
      if (isFound && (await reports.etagOf(ref)) === site.id) return 'known'
      return {
        etag: site.id,
        lastModifiedAt: site.info.lastModifiedAt,
        async read() {
          const text = await docs.searchIndex(ref)
          const sections = text === undefined ? [] : await renderer.call('publishedIndex', [text], { reader: background })
          const documents = withPrefix(sections, site.indexPrefix ?? '')
          return { documents, pages: new Set(documents.map(({ location }) => location.replace(/#.*$/s, ''))).size, notices: [] }
        },
      }
    },
  }
}

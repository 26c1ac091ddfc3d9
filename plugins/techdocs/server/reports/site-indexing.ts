import type { Catalog } from '@portico/catalog/server'
import { toolAnnotations, entityRefOf, type Entity } from '@portico/catalog/common'
import type { Jobs, Logger, Scheduler } from '@portico/core/server'
import type { Notifications } from '@portico/notifications/server'
import { docsWatchEvent, techdocsPaths } from '@portico/techdocs/common'
import { z } from 'zod'
import { checkSite } from '../engine/check-site.ts'
import type { RenderedPage } from '../engine/engine.ts'
import { toSearchIndex } from '../engine/search-index.ts'
import { toSearchDocuments, type DocsSearch } from '../search/docs-search.ts'
import type { DocsSites } from '../sites/docs-sites.ts'
import type { ReportStore } from './report-store.ts'

interface Given {
  readonly sites: () => DocsSites
  readonly catalog: Catalog
  readonly reports: ReportStore
  readonly search: DocsSearch
  readonly jobs: Jobs
  readonly scheduler: Scheduler
  readonly notifications: Pick<Notifications, 'tellWatchers'>
  readonly log: Logger
}

const batch = 200

/** Renders all pages of a site in the background, for search and for the report: one site at a time, behind those who read. */
export function createSiteIndexing({ sites, catalog, reports, search, jobs, scheduler, notifications, log }: Given) {
  async function tellWatchers(entity: Entity): Promise<void> {
    const entityRef = entityRefOf(entity)
    const { title, name } = entity.metadata
    const payload = {
      title: `The docs of ${typeof title === 'string' ? title : name} have changed`,
      link: techdocsPaths.page(entityRef),
      topic: 'docs-changed',
      scope: `docs:${entityRef}`.slice(0, 255),
    }
    await notifications.tellWatchers({ entityRef, event: docsWatchEvent, payload }, { origin: 'plugin:techdocs' })
  }

  async function forget(refs: readonly string[]): Promise<void> {
    await reports.remove(refs)
    await search.remove(refs)
  }

  async function index(ref: string, signal: AbortSignal): Promise<void> {
    const entity = await catalog.getEntity(ref)
    if (!entity) return forget([ref])
    try {
      await sites().sync(entity)
    } catch (error) {
      // Recorded where it happened; what was prepared before is still indexed.
      log.debug({ error, ref }, 'docs could not be prepared')
    }
    const version = await sites().current(ref)
    if (!version || (await sites().cache.readIndex(version)) !== undefined) return
    const pages: RenderedPage[] = []
    for await (const page of sites().allPages(ref, signal)) pages.push(page)
    const { notices, brokenLinks, unsupported } = checkSite({ notices: version.opened.notices }, pages)
    const documents = toSearchIndex(pages.map(({ page, sections }) => ({ path: page.path, sections })))
    await search.replace(entity, toSearchDocuments(entity, documents.docs))
    await sites().cache.writeIndex(version, JSON.stringify(documents))
    const lastModifiedAt = version.source.lastModifiedAt
    const facts = {
      entityRef: ref,
      checkedAt: new Date().toISOString(),
      pages: pages.length,
      brokenLinks,
      unsupported,
      notices: [...notices],
    }
    const before = await reports.etagOf(ref)
    await reports.save({ ...facts, ...(lastModifiedAt !== undefined && { lastModifiedAt }) }, version.source.etag)
    // The first version is no change, and every server that reads a version reports it.
    if (before !== undefined && before !== version.source.etag) await tellWatchers(entity)
  }

  const queue = jobs.define({
    name: 'index-docs',
    payload: z.object({ ref: z.string() }),
    concurrency: 1,
    attempts: 3,
    timeoutSeconds: 600,
    run: ({ payload, signal }) => index(payload.ref, signal),
  })

  async function addAll(signal: AbortSignal): Promise<void> {
    const seen = new Set<string>()
    for (let offset = 0; ; offset += batch) {
      signal.throwIfAborted()
      const { entities } = await catalog.query({
        predicate: { key: `metadata.annotations.${toolAnnotations.techdocsRef}`, exists: true },
        limit: batch,
        offset,
      })
      for (const entity of entities) {
        const ref = entityRefOf(entity)
        seen.add(ref)
        await queue.add({ ref }, { key: ref })
      }
      if (entities.length < batch) break
    }
    const gone = (await reports.list()).map(({ entityRef }) => entityRef).filter(ref => !seen.has(ref))
    await forget(gone)
  }

  return {
    /** Looks at all docs from time to time. */
    start() {
      scheduler.schedule({
        id: 'index-docs',
        description: 'Looks for changed docs, for search and the reports of their owners',
        frequency: { minutes: 30 },
        initialDelay: { minutes: 1 },
        timeout: { minutes: 10 },
        run: addAll,
      })
    },
    soon: (ref: string) =>
      void queue.add({ ref }, { key: ref }).catch((error: unknown) => log.warn({ error, ref }, 'docs could not be queued')),
  }
}

import { catalogChanged, type Catalog, type CatalogChanged } from '@portico/catalog/server'
import { entityRefOf, entityTitle, toolAnnotations, type Entity } from '@portico/catalog/common'
import type { Events, Jobs, Logger, Scheduler } from '@portico/core/server'
import { createBackgroundTurn } from '@portico/core/server/worker'
import type { Notifications } from '@portico/notifications/server'
import { docsWatchEvent, hasOwnDocs, techdocsPaths, type DocsNotice } from '@portico/techdocs/common'
import { z } from 'zod'
import { toSearchDocuments, type DocsSearch } from '../search/docs-search.ts'
import type { IndexedDocument } from '../sites/site-search.ts'
import type { ReportStore } from './report-store.ts'

/** What there is to know about all pages of a version. */
interface SiteContents {
  readonly documents: readonly IndexedDocument[]
  readonly pages: number
  readonly notices: readonly DocsNotice[]
  /** Undefined where links are not checked. */
  readonly brokenLinks?: number
  readonly unsupported?: number
}

/** A version that search and the report do not know yet. */
interface NewVersion {
  /** Another one for every version. */
  readonly etag: string
  readonly lastModifiedAt: string | undefined
  read(signal: AbortSignal): Promise<SiteContents>
  /** Called when search has the documents. */
  saved?(documents: readonly IndexedDocument[]): Promise<void>
}

/** Where the versions of sites come from. */
export interface IndexSource {
  /** `known`: nothing has changed, and search has it. `none`: there are no docs any more. */
  newest(entity: Entity, isFound: boolean): Promise<NewVersion | 'known' | 'none'>
}

interface Dependencies {
  readonly source: IndexSource
  readonly catalog: Catalog
  readonly reports: ReportStore
  readonly search: DocsSearch
  readonly events: Pick<Events, 'subscribe'>
  readonly jobs: Jobs
  readonly scheduler: Scheduler
  readonly notifications: Pick<Notifications, 'tellWatchers'>
  readonly log: Logger
}

const batch = 200

/** Reads all pages of a site in the background, for search, the report and those who watch it: one site at a time, behind those who read. */
export function createSiteIndexing({ source, catalog, reports, search, events, jobs, scheduler, notifications, log }: Dependencies) {
  async function tellWatchers(entity: Entity): Promise<void> {
    const entityRef = entityRefOf(entity)
    const payload = {
      title: `The docs of ${entityTitle(entity)} have changed`,
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

  /** Entities that are gone, or have no docs any more, are found no longer: their pages are not there. */
  async function forgetGone({ updated, relationsOnly, deleted, revision }: CatalogChanged): Promise<void> {
    const isUnchanged = new Set(relationsOnly)
    const changed = [...deleted, ...updated.filter(ref => !isUnchanged.has(ref))]
    for (let at = 0; at < changed.length; at += batch) {
      const known = await search.known(changed.slice(at, at + batch))
      const entities = known.length === 0 ? [] : await catalog.getEntities(known, { revision })
      await forget(known.filter((_, place) => !isDocumented(entities[place])))
    }
  }

  async function index(ref: string, signal: AbortSignal): Promise<void> {
    const entity = await catalog.getEntity(ref)
    if (!isDocumented(entity)) return forget([ref])
    const version = await source.newest(entity, (await search.known([ref])).length > 0)
    if (version === 'none') return forget([ref])
    if (version === 'known') return
    const { documents, ...contents } = await version.read(signal)
    await search.replace(entity, toSearchDocuments(entity, documents))
    await version.saved?.(documents)
    const { etag, lastModifiedAt } = version
    const facts = { entityRef: ref, checkedAt: new Date().toISOString(), ...contents, notices: [...contents.notices] }
    const before = await reports.etagOf(ref)
    await reports.save({ ...facts, ...(lastModifiedAt !== undefined && { lastModifiedAt }) }, etag)
    // The first version is no change, and every server that reads a version reports it.
    if (before !== undefined && before !== etag) await tellWatchers(entity)
    // It may have gone while its pages were read.
    if (!isDocumented(await catalog.getEntity(ref))) await forget([ref])
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
    const turn = createBackgroundTurn()
    const predicate = { key: `metadata.annotations.${toolAnnotations.techdocsRef}`, exists: true } as const
    for await (const batch of catalog.versions({ predicate })) {
      signal.throwIfAborted()
      for (const { ref } of batch) seen.add(ref)
      await turn.next()
    }
    const refs = [...seen]
    for (let at = 0; at < refs.length; at += batch) {
      signal.throwIfAborted()
      await queue.addAll(refs.slice(at, at + batch).map(ref => ({ payload: { ref }, key: ref })))
    }
    const gone = (await reports.list()).map(({ entityRef }) => entityRef).filter(ref => !seen.has(ref))
    await forget(gone)
  }

  return {
    /** Looks at all docs from time to time, and follows what goes. */
    start() {
      events.subscribe({ id: 'forget-docs', events: [catalogChanged], run: ({ payload }) => forgetGone(payload) })
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

function isDocumented(entity: Entity | undefined): entity is Entity {
  return entity !== undefined && hasOwnDocs(entity)
}

import { catalogService } from '@portico/catalog/server'
import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, optional } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { notificationsOn } from '@portico/notifications/server'
import { searchService } from '@portico/search/server'
import { readerRequests, techdocsApi } from '@portico/techdocs/common'
import path from 'node:path'
import { techdocsSections } from './config.ts'
import { migrations } from './migrations/index.ts'
import { openPublishedDocs } from './publishing/open-published-docs.ts'
import { createRenderProcess } from './rendering/render-process.ts'
import { withFacts } from './reports/report-facts.ts'
import { createReportStore } from './reports/report-store.ts'
import { createSiteIndexing } from './reports/site-indexing.ts'
import { techdocsRoutes } from './routes.ts'
import { registerDocs } from './search/docs-search.ts'
import { createSearchDocumentStore } from './search/search-document-store.ts'
import { openRenderedDocs } from './sites/open-rendered-docs.ts'
import { createPageChanges } from './sites/page-changes.ts'
import { openCacheFolder } from './sites/site-cache.ts'

/** Docs: MkDocs sites beside the code, rendered by the portal itself. */
export const techdocsPlugin = defineServerPlugin({
  id: 'techdocs',
  config: techdocsSections,
  uses: { catalog: catalogService, integrations: integrationsService, search: searchService, facts: optional(factsService) },
  migrations,
  commands: async () => (await import('./commands/docs-commands.ts')).docsCommands,
  setup(core, { catalog, integrations, search, facts }) {
    const { config, onConfig, db, log, implement, onStop, server } = core
    const { events, jobs, scheduler } = core.work
    let section = config.techdocs
    let { staleAfterDays } = config['techdocs.reader']
    onConfig('techdocs', changed => void (section = changed), ['sanitizer', 'generator', 'diagrams', 'legacyUseCaseSensitiveTripletPaths'])
    onConfig('techdocs.reader', changed => void ({ staleAfterDays } = changed))
    const folder = openCacheFolder(path.resolve(server.folder, section.cache.folder ?? path.join(server.dataFolder, 'techdocs')))
    const { pageTimeout, memoryMegabytes } = section.limits
    const renderer = createRenderProcess({ folder, log, timeoutMs: pageTimeout, maxMegabytes: memoryMegabytes })
    onStop(renderer.stop)
    const reports = withFacts(createReportStore(db), facts)
    const shared = { section: () => section, renderer, reports }
    const onNewVersion = (ref: string) => indexing.soon(ref)
    const { docs, source } =
      section.builder === 'external'
        ? openPublishedDocs({ ...shared, folder: server.folder, onSeen: onNewVersion })
        : openRenderedDocs(core, { ...shared, folder, integrations, onUpdated: onNewVersion })
    const indexing = createSiteIndexing({
      source,
      catalog,
      reports,
      search: registerDocs(search, createSearchDocumentStore(db)),
      events,
      jobs,
      scheduler,
      notifications: notificationsOn(events),
      log,
    })
    indexing.start()
    server.onPageRequest('/docs/:namespace/:kind/:name/*', readerRequests)
    const routes = techdocsRoutes({
      docs,
      changes: createPageChanges({ reading: () => integrations.reading(), page: docs.page, log }),
      catalog,
      permissions: core.security.permissions,
      reports,
      keepsLetterCase: () => section.legacyUseCaseSensitiveTripletPaths,
      staleAfterDays: () => staleAfterDays,
      cookieUrl: `${server.discovery.externalUrl('techdocs')}/.backstage/auth/v1/cookie`,
    })
    implement(techdocsApi, routes)
    core.actions.offer(async () => (await import('./agents/docs-actions.ts')).docsActions(core.work.workers))
  },
})

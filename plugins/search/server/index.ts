import { catalogService } from '@portico/catalog/server'
import { defineServerPlugin, identityPort } from '@portico/core/server'
import { searchApi, searchPaths, searchPermissions } from '@portico/search/common'
import { registerCatalog } from './catalog/catalog-source.ts'
import { createOfflineIndex, offlineIndexService } from './commands/offline-index.ts'
import { searchSections } from './config.ts'
import { createCollationStore } from './documents/collation-store.ts'
import { createDocumentStore } from './documents/document-store.ts'
import { createIndexStatus } from './documents/index-status.ts'
import { openDocuments } from './documents/open-documents.ts'
import { openEngine } from './engines/open-engine.ts'
import { migrations } from './migrations/index.ts'
import { openQueryLog } from './query-log/open-query-log.ts'
import { createQueryLogStore } from './query-log/query-log-store.ts'
import { searchRoutes } from './routes.ts'
import { searchService } from './search-service.ts'
import { createIndexPresence } from './searching/index-presence.ts'
import { createSearchMetrics } from './searching/search-metrics.ts'
import { createSearching } from './searching/searching.ts'
import { createVisibility } from './searching/visibility.ts'

export { toLocation } from './documents/location.ts'
export * from './search-service.ts'

/** One index over everything: documents that plugins bring, found by whoever may see them. */
export const searchPlugin = defineServerPlugin({
  id: 'search',
  config: searchSections,
  uses: { catalog: catalogService, identity: identityPort },
  provides: { search: searchService, offlineIndex: offlineIndexService },
  offline: (db, core) => ({ offlineIndex: createOfflineIndex(db, core) }),
  commands: async () => (await import('./commands/search-commands.ts')).searchCommands,
  migrations,
  permissions: { permissions: searchPermissions },
  setup(core, { catalog, identity }) {
    const { config, onConfig, db, implement, onStart, onWarmUp, onStop, work, security, server } = core
    let section = config.search
    let { pageLimit } = config['search.query']
    onConfig('search', next => void (section = next), ['maxPageLimit', 'maxTermLength', 'permissions'])
    onConfig('search.query', next => void ({ pageLimit } = next))
    const store = createDocumentStore(db)
    const collations = createCollationStore(db)
    const engine = openEngine(core, { store, section, rules: () => sources.rules() })
    const { sources, runWhole } = openDocuments(core, { engine, store, collations, section: () => section })
    registerCatalog({ search: sources.service, catalog, events: work.events, settings: () => section.collators.catalog })

    let revision = 0
    onStop(catalog.onChange(next => void (revision = next ?? revision + 1)))
    const metrics = createSearchMetrics(core.telemetry.meter, () => engine.sizes())
    const queryLogStore = createQueryLogStore(db)
    const queryLog = openQueryLog(core, queryLogStore)
    const searching = createSearching({
      engine,
      sources,
      visibilityOf: createVisibility({ security, sources, revision: () => revision }),
      identity,
      settings: () => ({ ...section, pageLimit }),
      indexPresence: createIndexPresence({ engine, collations }),
      onAnswer(answered) {
        metrics.answered(answered)
        queryLog.add(answered)
      },
    })
    const status = createIndexStatus({ engine, sources, collations, queryLog: queryLogStore })
    server.inspection.reportProblems('search', status.problems)
    core.actions.offer(async () => (await import('./agent-actions.ts')).searchActions)
    implement(searchApi, searchRoutes({ searching, status, sources, runWhole, audit: security.audit }))
    server.onPageRequest(searchPaths.search, engine.prepare)
    onStart(() => engine.start())
    onWarmUp(() => engine.warmUp())
    onStop(async () => {
      await queryLog.flush()
      await engine.stop()
    })
    return { search: sources.service, offlineIndex: createOfflineIndex(db, work) }
  },
})

import { authUsersService } from '@portico/auth/server'
import { catalogApi, catalogPermissions, changesCardConfig, entityPageRequests, entityResourceType, toKinds } from '@portico/catalog/common'
import { defineServerPlugin, entityDirectoryPort } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { catalogExtensions, catalogService, createCatalogService } from './catalog-service.ts'
import { catalogSections, toRetentionMs, type CatalogSection } from './config.ts'
import { createEntityDirectory } from './entity-directory-store.ts'
import { createDetailStore } from './health/detail-store.ts'
import { createEntityProblems } from './health/entity-problems.ts'
import { createHealth } from './health/health.ts'
import { createHealthStore } from './health/health-store.ts'
import { createSnapshots } from './health/snapshot.ts'
import { createAsOf } from './history/as-of.ts'
import { createHistory } from './history/history.ts'
import { createHistoryStore } from './history/history-store.ts'
import { createTimeline } from './history/timeline.ts'
import { createTimelineStore } from './history/timeline-store.ts'
import { createLocationAnalysis } from './locating/analyze-location.ts'
import { catalogMigrations } from './migrations/catalog-migrations.ts'
import { createPreview } from './previewing/preview-entities.ts'
import { createProcessing } from './processing/create-processing.ts'
import { createAccess, createRuledEntities, permissionRules } from './reading/access.ts'
import { createBulkTexts } from './reading/bulk-texts.ts'
import { createEntities } from './reading/entities.ts'
import { createFeed } from './reading/feed.ts'
import { createRootStore } from './reading/root-store.ts'
import { createSavedEntityIndex } from './reading/saved-entity-index-store.ts'
import { createTextStore } from './reading/text-store.ts'
import { createTexts } from './reading/texts.ts'
import { entityRoutes } from './routes/entity-routes.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { insightRoutes } from './routes/insight-routes.ts'
import { locationRoutes } from './routes/location-routes.ts'
import { timelineRoutes } from './routes/timeline-routes.ts'
import { createUserLookup } from './user-lookup.ts'

export * from './catalog-service.ts'

// A notification that was lost with a connection is made up for within this time.
const followEveryMs = 10_000
// A busy server may be so late without anything being wrong.
const overdueMs = 600_000

const followedKeys = [
  'rules',
  'locations',
  'kinds',
  'limits',
  'processingInterval',
  'orphanStrategy',
  'readonly',
  'defaultLocationConflictStrategy',
  'history',
  'hideNames',
] as const

/** The software catalog: what there is, whose it is, where it comes from, and how it changed. */
export const catalogPlugin = defineServerPlugin({
  id: 'catalog',
  config: catalogSections,
  extensions: [changesCardConfig],
  uses: { authUsers: authUsersService, integrations: integrationsService },
  provides: { catalog: catalogService, extensions: catalogExtensions, directory: entityDirectoryPort },
  offline: db => ({ directory: createEntityDirectory(db) }),
  migrations: catalogMigrations,
  permissions: { permissions: catalogPermissions, rules: permissionRules },
  commands: async () => (await import('./commands/catalog-commands.ts')).catalogCommands,
  setup(core, { authUsers, integrations }) {
    const { config, onConfig, db, log, implement, onStart, onWarmUp, onStop } = core
    const { permissions, audit } = core.security
    const { connection, recordStatement, notifications, events, scheduler } = core.work
    let section = config.catalog
    let kinds = toKinds(section.kinds)
    const store = createTextStore(db)
    const saved = createSavedEntityIndex(core, () => toRetentionMs(section.history))
    const feed = createFeed({ store, log, saved })
    const texts = createTexts({ feed, store })
    const historyStore = createHistoryStore(db)
    // Texts come from the database and the index from this process: the ETag stands for both alike.
    const latest = async () => {
      await feed.reached(await store.revision())
      return feed.revision
    }
    const asOf = createAsOf({ store: historyStore, latest })
    const entities = createEntities({
      feed,
      texts,
      bulk: createBulkTexts({ feed, store }),
      asOf,
      access: createAccess(permissions),
      kinds: () => kinds,
      isHidingNames: () => section.hideNames,
    })
    const processing = createProcessing({
      db,
      thread: { connection, recordStatement },
      listener: notifications,
      config: section,
      integrations,
      folder: core.server.folder,
      log,
      events,
      scheduler,
    })
    async function follow(changed: CatalogSection): Promise<void> {
      section = changed
      kinds = toKinds(changed.kinds)
      await processing.reconfigure(changed)
    }
    onConfig('catalog', follow, followedKeys)
    integrations.onChange(processing.reopen)
    // Pages read these with every load.
    onConfig('catalog.index', () => {})
    onConfig('catalog.entityPage', () => {})
    core.server.inspection.reportProblems('catalog', processing.problems)
    permissions.loadWith(entityResourceType, createRuledEntities({ feed, texts }))

    // A source is overdue when it has missed its turn twice.
    const problems = createSnapshots({
      store: createHealthStore(db),
      kinds: () => kinds,
      graceMs: () => Math.max(overdueMs, (section.processingInterval || 0) * 2),
    })
    const detailsOf = createDetailStore(db)
    const health = createHealth({
      snapshots: problems,
      detailsOf,
      entities,
      feed,
      permissions,
      refreshEntity: processing.refresh,
      refreshSource: processing.refreshSource,
    })

    core.server.onPageRequest('/catalog/:namespace/:kind/:name/*', entityPageRequests)
    implement(catalogApi, {
      ...entityRoutes(entities),
      ...healthRoutes(health),
      ...timelineRoutes(createTimeline({ store: createTimelineStore(db), history: historyStore, latest }), entities),
      ...locationRoutes({
        processing,
        entities,
        feed,
        permissions,
        audit,
        analyze: createLocationAnalysis({ locations: processing.locations, integrations }),
        preview: createPreview({ processing, entities }),
      }),
      ...insightRoutes({ processing, entities, feed, history: createHistory(historyStore) }),
    })

    let timer: NodeJS.Timeout | undefined
    onStart(async () => {
      processing.onRevision(() => void feed.follow())
      timer = setInterval(() => void feed.follow(), followEveryMs).unref()
      // Reading by name works at once; lists wait for the index, which is loaded meanwhile.
      void feed.follow()
      await processing.start()
    })
    onWarmUp(async () => void (await feed.ready()))
    onStop(async () => {
      clearInterval(timer)
      await processing.stop()
      await feed.stop()
    })
    const problemsOf = createEntityProblems({ snapshots: problems, detailsOf, isHidingNames: () => section.hideNames })
    const catalog = createCatalogService({ feed, texts, processing, roots: createRootStore(db), problemsOf })
    authUsers.useCatalog(createUserLookup(catalog, feed))
    return { catalog, extensions: processing.extensions, directory: createEntityDirectory(db) }
  },
})

import { authUsersService } from '@portico/auth/server'
import { catalogApi, catalogPermissions, changesCardConfig, entityPageRequests, toKinds } from '@portico/catalog/common'
import { defineServerPlugin, entityDirectoryPort } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { catalogExtensions, catalogPast, catalogService, createCatalogService } from './catalog-service.ts'
import { catalogSections, followedKeys, type CatalogSection } from './config.ts'
import { openHealth } from './health/open-health.ts'
import { createCatalogPast } from './history/bring-in-past.ts'
import { createDefinitions } from './history/definitions.ts'
import { createDefinitionStore } from './history/definition-store.ts'
import { createHistory } from './history/history.ts'
import { createTimeline } from './history/timeline.ts'
import { createTimelineStore } from './history/timeline-store.ts'
import { createLocationAnalysis } from './locating/analyze-location.ts'
import { migrations } from './migrations/index.ts'
import { createPreview } from './previewing/preview-entities.ts'
import { openProcessing } from './processing/open-processing.ts'
import { permissionRules } from './reading/access.ts'
import { createEntityDirectory } from './reading/entity-directory-store.ts'
import { openEntities } from './reading/open-entities.ts'
import { createRootStore } from './reading/root-store.ts'
import { createUserLookup } from './reading/user-lookup.ts'
import { catalogRoutes } from './routes.ts'

export * from './catalog-service.ts'

/** The software catalog: what there is, whose it is, where it comes from, and how it changed. */
export const catalogPlugin = defineServerPlugin({
  id: 'catalog',
  config: catalogSections,
  extensions: [changesCardConfig],
  uses: { authUsers: authUsersService, integrations: integrationsService },
  provides: { catalog: catalogService, extensions: catalogExtensions, past: catalogPast, directory: entityDirectoryPort },
  offline: db => ({ directory: createEntityDirectory(db) }),
  migrations,
  permissions: { permissions: catalogPermissions, rules: permissionRules },
  commands: async () => (await import('./commands/catalog-commands.ts')).catalogCommands,
  setup(core, { authUsers, integrations }) {
    const { config, onConfig, db, implement, server } = core
    const { permissions, audit } = core.security
    let section = config.catalog
    let kinds = toKinds(section.kinds)
    const current = { section: () => section, kinds: () => kinds }
    const { entities, feed, texts, historyStore, latest } = openEntities(core, current)
    const processing = openProcessing(core, { config: section, integrations })
    async function follow(changed: CatalogSection): Promise<void> {
      section = changed
      kinds = toKinds(changed.kinds)
      await processing.reconfigure(changed)
    }
    onConfig('catalog', follow, followedKeys)
    // Pages read these with every load.
    onConfig('catalog.index', () => {})
    onConfig('catalog.entityPage', () => {})
    const { health, problemsOf } = openHealth(core, { ...current, entities, feed, processing })
    server.onPageRequest('/catalog/:namespace/:kind/:name/*', entityPageRequests)
    const routes = catalogRoutes({
      entities,
      feed,
      processing,
      health,
      timeline: createTimeline({ store: createTimelineStore(db), history: historyStore, latest }),
      history: createHistory(historyStore),
      permissions,
      audit,
      analyze: createLocationAnalysis({ locations: processing.locations, integrations }),
      preview: createPreview({ processing, entities }),
    })
    implement(catalogApi, routes)
    core.actions.offer(async () => (await import('./agents/catalog-actions.ts')).catalogActions)
    processing.onRevision(() => void feed.follow())
    const definitions = createDefinitions({ store: createDefinitionStore(db), accessFilter: entities.accessFilter })
    const catalog = createCatalogService({ feed, texts, processing, roots: createRootStore(db), definitions, problemsOf })
    authUsers.useCatalog(createUserLookup(catalog, feed))
    const past = createCatalogPast({ db, kinds: current.kinds })
    return { catalog, extensions: processing.extensions, past, directory: createEntityDirectory(db) }
  },
})

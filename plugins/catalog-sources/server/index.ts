import { catalogExtensions, catalogService } from '@portico/catalog/server'
import { catalogSourcesApi, manageSourcesPermission, readSourcesPermission } from '@portico/catalog-sources/common'
import { defineServerPlugin } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { sourcesSections, toSources } from './config.ts'
import { migrations } from './migrations/index.ts'
import { catalogSourcesRoutes } from './routes.ts'
import { createScimStore } from './scim/scim-store.ts'
import { createScim } from './scim/scim.ts'
import { scheduleSources } from './sources/schedule-sources.ts'
import { createSourceRecords, sourceRecordsService } from './sources/source-records.ts'
import { createSourceStore } from './sources/source-store.ts'
import { createSources, providerName } from './sources/sources.ts'
import { createDeliveries, webhooks } from './webhooks/deliveries.ts'

/** Fills the catalog from where people already keep what they have: hosts of repositories, buckets, directories of people. */
export const catalogSourcesPlugin = defineServerPlugin({
  id: 'catalog-sources',
  config: sourcesSections,
  uses: { catalog: catalogService, extensions: catalogExtensions, integrations: integrationsService },
  provides: { records: sourceRecordsService },
  offline: (db, { events }) => ({ records: createSourceRecords(createSourceStore(db), events) }),
  commands: async () => (await import('./commands/source-commands.ts')).sourceCommands,
  migrations,
  permissions: { permissions: [readSourcesPermission, manageSourcesPermission] },
  setup(core, { catalog, extensions, integrations }) {
    const { config, db, log, implement } = core
    const { events } = core.work
    const list = toSources(config)
    const { maxRemovedShare } = config['catalog.sources']
    const store = createSourceStore(db)
    const runAll = async (kind: string) =>
      void (await Promise.all(list.flatMap(source => (source.kind === kind ? runSoon(source.id) : []))))
    const scim = createScim({ store: createScimStore(db), onChange: () => runAll('scim') })
    const sources = createSources({ list, store, integrations, maxRemovedShare, pushed: scim.people, log })
    const { runSoon, nextRuns } = scheduleSources(core, sources)

    // Without entities of its own: it has files read again that webhooks tell of, wherever they were registered.
    extensions.addProvider({ name: 'catalog-sources', connect: sources.connectRefresh })
    for (const source of list)
      extensions.addProvider({ name: providerName(source), connect: connection => sources.connect(source.id, connection) })
    const deliveries = createDeliveries({ sources, integrations, runSoon, log })
    events.subscribe({ id: 'catalog-sources.webhooks', events: webhooks, run: deliveries.take })
    core.server.inspection.reportProblems('catalog-sources', sources.problems)
    implement(catalogSourcesApi, catalogSourcesRoutes({ sources, scim, catalog, integrations, audit: core.security.audit, nextRuns }))
    return { records: createSourceRecords(store, events) }
  },
})

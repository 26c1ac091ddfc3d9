import { catalogExtensions, catalogService } from '@portico/catalog/server'
import { catalogSourcesApi, manageSourcesPermission, readSourcesPermission } from '@portico/catalog-sources/common'
import { AppError } from '@portico/core/common'
import { defineServerPlugin, type TaskDescription } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { sourcesSections, toSources } from './config.ts'
import { createDeliveries, webhooks } from './deliveries.ts'
import * as first from './migrations/0001-catalog-sources.ts'
import * as second from './migrations/0002-scim.ts'
import * as third from './migrations/0003-version.ts'
import { scimRoutes, sourceRoutes } from './routes.ts'
import { createScimStore } from './scim/scim-store.ts'
import { createScim } from './scim/scim.ts'
import { createSourceRecords, runRequested, sourceRecordsService } from './source-records.ts'
import { createSourceStore } from './source-store.ts'
import { createSources, maxRunMs, providerName } from './sources.ts'

/** Fills the catalog from where people already keep what they have: hosts of repositories, buckets, directories of people. */
export const catalogSourcesPlugin = defineServerPlugin({
  id: 'catalog-sources',
  config: sourcesSections,
  uses: { catalog: catalogService, extensions: catalogExtensions, integrations: integrationsService },
  provides: { records: sourceRecordsService },
  offline: (db, { events }) => ({ records: createSourceRecords(createSourceStore(db), events) }),
  commands: async () => (await import('./commands/source-commands.ts')).sourceCommands,
  migrations: { '0001-catalog-sources': first, '0002-scim': second, '0003-version': third },
  permissions: { permissions: [readSourcesPermission, manageSourcesPermission] },
  setup({ config, db, log, implement, work: { scheduler, events }, security: { audit }, server }, { catalog, extensions, integrations }) {
    const list = toSources(config)
    const { maxRemovedShare } = config['catalog.sources']
    const store = createSourceStore(db)
    const runAll = async (kind: string) =>
      void (await Promise.all(list.flatMap(source => (source.kind === kind ? runSoon(source.id) : []))))
    const scim = createScim({ store: createScimStore(db), onChange: () => runAll('scim') })
    const sources = createSources({ list, store, integrations, maxRemovedShare, pushed: scim.people, log })

    // Without entities of its own: it has files read again that webhooks tell of, wherever they were registered.
    extensions.addProvider({ name: 'catalog-sources', connect: sources.connectRefresh })
    for (const source of list) {
      extensions.addProvider({ name: providerName(source), connect: connection => sources.connect(source.id, connection) })
      const run = (signal: AbortSignal) => runScheduled(source.id, signal)
      scheduler.schedule({ id: taskOf(source.id), description: source.title, ...source.schedule, run })
    }

    async function runScheduled(id: string, signal: AbortSignal): Promise<void> {
      if (await sources.isPaused(id)) return
      const { result, error } = await sources.run(id, { signal, waits: true })
      if (result === 'completed') return
      // The task is seen as failed, too.
      throw new AppError('ServiceUnavailableError', error ?? 'The run failed', { code: 'catalog-sources.failed' })
    }

    /** Runs a source as soon as possible; one that is running is run once more afterwards, as it may have looked before the change. */
    async function runSoon(id: string): Promise<void> {
      await sources.expire(id)
      try {
        await scheduler.trigger(taskOf(id))
      } catch (error) {
        if (!(error instanceof AppError && error.name === 'ConflictError')) throw error
        await events.publish(runRequested, { id, force: false })
      }
    }

    const deliveries = createDeliveries({ sources, integrations, runSoon, log })
    events.subscribe({ id: 'catalog-sources.webhooks', events: webhooks, run: deliveries.take })
    // Asked for by the command line, or while another run was under way.
    events.subscribe({
      id: 'catalog-sources.run-requests',
      events: [runRequested],
      async run({ payload: { id: wanted, force } }) {
        if (list.some(({ id }) => id === wanted)) await sources.run(wanted, { force, signal: AbortSignal.timeout(maxRunMs), waits: true })
      },
    })
    const nextRuns = async () => toNextRuns(await server.inspection.tasks())
    server.inspection.reportProblems('catalog-sources', sources.problems)
    implement(catalogSourcesApi, { ...sourceRoutes({ sources, catalog, integrations, audit, nextRuns }), ...scimRoutes(scim) })
    return { records: createSourceRecords(store, events) }
  },
})

const taskPrefix = 'source-'

function taskOf(id: string): string {
  return `${taskPrefix}${id}`
}

function toNextRuns(tasks: readonly TaskDescription[]): Map<string, string> {
  return new Map(
    tasks.flatMap(({ pluginId, taskId, taskState }) => {
      const startsAt = taskState?.status === 'idle' ? taskState.startsAt : undefined
      return pluginId === 'catalog-sources' && startsAt !== undefined ? [[taskId.slice(taskPrefix.length), startsAt]] : []
    }),
  )
}

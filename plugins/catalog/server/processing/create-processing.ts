import { parseLocationRef, type LocationRef, type PreviewInput } from '@portico/catalog/common'
import type { Core, Events, Logger, Scheduler } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import { toRetentionMs, type CatalogSection } from '../config.ts'
import type { CatalogDatabase } from './write/catalog-database-store.ts'
import { changeStore } from './write/change-store.ts'
import { entityStore } from './write/entity-store.ts'
import { longDefinitionStore } from './write/long-definition-store.ts'
import { checkDocument } from './read/document-limits.ts'
import { createSourceContext, type ThreadSettings } from './source-context.ts'
import { createEntityServiceStore } from './write/entity-service-store.ts'
import { createExplainStore, failingSources } from './explain-store.ts'
import { createExtensions } from './process/extensions.ts'
import { createIngestRunner, type IngestHost } from './ingest-runner.ts'
import { createIngestThread } from './ingest-thread.ts'
import { createLocations } from './read/locations.ts'
import { createLocationStore } from './read/location-store.ts'
import { toError, type EntityError } from './process/process-entity.ts'
import type { SourceContext } from './process/process-source.ts'
import { createProcessorChain, type ProcessorChain } from './process/processor.ts'
import { applyWhole, type EntityProvider, type Mutation, type MutationPart } from './read/provider.ts'
import { createChangePublisher } from './write/publish-changes.ts'
import { rootStore, workChannel } from './read/root-store.ts'
import { findNextWorkMs } from './read/next-work-store.ts'
import { createUnprocessedStore } from './write/unprocessed-store.ts'
import { createFileWatch, type FileWatch } from './read/watch-files.ts'
import { findWatchedFiles } from './read/watch-store.ts'

/** Listens to PostgreSQL's notifications; the core's listener is one. */
export interface NotificationListener {
  on(channel: string, listener: { readonly onMessage: (message: string) => void; readonly onGap: () => void }): () => void
}

export interface ProcessingDependencies {
  readonly db: CatalogDatabase
  /** For the connections of the thread that reads. Without it, reading is done in this thread. */
  readonly thread?: Pick<Core['work'], 'connection' | 'recordStatement'>
  readonly listener: NotificationListener
  readonly config: CatalogSection
  readonly integrations: Pick<Integrations, 'reading' | 'portable'>
  /** Where relative paths in config begin. */
  readonly folder: string
  readonly log: Logger
  readonly events: Pick<Events, 'publish'>
  readonly scheduler: Pick<Scheduler, 'schedule'>
  /** How long a provider that was taken away may take to come back: a plugin that is exchanged is set up anew. */
  readonly providersSettleMs?: number
}

const maxProblems = 5
/** A plugin that is exchanged takes its processors away and brings others at once. */
const processorsSettleMs = 500

export const revisionChannel = 'catalog_revision'

export type Processing = ReturnType<typeof createProcessing>

/** Everything by which entities come into the catalog, change and go. */
export function createProcessing(dependencies: ProcessingDependencies) {
  const { db, log, listener, providersSettleMs = 120_000 } = dependencies
  let { config } = dependencies
  const collected = createExtensions({
    onProcessors: () => hasStarted && reopenSoon(),
    onProvider: provider => hasStarted && isActive(provider) && void connect(provider),
    onProviderGone: () => hasStarted && removeLostSoon(),
  })
  const services = createEntityServiceStore(db)
  const publisher = createChangePublisher({ db, events: dependencies.events, log })
  const listeners = new Set<(revision: number | undefined) => void>()
  const unsubscribe: (() => void)[] = []
  let context: SourceContext | undefined
  let reopening: NodeJS.Timeout | undefined
  let removing: NodeJS.Timeout | undefined
  let host: IngestHost | undefined
  let hasStarted = false
  let isStopped = false
  let watch: FileWatch | undefined

  const running = (): IngestHost => {
    if (!host) throw new Error('The catalog has not started yet')
    return host
  }

  /** Begins to read as the config says; if something was read by another config, in the place of that. */
  async function openIngest(): Promise<void> {
    const steps = createProcessorChain(collected.processors(), config.processorOptions)
    const { rules, locations: roots, kinds, limits } = config
    const settings: ThreadSettings = { rules, locations: roots, kinds, limits, reading: dependencies.integrations.portable() }
    context = createSourceContext(settings, { reading: await dependencies.integrations.reading(), chain: steps })
    const before = host
    host = openHost(settings, steps, context)
    // What it still writes by the old config is outdated as well.
    await before?.stop()
    await rootStore.syncConfig(
      db,
      roots.map(({ type, target }) => ({ type, target })),
    )
    await rootStore.markOutdated(db, context.fingerprint)
    host.wake()
  }

  async function reopen(): Promise<void> {
    if (hasStarted && !isStopped) await openIngest()
  }

  function reopenSoon(): void {
    clearTimeout(reopening)
    const run = () => void reopen().catch((error: unknown) => log.error({ error }, 'the catalog could not take other processors'))
    reopening = setTimeout(run, processorsSettleMs)
  }

  const isActive = ({ name }: EntityProvider) => !config.providerOptions[name]?.disabled

  /** What providers that are gone have brought. */
  async function removeLost(): Promise<void> {
    if (config.orphanProviderStrategy !== 'delete' || isStopped) return
    const active = collected.providers().filter(isActive)
    const removed = await rootStore.removeProviders(
      db,
      active.map(({ name }) => name),
    )
    if (removed.length > 0) log.warn({ providers: removed }, 'entities of providers that are gone were removed')
  }

  function removeLostSoon(): void {
    clearTimeout(removing)
    const run = () =>
      void removeLost().catch((error: unknown) => log.error({ error }, 'entities of a provider that is gone could not be removed'))
    removing = setTimeout(run, providersSettleMs).unref()
  }

  function openHost(settings: ThreadSettings, steps: ProcessorChain, here: SourceContext): IngestHost {
    const { processingInterval, orphanStrategy } = config
    const options = { intervalMs: processingInterval === false ? undefined : processingInterval, orphanStrategy }
    const { thread } = dependencies
    const { intervalMs } = options
    const nextWorkMs = () => findNextWorkMs(db, intervalMs)
    if (thread) return createIngestThread({ ...thread, settings, options, chain: steps, log, nextWorkMs })
    return createIngestRunner({ db, log, context: here, options })
  }

  async function connect(provider: EntityProvider): Promise<void> {
    const own = log.child({ provider: provider.name })
    // Another host may have taken the place of one that was interrupted.
    const current = {
      async applyMutation(part: MutationPart) {
        if (!collected.isProvider(provider)) throw new Error(`The provider '${provider.name}' has been taken away`)
        await running().applyMutation(part)
      },
    }
    const applyMutation = (mutation: Mutation) => applyWhole(current, provider.name, mutation)
    try {
      await provider.connect({ applyMutation, refresh: async keys => void (await refreshKeys(keys)), log: own })
    } catch (error) {
      // One provider that is out of order must not keep the catalog from working.
      own.error({ error }, `the provider '${provider.name}' could not start`)
    }
  }

  function openWatch(): FileWatch {
    const opened = createFileWatch({
      folder: dependencies.folder,
      find: () => findWatchedFiles(db),
      changed: ids => rootStore.refresh(db, ids),
      log,
    })
    opened.follow()
    return opened
  }

  async function refreshKeys(keys: readonly string[]): Promise<number> {
    const count = await rootStore.refreshKeys(db, keys)
    host?.wake()
    return count
  }

  const store = createLocationStore(db)
  const locations = createLocations({
    store,
    allowedTypes: collected.locationTypes,
    isReadOnly: () => config.readonly,
    defaultConflict: () => config.defaultLocationConflictStrategy,
    preview: (location, options) => running().preview(location, options),
    check: ({ type, target }) => context?.readers.check(type, target),
  })

  return {
    /** For other plugins. */
    extensions: collected.extensions,
    locations,
    unprocessed: createUnprocessedStore(db),
    explainDetails: createExplainStore(db),
    /** Sources that could not be read or taken in, for those who run the portal. */
    async problems() {
      const failing = await failingSources(db, maxProblems)
      const items = failing.map(({ name, error, failures }) => ({
        subject: name,
        message: `${error.name}: ${error.message}${error.cause === undefined ? '' : ` (${error.cause})`}${failures > 1 ? `, ${failures} times in a row` : ''}`,
      }))
      return { title: 'Sources that fail', count: failing[0]?.count ?? 0, items }
    },
    ancestry: services.ancestry,
    refreshKeys,
    inspect: (input: PreviewInput) => running().inspect(input),

    async start(): Promise<void> {
      hasStarted = true
      const active = collected.providers().filter(isActive)
      await removeLost()
      await openIngest()
      if (config.watchFiles) watch = openWatch()
      listen()
      scheduleRetention()
      publisher.wake()
      await Promise.all(active.map(connect))
    },

    /** Goes on with another config: reads new locations, removes those that it no longer names, and processes again what it processes differently. */
    async reconfigure(next: CatalogSection): Promise<void> {
      config = next
      await reopen()
    },
    /** Goes on with other readers. */
    reopen,

    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(reopening)
      clearTimeout(removing)
      for (const stop of unsubscribe) stop()
      await Promise.all([host?.stop(), publisher.stop(), watch?.close()])
    },

    /** Runs when the catalog has changed, with the revision; without one after a gap. Returns the function that unsubscribes. */
    onRevision(run: (revision: number | undefined) => void): () => void {
      listeners.add(run)
      return () => void listeners.delete(run)
    },

    /** Has an entity, and everything that leads to it, read again soon. False when it is unknown. */
    async refresh(ref: string): Promise<boolean> {
      const isKnown = await services.refresh(ref.toLowerCase())
      host?.wake()
      return isKnown
    },

    /** Has one source read again soon. */
    async refreshSource(id: number): Promise<void> {
      await rootStore.refresh(db, [id])
      host?.wake()
    },

    /** Removes an entity; a source that still lists it brings it back at once. Undefined when there is none. */
    async deleteByUid(uid: string): Promise<{ ref: string; revision: number } | undefined> {
      const deleted = await services.deleteByUid(uid)
      host?.wake()
      return deleted
    },

    /** Processes an entity as if it came from a location. Returns what is wrong with it. */
    async validate(entity: unknown, location: string | LocationRef): Promise<readonly EntityError[]> {
      if (!context) throw new Error('The catalog has not started yet')
      const ref = typeof location === 'string' ? parseLocationRef(location) : location
      // What is within the limits is quickly handed over; looking at it may take longer than the thread that answers has time for.
      const tooMuch = checkDocument(entity, context.limits)
      return tooMuch ? [toError(tooMuch)] : running().validate(entity, ref)
    },
  }

  function listen(): void {
    const notify = (revision: number | undefined) => {
      publisher.wake()
      watch?.follow()
      for (const listener of listeners) listener(revision)
    }
    unsubscribe.push(
      listener.on(revisionChannel, { onMessage: message => notify(Number(message)), onGap: () => notify(undefined) }),
      listener.on(workChannel, { onMessage: () => host?.wake(), onGap: () => host?.wake() }),
    )
  }

  function scheduleRetention(): void {
    dependencies.scheduler.schedule({
      id: 'forget-history',
      description: 'Deletes changes that are older than catalog.history.retention',
      frequency: { hours: 1 },
      timeout: { minutes: 10 },
      initialDelay: { minutes: 5 },
      run: async signal => {
        const olderThanMs = toRetentionMs(config.history)
        while (!signal.aborted && (await changeStore.deleteOld(db, olderThanMs)) > 0);
        await db.transaction().execute(async trx => {
          await entityStore.lock(trx)
          await longDefinitionStore.deleteUnused(trx)
        })
      },
    })
  }
}

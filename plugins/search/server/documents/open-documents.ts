import { AppError, parseDuration } from '@portico/core/common'
import type { Core, Schedule } from '@portico/core/server'
import { runRequested } from '../commands/offline-index.ts'
import type { SearchSection } from '../config.ts'
import type { SearchEngine } from '../engines/engine.ts'
import { createCollation } from './collate.ts'
import type { CollationStore } from './collation-store.ts'
import type { DocumentStore } from './document-store.ts'
import { createSources } from './sources.ts'

interface Dependencies {
  readonly engine: SearchEngine
  readonly store: DocumentStore
  readonly collations: CollationStore
  /** The config as it is now. */
  readonly section: () => SearchSection
}

const taskId = (type: string) => `collate-${type}`

/** Everything that brings documents to the engine: sources, their schedules, and runs that somebody asks for. */
export function openDocuments(
  { log, work, onStart }: Pick<Core, 'log' | 'work' | 'onStart'>,
  { engine, store, collations, section }: Dependencies,
) {
  const { scheduler, events } = work
  let hasStarted = false
  onStart(() => void (hasStarted = true))
  const sources = createSources({
    settingsOf: key => (section().collators as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[key] ?? {},
    updatesOf: source => ({
      replace: (groups, versions) => collation.replace(source, groups, versions),
      runSoon: () => runWhole(source.type),
      settings: () => sources.settings(source),
    }),
    onSource(source, schedule) {
      const end = scheduler.schedule({
        ...schedule,
        id: taskId(source.type),
        description: `Reads all search documents of type ${source.type}`,
        run: signal => collation.run(source, signal),
      })
      const stop = hasStarted ? readNew(source.type, schedule) : () => {}
      return async () => {
        stop()
        await end()
      }
    },
  })
  const collation = createCollation({ engine, store: collations, sources, log })

  /** Of a plugin that comes while the portal runs: the task may have run for the version before, and is due much later. */
  function readNew(type: string, { initialDelay = 0 }: Schedule): () => void {
    engine.useTypes?.()
    const run = () => runWhole(type).catch(ignoreConflict)
    const timer = setTimeout(
      () => void run().catch((error: unknown) => log.warn({ error, type }, 'new search documents could not be read')),
      parseDuration(initialDelay) ?? 0,
    )
    return () => clearTimeout(timer)
  }

  /** On whichever server: everything is read again, also what seems not to have changed. */
  async function runWhole(type: string): Promise<void> {
    await engine.versions?.forget(type)
    await scheduler.trigger(taskId(type))
  }

  events.subscribe({
    id: 'search-run',
    events: [runRequested],
    async run({ payload }) {
      // One that runs already is as good as a new one.
      for (const type of payload.types) if (sources.get(type)) await runWhole(type).catch(ignoreConflict)
    },
  })
  scheduler.schedule({
    id: 'tidy',
    description: 'Removes documents of types that no plugin registers any more',
    frequency: { hours: 24 },
    initialDelay: { minutes: 5 },
    timeout: { minutes: 5 },
    run: () => store.tidy(sources.types),
  })
  return { sources, runWhole }
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof AppError && error.name === 'ConflictError')) throw error
}

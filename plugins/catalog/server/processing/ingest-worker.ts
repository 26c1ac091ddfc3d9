import type { Logger } from '@portico/core/server'
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalogDatabase, type ConnectionConfig } from './write/catalog-database-store.ts'
import type { ReaderDeath } from './read/claim-store.ts'
import { createEngine, openReading, type ThreadSettings } from './engine.ts'
import { createIngestRunner, type IngestHost } from './ingest-runner.ts'
import type { IngestOptions } from './ingest.ts'
import { createPortCalls } from './port-calls.ts'
import type { ProcessorChain, ProcessorStage } from './process/processor.ts'

/** What the thread is told at its start. */
export interface IngestThreadData {
  readonly connection: ConnectionConfig
  readonly settings: ThreadSettings
  readonly options: IngestOptions
  /** What only the main thread can do, because plugins brought it. */
  readonly remote: { readonly stages: readonly ProcessorStage[]; readonly fingerprint: string }
  /** Who this thread is, and which before it died. */
  readonly owner: string
  readonly deaths: readonly ReaderDeath[]
}

if (parentPort) await run(workerData as IngestThreadData, parentPort)

/** The thread that reads and writes the catalog, with connections of its own, so that answering requests is never held up. */
async function run(
  { connection, settings, options, remote, owner, deaths }: IngestThreadData,
  port: NonNullable<typeof parentPort>,
): Promise<void> {
  const log = createRemoteLog((level, facts, message) => port.postMessage({ id: 0, method: 'log', args: [level, facts, message] }))
  const { db, close } = openCatalogDatabase(connection, error =>
    log.warn({ error: error.message }, 'a database connection of the catalog was lost'),
  )
  // The last time that this thread was woken, so that nobody takes an older rest for one after it.
  let wakes = 0
  // Calls that come before everything is loaded wait for it.
  const ready = Promise.withResolvers<IngestHost>()
  const calls = createPortCalls(port, {
    wake: async (count: number) => {
      const host = await ready.promise
      wakes = count
      host.wake()
    },
    applyMutation: async (part: Parameters<IngestHost['applyMutation']>[0]) => (await ready.promise).applyMutation(part),
    preview: async (...args: Parameters<IngestHost['preview']>) => (await ready.promise).preview(...args),
    validate: async (...args: Parameters<IngestHost['validate']>) => (await ready.promise).validate(...args),
    stop: async () => {
      const isInterrupted = await (await ready.promise).stop()
      await close()
      return isInterrupted
    },
  })
  const chain: ProcessorChain = { ...remote, run: (stage, inputs) => calls.call('process', stage, inputs) }
  const context = createEngine(settings, { reading: await openReading(settings.reading), chain })
  const tellRest = (pauseMs: number | undefined) => port.postMessage({ id: 0, method: 'rest', args: [pauseMs, wakes] })
  const onWork = (sourceId: number | undefined) => port.postMessage({ id: 0, method: 'work', args: [sourceId] })
  ready.resolve(createIngestRunner({ db, log, context, options, owner, deaths, onWork }, tellRest))
}

type Tell = (level: 'debug' | 'info' | 'warn' | 'error', facts: object, message: string) => void

function createRemoteLog(tell: Tell): Logger {
  const at =
    (level: Parameters<Tell>[0]) =>
    (first: object | string, message = '') => {
      if (typeof first === 'string') return tell(level, {}, first)
      // Errors lose their fields on the way to another thread, and facts may hold what cannot travel.
      const facts = Object.fromEntries(
        Object.entries(first).map(([key, value]) => [
          key,
          value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value,
        ]),
      )
      tell(level, JSON.parse(JSON.stringify(facts)) as object, message)
    }
  const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child: () => log }
  return log
}

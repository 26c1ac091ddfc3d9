import type { ThreadDatabaseOptions } from '@portico/core/server/thread-database'
import { serveWorker, type ServedWorker, type WorkerSide } from '@portico/core/server/worker'
import { parentPort, workerData } from 'node:worker_threads'
import { openCatalogDatabase } from './write/catalog-database-store.ts'
import type { ReaderDeath } from './read/claim-store.ts'
import { createSourceContext, openReading, type ThreadSettings } from './source-context.ts'
import { createIngestRunner, type IngestHost } from './ingest-runner.ts'
import type { IngestOptions } from './ingest.ts'
import type { ProcessorChain, ProcessorStage } from './process/processor.ts'

/** What the thread gets at its start. */
export interface IngestThreadData {
  readonly connection: ThreadDatabaseOptions['connection']
  readonly settings: ThreadSettings
  readonly options: IngestOptions
  /** What only the main thread can do, because plugins brought it. */
  readonly remote: { readonly stages: readonly ProcessorStage[]; readonly fingerprint: string }
  /** Who this thread is, and which before it died. */
  readonly owner: string
  readonly deaths: readonly ReaderDeath[]
}

export type IngestMethods = Pick<IngestHost, 'applyMutation' | 'preview' | 'inspect' | 'validate'>

if (parentPort) await serveWorker(parentPort, side => load(workerData as IngestThreadData, side))

/** The thread that reads and writes the catalog, with connections of its own, so that answering requests is never held up. */
async function load(
  { connection, settings, options, remote, owner, deaths }: IngestThreadData,
  { log, call, notify, recordStatement, idle }: WorkerSide,
): Promise<ServedWorker<IngestMethods>> {
  const { db, close } = openCatalogDatabase({
    connection,
    recordStatement,
    onLost: error => log.warn({ error: error.message }, 'a database connection of the catalog was lost'),
  })
  const chain: ProcessorChain = { ...remote, run: (stage, inputs) => call('process', stage, inputs) }
  const context = createSourceContext(settings, { reading: await openReading(settings.reading), chain })
  const onWork = (sourceId: number | undefined) => notify('work', sourceId)
  const { wake, stop, applyMutation, preview, inspect, validate } = createIngestRunner(
    { db, log, context, options, owner, deaths, onWork },
    idle,
  )
  return {
    methods: { applyMutation, preview, inspect, validate },
    wake,
    async stop() {
      const isInterrupted = await stop()
      await close()
      return isInterrupted
    },
  }
}

import type { Logger } from '@portico/core/server'
import { createLongLivedWorker, type LongLivedWorkerOptions } from '@portico/core/server/worker'
import { randomUUID } from 'node:crypto'
import type { ReaderDeath } from './read/claim-store.ts'
import type { IngestHost } from './ingest-runner.ts'
import type { IngestMethods, IngestThreadData } from './ingest-worker.ts'
import { readingInterrupted } from './read/provider.ts'
import type { ProcessorChain, ProcessorInput, ProcessorStage } from './process/processor.ts'

export interface IngestThreadOptions
  extends Omit<IngestThreadData, 'remote' | 'owner' | 'deaths'>, Pick<LongLivedWorkerOptions, 'recordStatement' | 'heapMegabytes'> {
  readonly chain: ProcessorChain
  /** In how many milliseconds there is something to read or write; undefined: until woken. */
  readonly nextWorkMs?: () => Promise<number | undefined>
  readonly log: Logger
  /** How long the thread must be idle to be closed, and how long it stays open after it said so. */
  readonly idle?: { readonly minMs: number; readonly closeAfterMs: number }
}

const maxDeaths = 20

/** Runs the reading and writing of the catalog in a thread of its own, which is open while there is work. */
export function createIngestThread({
  chain,
  log,
  recordStatement,
  nextWorkMs,
  idle,
  heapMegabytes,
  ...data
}: IngestThreadOptions): IngestHost {
  const deaths: ReaderDeath[] = []

  function open() {
    const owner = randomUUID()
    // The source that it is working on.
    let suspect: number | undefined
    const threadData: IngestThreadData = { ...data, remote: { stages: chain.stages, fingerprint: chain.fingerprint }, owner, deaths }
    return {
      data: threadData,
      handlers: {
        process: (stage: ProcessorStage, inputs: readonly ProcessorInput[]) => chain.run(stage, inputs),
        work: (sourceId: number | undefined) => void (suspect = sourceId),
      },
      onDeath(reason: string) {
        log.error({ source: suspect, reason }, 'the thread that reads the catalog died; its source is read alone from now on')
        deaths.splice(0, deaths.length, ...[...deaths, { owner, suspect, reason }].slice(-maxDeaths))
      },
    }
  }

  const worker = createLongLivedWorker<IngestMethods>({
    module: new URL('./ingest-worker.ts', import.meta.url),
    name: 'catalog',
    log,
    open,
    interrupted: readingInterrupted,
    ...(recordStatement && { recordStatement }),
    ...(nextWorkMs && { nextWorkMs }),
    ...(idle && { idle }),
    ...(heapMegabytes !== undefined && { heapMegabytes }),
  })

  return {
    wake: worker.wake,
    applyMutation: part => worker.call('applyMutation', part),
    preview: (location, options) => worker.call('preview', location, options),
    inspect: input => worker.call('inspect', input),
    validate: (document, location) => worker.call('validate', document, location),
    async stop() {
      await worker.stop()
      return false
    },
  }
}

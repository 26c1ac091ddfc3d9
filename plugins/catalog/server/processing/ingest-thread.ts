import type { Logger } from '@portico/core/server'
import { Worker } from 'node:worker_threads'
import type { IngestHost } from './ingest-runner.ts'
import type { IngestThreadData } from './ingest-worker.ts'
import { createPortCalls, type PortCalls } from './port-calls.ts'
import type { ProcessorChain, ProcessorInput, ProcessorStage } from './processor.ts'

export interface IngestThreadOptions extends Omit<IngestThreadData, 'remote'> {
  readonly chain: ProcessorChain
  readonly log: Logger
}

// A burst of reading makes much that is thrown away at once; more room for that means less work to find it.
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 }
const restartMs = 1000
const stopMs = 10_000

/** Runs the reading and writing of the catalog in a thread of its own. A thread that dies is replaced. */
export function createIngestThread({ chain, log, ...data }: IngestThreadOptions): IngestHost {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let current = open()

  function open(): { worker: Worker; calls: PortCalls } {
    const remote = { stages: chain.stages, fingerprint: chain.fingerprint }
    const workerData: IngestThreadData = { ...data, remote }
    const worker = new Worker(new URL('./ingest-worker.ts', import.meta.url), { workerData, resourceLimits, name: 'catalog' })
    const calls = createPortCalls(worker, {
      log: (level: 'debug' | 'info' | 'warn' | 'error', facts: object, message: string) => log[level](facts, message),
      process: (stage: ProcessorStage, inputs: readonly ProcessorInput[]) => chain.run(stage, inputs),
    })
    worker.on('error', error => log.error({ error }, 'the thread that reads the catalog died'))
    worker.on('exit', () => {
      calls.close(new Error('The thread that reads the catalog has ended'))
      if (isStopped) return
      timer = setTimeout(() => {
        current = open()
        wake()
      }, restartMs)
    })
    return { worker, calls }
  }

  function wake(): void {
    // Nobody waits for it: a thread that is not there looks by itself when it is.
    current.calls.call('wake').catch(() => {})
  }

  return {
    wake,
    applyMutation: part => current.calls.call('applyMutation', part),
    preview: location => current.calls.call('preview', location),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, stopMs)
      await Promise.race([current.calls.call('stop').catch(() => {}), late])
      clearTimeout(limit)
      await current.worker.terminate()
    },
  }
}

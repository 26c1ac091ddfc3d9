import type { Logger } from '@portico/core/server'
import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ReaderDeath } from './read/claim-store.ts'
import { longestTimerMs, type IngestHost } from './ingest-runner.ts'
import type { IngestThreadData } from './ingest-worker.ts'
import type { EntityError } from './process/process-entity.ts'
import type { Preview } from './process/preview.ts'
import { createPortCalls, type PortCalls } from './port-calls.ts'
import { readingInterrupted } from './read/provider.ts'
import type { ProcessorChain, ProcessorInput, ProcessorStage } from './process/processor.ts'

export interface IngestThreadOptions extends Omit<IngestThreadData, 'remote' | 'owner' | 'deaths'> {
  readonly chain: ProcessorChain
  readonly log: Logger
  /** How long a rest must be for the thread to go, and how long it stays to see whether it comes to that. */
  readonly rest?: { readonly shortestMs: number; readonly closeAfterMs: number }
  readonly heapMegabytes?: number
}

/** Beyond this the thread ends, and not the server. */
const usualHeapMegabytes = 1024
// A burst of reading makes much that is thrown away at once; more room for that means less work to find it.
const maxYoungGenerationSizeMb = 32
const rememberedDeaths = 20
const restartMs = 1000
const stopMs = 10_000
/** A thread that has nothing to do for longer than this is closed, because it costs as much memory as all the rest of the server. */
const usualRest = { shortestMs: 10_000, closeAfterMs: 2000 }

interface Thread {
  readonly worker: Worker
  readonly calls: PortCalls
  readonly owner: string
  /** The source that it is working on. */
  suspect: number | undefined
  reason: string
}

/** Runs the reading and writing of the catalog in a thread of its own, which is there while there is work. One that dies is replaced. */
export function createIngestThread(given: IngestThreadOptions): IngestHost {
  const { chain, log, rest: resting = usualRest, heapMegabytes = usualHeapMegabytes, ...data } = given
  const { shortestMs, closeAfterMs } = resting
  const resourceLimits = { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: heapMegabytes }
  const deaths: ReaderDeath[] = []
  const closing = new Set<Promise<unknown>>()
  let isStopped = false
  let current: Thread | undefined
  let timer: NodeJS.Timeout | undefined
  let underWay = 0
  let wakes = 0

  function open(): Thread {
    const remote = { stages: chain.stages, fingerprint: chain.fingerprint }
    const owner = randomUUID()
    const workerData: IngestThreadData = { ...data, remote, owner, deaths }
    const worker = new Worker(new URL('./ingest-worker.ts', import.meta.url), { workerData, resourceLimits, name: 'catalog' })
    const calls = createPortCalls(worker, {
      log: (level: 'debug' | 'info' | 'warn' | 'error', facts: object, message: string) => log[level](facts, message),
      process: (stage: ProcessorStage, inputs: readonly ProcessorInput[]) => chain.run(stage, inputs),
      work: (sourceId: number | undefined) => void (thread.suspect = sourceId),
      rest: (pauseMs: number | undefined, woken: number) => woken === wakes && rest(thread, pauseMs),
    })
    const thread: Thread = { worker, calls, owner, suspect: undefined, reason: 'it ended' }
    worker.on('error', error => {
      thread.reason = error instanceof Error ? error.message : String(error)
      log.error({ error, source: thread.suspect }, 'the thread that reads the catalog died')
    })
    worker.on('exit', () => {
      const { suspect, reason } = thread
      if (!isStopped && current === thread)
        deaths.splice(0, deaths.length, ...[...deaths, { owner, suspect, reason }].slice(-rememberedDeaths))
      calls.close(readingInterrupted())
      if (current !== thread) return
      current = undefined
      wakeIn(restartMs)
    })
    return thread
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(wake, Math.min(ms, longestTimerMs))
  }

  /** The thread has looked and found nothing more to do until then. */
  function rest(thread: Thread, pauseMs: number | undefined): void {
    if (thread !== current || isStopped || (pauseMs !== undefined && pauseMs < shortestMs)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (underWay > 0) return rest(thread, pauseMs)
      current = undefined
      if (pauseMs !== undefined) wakeIn(pauseMs - closeAfterMs)
      const closed = close(thread)
        // It had begun something by itself, which is to be done soon.
        .then(isInterrupted => (isInterrupted ? wakeIn(0) : undefined))
        .finally(() => closing.delete(closed))
      closing.add(closed)
    }, closeAfterMs)
  }

  /** Returns whether the thread had something to do. */
  async function close({ worker, calls }: Thread): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const limit = setTimeout(() => resolve(true), stopMs)
    const isInterrupted = await Promise.race([calls.call<boolean>('stop').catch(() => true), late])
    clearTimeout(limit)
    await worker.terminate()
    return isInterrupted
  }

  async function call<T>(method: 'wake' | 'applyMutation' | 'preview' | 'validate', ...args: unknown[]): Promise<T> {
    if (isStopped) throw new Error('The thread that reads the catalog has ended')
    clearTimeout(timer)
    current ??= open()
    underWay += 1
    try {
      return await current.calls.call<T>(method, ...args)
    } finally {
      underWay -= 1
    }
  }

  function wake(): void {
    if (isStopped) return
    wakes += 1
    // Nobody waits for it: a thread that is not there looks by itself when it is.
    call('wake', wakes).catch(() => {})
  }

  return {
    wake,
    async applyMutation(part) {
      await call('applyMutation', part)
      // Once more, so that the thread says when it may rest.
      wake()
    },
    async preview(location, options) {
      const found = await call<Preview>('preview', location, options)
      wake()
      return found
    },
    async validate(document, location) {
      const found = await call<readonly EntityError[]>('validate', document, location)
      wake()
      return found
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([...closing, current && close(current)])
      return false
    },
  }
}

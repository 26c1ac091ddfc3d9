import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import type { Logger } from '../operations/log.ts'
import { createSemaphore } from './semaphore.ts'
import type { WorkerOptions, Workers } from './workers.ts'

export interface WorkersDependencies {
  readonly log: Logger
  /** How many threads may work at once. */
  readonly maxThreads?: number
  /** How long an idle thread is kept. */
  readonly idleMs?: number
}

/** Worker threads that are started when there is work and end when they are idle. */
export function createWorkers({ log, maxThreads = Math.max(availableParallelism() - 1, 2), idleMs = 10_000 }: WorkersDependencies) {
  // Piscina has a queue too, but without idle threads it drops the queue when a thread dies.
  const limit = createSemaphore(maxThreads)
  let pool: Promise<Piscina> | undefined
  let stopped = false

  // Loaded when the first work comes: most servers never need it in their first minutes.
  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const opened = new Piscina({ minThreads: 0, maxThreads, idleTimeout: idleMs })
    // A thread that dies between two tasks has no caller to reject; the next task gets a new one.
    opened.on('error', error => log.error({ error }, 'a worker thread died'))
    return opened
  }

  async function runInThread(module: URL, input: unknown, { signal, timeoutMs }: WorkerOptions): Promise<unknown> {
    if (stopped) throw new Error('The server stops; no more work is taken')
    const name = module.pathname.split('/').at(-1) ?? ''
    const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
    const signals = [signal, timeout].filter(each => each !== undefined)
    pool ??= open()
    try {
      // When its signal aborts, Piscina ends the thread, so even an endless loop ends.
      return await (await pool).run(input, { filename: module.href, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) })
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (timeout?.aborted) throw new Error(`The worker '${name}' took longer than ${timeoutMs} ms`, { cause: error })
      throw new Error(`The worker '${name}' failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }

  const workers: Workers = {
    async run<I, O>(module: URL, input: I, options: WorkerOptions = {}): Promise<O> {
      return (await limit(() => runInThread(module, input, options), options.signal)) as O
    },
  }

  return {
    ...workers,
    /** How many threads there are at the moment. */
    async threadCount(): Promise<number> {
      return pool ? (await pool).threads.length : 0
    },
    /** Ends all threads; pending calls are rejected. */
    async stop(): Promise<void> {
      stopped = true
      if (pool) await (await pool).destroy()
    },
  }
}

import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { maxTimerMs } from '@portico/core/common/duration'
import type { RecordStatement } from '../database/statements.ts'
import type { Logger } from '../operations/log.ts'
import { createPortCalls, handlersIn, type Handlers, type PortCalls } from './port-calls.ts'

/** What is new for each thread of a long-lived worker. */
export interface WorkerThread {
  /** Given to the thread as `workerData`. */
  readonly data: object
  /** What the thread may call here. */
  readonly handlers?: Handlers
  /** The thread ended without being asked to. */
  readonly onDeath?: (reason: string) => void
}

export interface LongLivedWorkerOptions {
  /** `new URL('./ingest-worker.ts', import.meta.url)`: a module that calls `serveWorker`. */
  readonly module: URL
  /** For the log and the debugger. */
  readonly name: string
  readonly log: Logger
  /** `core.work.recordStatement`, where the thread has connections to the database. */
  readonly recordStatement?: RecordStatement
  /** Called for every thread that is opened. */
  readonly open: () => WorkerThread
  /** Beyond this the thread ends, and not the server. */
  readonly heapMegabytes?: number
  /** Room for what is garbage soon: more means less work to collect a burst of it, less means less memory. */
  readonly youngMegabytes?: number
  /** A thread with nothing to do for at least `minMs` is closed `closeAfterMs` after it said so. */
  readonly idle?: { readonly minMs: number; readonly closeAfterMs: number }
  /**
   * In how many milliseconds there is something to do; undefined: until woken. Asked before a wake opens a thread, which costs more than
   * to find out that there is nothing. Without it every wake opens one.
   */
  readonly nextWorkMs?: () => Promise<number | undefined>
  /** What callers get whose thread died before it answered. */
  readonly interrupted: () => Error
}

interface Thread extends WorkerThread {
  readonly worker: Worker
  readonly calls: PortCalls
  reason: string
}

const defaultYoungMegabytes = 32
const restartMs = 1000
const stopTimeoutMs = 10_000
/** An idle thread costs as much memory as all the rest of a small server. */
const defaultIdle = { minMs: 10_000, closeAfterMs: 2000 }

/**
 * A thread with typed calls that is open while there is work: it is opened by the first call, closed when it reports that it is idle, and
 * replaced when it dies. Its death costs the calls under way and nothing else.
 */
export function createLongLivedWorker<Methods extends Handlers>(options: LongLivedWorkerOptions) {
  const { name, log, heapMegabytes = 1024, youngMegabytes = defaultYoungMegabytes, idle = defaultIdle } = options
  const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes, maxOldGenerationSizeMb: heapMegabytes }
  const closing = new Set<Promise<unknown>>()
  let isStopped = false
  let current: Thread | undefined
  let timer: NodeJS.Timeout | undefined
  let pending = 0
  let wakes = 0
  let isLooking = false

  function open(): Thread {
    const { data, handlers, onDeath } = options.open()
    // The server is started with little room for young objects, a flag that would overrule `resourceLimits`. Its own heap has read it already.
    setFlagsFromString('--max-semi-space-size=0')
    const worker = new Worker(options.module, { workerData: data, resourceLimits, name })
    const own = {
      log: (level: 'debug' | 'info' | 'warn' | 'error', fields: object, message: string) => log[level](fields, message),
      statements: (recorded: readonly Parameters<RecordStatement>[]) => {
        for (const statement of recorded) options.recordStatement?.(...statement)
      },
      idle: (pauseMs: number | undefined, woken: number) => woken === wakes && onIdle(thread, pauseMs),
    }
    const calls = createPortCalls(worker, handlersIn({ ...handlers, ...own }))
    const thread: Thread = { data, worker, calls, reason: 'it ended', ...(onDeath && { onDeath }) }
    worker.on('error', error => {
      thread.reason = error instanceof Error ? error.message : String(error)
      log.error({ error }, `the worker thread '${name}' died`)
    })
    worker.on('exit', () => {
      const isDeath = !isStopped && current === thread
      if (isDeath) thread.onDeath?.(thread.reason)
      calls.close(options.interrupted())
      if (current !== thread) return
      current = undefined
      // What it was doing is to be done, whatever the next work is.
      wakeIn(restartMs, wakeThread)
    })
    return thread
  }

  function wakeIn(ms: number, run: () => void = wake): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(run, Math.min(ms, maxTimerMs))
  }

  function onIdle(thread: Thread, pauseMs: number | undefined): void {
    if (thread !== current || isStopped || (pauseMs !== undefined && pauseMs < idle.minMs)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (pending > 0) return onIdle(thread, pauseMs)
      current = undefined
      if (pauseMs !== undefined) wakeIn(pauseMs - idle.closeAfterMs)
      const closed = close(thread)
        // It had begun something by itself, which is to be done soon.
        .then(wasBusy => (wasBusy ? wakeIn(0) : undefined))
        .finally(() => closing.delete(closed))
      closing.add(closed)
    }, idle.closeAfterMs)
  }

  /** Returns whether the thread had something to do. */
  async function close({ worker, calls }: Thread): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const limit = setTimeout(() => resolve(true), stopTimeoutMs)
    const wasBusy = await Promise.race([calls.call<boolean>('stop').catch(() => true), late])
    clearTimeout(limit)
    await worker.terminate()
    return wasBusy
  }

  async function send<T>(method: string, args: readonly unknown[]): Promise<T> {
    if (isStopped) throw new Error(`The worker thread '${name}' has ended`)
    clearTimeout(timer)
    current ??= open()
    pending += 1
    try {
      return await current.calls.call<T>(method, ...args)
    } finally {
      pending -= 1
    }
  }

  function wake(): void {
    if (current || !options.nextWorkMs) return wakeThread()
    wakes += 1
    if (!isStopped && !isLooking) void look(options.nextWorkMs)
  }

  /** Opens a thread if there is work for it now. */
  async function look(nextWorkMs: () => Promise<number | undefined>): Promise<void> {
    isLooking = true
    const before = wakes
    // A thread that cannot find out either tries again by itself.
    const ms = await nextWorkMs().catch(() => 0)
    isLooking = false
    if (isStopped) return
    if (current || (ms !== undefined && ms <= 0)) wakeThread()
    else if (wakes !== before) wake()
    else if (ms !== undefined) wakeIn(ms)
  }

  function wakeThread(): void {
    if (isStopped) return
    wakes += 1
    // No caller waits for it: a thread that is not there yet looks for work when it opens.
    send('wake', [wakes]).catch(() => {})
  }

  return {
    /** There may be something to do. Opens the thread if it is closed. */
    wake,
    /** Calls a method of the thread. It is woken afterwards, so that it reports when it is idle. */
    async call<K extends keyof Methods & string>(method: K, ...args: Parameters<Methods[K]>): Promise<Awaited<ReturnType<Methods[K]>>> {
      const result = await send<Awaited<ReturnType<Methods[K]>>>(method, args)
      wake()
      return result
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([...closing, current && close(current)])
    },
  }
}

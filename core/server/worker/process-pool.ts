import { AppError, unavailableError } from '@portico/core/common/errors'
import { BoundedProcessError, startBoundedProcess, type BoundedProcess, type BoundedProcessOptions } from './bounded-process.ts'

export interface ProcessPoolOptions extends BoundedProcessOptions {
  /** What its processes do, for messages: 'rendering'. */
  readonly purpose: string
  readonly maxProcesses: number
  /** Of them one key may occupy so many at once; the rest is for others. */
  readonly maxProcessesPerKey: number
  readonly maxWaitingPerKey?: number
  readonly maxWaiting?: number
  /** How long an unused process is kept. */
  readonly idleMs?: number
}

export interface PooledMessage {
  /** Whose message it is: a user, mostly. Keys are served in turn. */
  readonly key: string
  /** How long it may take once it has begun. */
  readonly timeoutMs: number | (() => number)
  readonly signal?: AbortSignal | undefined
  /** Messages that are the same are asked once for all who wait; each waits for the key that has its turn first. */
  readonly same?: string | undefined
  /** Told how long the process had it. */
  readonly onUsed?: (ms: number) => void
}

interface Job {
  readonly message: object
  readonly limits: PooledMessage
  readonly done: PromiseWithResolvers<unknown>
  hasBegun: boolean
}

export type ProcessPool = ReturnType<typeof createProcessPool>

/**
 * The one way to bounded processes that answer many: at most so many, started when they are needed and ended when they are not. Each key has a
 * queue of its own, and the queues are served in turn, so that nobody waits for the slow messages of another.
 */
export function createProcessPool(options: ProcessPoolOptions) {
  const { purpose, maxProcesses, maxProcessesPerKey, maxWaitingPerKey = 50, maxWaiting = 1000, idleMs = 60_000 } = options
  const queues = new Map<string, Job[]>()
  const shared = new Map<string, Job>()
  const occupied = new Map<string, number>()
  const idle: { readonly process: BoundedProcess; readonly timer: NodeJS.Timeout }[] = []
  const busy = new Set<BoundedProcess>()
  let running = 0
  let isStopped = false

  /** Why no message of this key may wait now. */
  function refusal(key: string): AppError | undefined {
    const waiting = queues.get(key)?.filter(({ hasBegun }) => !hasBegun).length ?? 0
    if (waiting >= maxWaitingPerKey) return tooManyOfOne(purpose, maxWaitingPerKey)
    return waitingCount() >= maxWaiting ? tooManyOfAll(purpose) : undefined
  }

  function enqueue(key: string, job: Job): void {
    queues.set(key, [...(queues.get(key)?.filter(({ hasBegun }) => !hasBegun) ?? []), job])
  }

  function waitingCount(): number {
    return [...queues.values()].reduce((sum, queue) => sum + queue.length, 0)
  }

  /** The next message of the key that waits longest and has a process left to use. */
  function take(): { readonly key: string; readonly job: Job } | undefined {
    for (const [key, queue] of queues) {
      while (queue[0]?.hasBegun) queue.shift()
      if (queue.length > 0 && (occupied.get(key) ?? 0) >= maxProcessesPerKey) continue
      const job = queue.shift()
      // It is the turn of the others now.
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      if (job) return { key, job }
    }
    return undefined
  }

  function serve(): void {
    while (running < maxProcesses && !isStopped) {
      const next = take()
      if (!next) return
      void run(next.key, next.job)
    }
  }

  async function run(key: string, job: Job): Promise<void> {
    job.hasBegun = true
    running += 1
    occupied.set(key, (occupied.get(key) ?? 0) + 1)
    try {
      job.done.resolve(await ask(job).catch((error: unknown) => (isUnsent(error) ? ask(job) : Promise.reject(error))))
    } catch (error) {
      job.done.reject(isStopped ? stopping(purpose) : error)
    } finally {
      running -= 1
      const left = (occupied.get(key) ?? 1) - 1
      if (left > 0) occupied.set(key, left)
      else occupied.delete(key)
      serve()
    }
  }

  async function ask({ message, limits }: Job): Promise<unknown> {
    const { timeoutMs, signal, onUsed } = limits
    signal?.throwIfAborted()
    const used = takeProcess()
    const began = performance.now()
    try {
      return await used.send(message, { timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(), signal })
    } finally {
      onUsed?.(performance.now() - began)
      giveBack(used)
    }
  }

  function takeProcess(): BoundedProcess {
    let found = idle.pop()
    while (found?.process.isGone) found = idle.pop()
    clearTimeout(found?.timer)
    const used = found?.process ?? startBoundedProcess(options)
    busy.add(used)
    return used
  }

  function giveBack(used: BoundedProcess): void {
    busy.delete(used)
    if (isStopped) used.stop()
    if (used.isGone) return
    used.unref()
    const timer = setTimeout(() => {
      used.stop()
      idle.splice(
        idle.findIndex(each => each.process === used),
        1,
      )
    }, idleMs).unref()
    idle.push({ process: used, timer })
  }

  function join(same: string, key: string): Job | undefined {
    const known = shared.get(same)
    // One with too many messages waits for the turn of the others.
    if (known && !known.hasBegun && !refusal(key)) enqueue(key, known)
    serve()
    return known
  }

  return {
    async send<T>(message: object, limits: PooledMessage): Promise<T> {
      const { key, same, signal } = limits
      if (isStopped) throw stopping(purpose)
      signal?.throwIfAborted()
      const known = same === undefined ? undefined : join(same, key)
      if (known) return known.done.promise as Promise<T>
      const refused = refusal(key)
      if (refused) throw refused
      const job: Job = { message, limits, done: Promise.withResolvers(), hasBegun: false }
      enqueue(key, job)
      if (same !== undefined) shared.set(same, job)
      const onAbort = () => {
        if (job.hasBegun) return
        job.hasBegun = true
        job.done.reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort)
      serve()
      try {
        return (await job.done.promise) as T
      } finally {
        signal?.removeEventListener('abort', onAbort)
        if (same !== undefined) shared.delete(same)
      }
    },
    /** Another key waits for a message that was sent before, where it has not begun: it need not wait for the first one's turn. */
    join: (same: string, key: string): void => void join(same, key),
    stop(): void {
      isStopped = true
      for (const { process, timer } of idle.splice(0)) {
        clearTimeout(timer)
        process.stop()
      }
      for (const queue of queues.values()) for (const job of queue) job.done.reject(stopping(purpose))
      queues.clear()
      for (const process of busy) process.stop()
    },
    /** The processes that answer a message now. */
    pids: () => [...busy].map(({ pid }) => pid),
  }
}

function isUnsent(error: unknown): boolean {
  return error instanceof BoundedProcessError && error.reason === 'unsent'
}

function tooManyOfOne(purpose: string, limit: number) {
  return new AppError('TooManyRequestsError', `${limit} of your requests wait for ${purpose} already. Try again when they are answered`, {
    code: 'core.too-many-waiting',
  })
}

function tooManyOfAll(purpose: string) {
  return new AppError('TooManyRequestsError', `Too many requests wait for ${purpose}. Try again in a minute`, {
    code: 'core.too-many-waiting',
    details: { retryAfterSeconds: 60 },
  })
}

function stopping(purpose: string) {
  return unavailableError(`The server is stopping, and with it ${purpose}`, { code: 'core.stopping' })
}

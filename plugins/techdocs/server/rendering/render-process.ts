import type { Logger } from '@portico/core/server'
import { BoundedProcessError, startBoundedProcess, type BoundedProcess } from '@portico/core/server/worker'
import path from 'node:path'
import { renderInterrupted, renderRefused } from '../errors.ts'
import type { RenderMethods } from './render-protocol.ts'

export interface RenderProcessOptions {
  /** The only folder, besides the program itself, that the process may read. */
  readonly folder: string
  readonly log: Logger
  readonly timeoutMs: number
  readonly maxMegabytes: number
  /** A process that had nothing to do for this long is ended. */
  readonly idleMs?: number
}

interface Call {
  readonly method: keyof RenderMethods
  readonly args: readonly unknown[]
  readonly isUrgent: boolean
  /** How many urgent calls have gone first. */
  passedBy: number
  readonly done: PromiseWithResolvers<unknown>
}

const module = new URL('./render-child.ts', import.meta.url)
/** The checkout: the program, and the libraries that it uses. */
const program = path.resolve(import.meta.dirname, '../../../..')
/** Of memory besides the heap: the program itself and what it has loaded. */
const besidesHeapMegabytes = 200
/** Whoever has read a page may ask for the next one at once: for this long after an urgent call no other one begins. */
const graceMs = 20
/** Others let no more urgent calls than this go first in that way. */
const maxPassedBy = 20

/** Renders foreign Markdown in a bounded process, one call at a time; urgent calls, which somebody waits for, go before the others. */
export function createRenderProcess({ folder, log, timeoutMs, maxMegabytes, idleMs = 60_000 }: RenderProcessOptions) {
  const waiting: Call[] = []
  let child: BoundedProcess | undefined
  let current: Call | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let graceTimer: NodeJS.Timeout | undefined
  let urgentAt = 0
  let isStopped = false

  const start = () =>
    startBoundedProcess({
      module,
      readable: [`${program}/*`, `${folder}/*`],
      heapMegabytes: maxMegabytes,
      maxResidentBytes: (maxMegabytes + besidesHeapMegabytes) * 2 ** 20,
      serialization: 'advanced',
    })

  async function run({ method, args, done }: Call): Promise<void> {
    if (child?.isGone ?? true) child = start()
    const used = child!
    try {
      done.resolve(await used.ask({ method, args }, { timeoutMs }))
    } catch (error) {
      done.reject(toFailure(error))
      if (!(error instanceof BoundedProcessError && error.reason === 'failure')) used.stop()
      if (child === used && used.isGone) child = undefined
    }
  }

  function toFailure(error: unknown): Error {
    if (isStopped) return renderInterrupted('The server is stopping')
    if (!(error instanceof BoundedProcessError)) return error instanceof Error ? renderRefused(error.message) : renderRefused(String(error))
    if (error.reason === 'failure') return renderRefused(error.message)
    if (error.reason === 'timeout') return renderInterrupted(`It took longer than ${timeoutMs / 1000} seconds`)
    if (error.reason === 'memory') return renderInterrupted(`It took more than ${maxMegabytes} MB of memory`)
    log.warn({ reason: error.reason, said: error.said }, 'the rendering process ended while it rendered a page')
    return renderInterrupted('The process that renders ran out of memory or failed')
  }

  /** How long a call that nobody waits for lets others go first. */
  function restOf({ isUrgent, passedBy }: Call): number {
    return isUrgent || passedBy >= maxPassedBy ? 0 : urgentAt + graceMs - Date.now()
  }

  function next(): void {
    clearTimeout(idleTimer)
    clearTimeout(graceTimer)
    if (current) return
    const restMs = waiting[0] ? restOf(waiting[0]) : 0
    if (restMs > 0) {
      graceTimer = setTimeout(next, restMs)
      return
    }
    current = waiting.shift()
    if (!current) {
      idleTimer = setTimeout(end, idleMs).unref()
      return
    }
    const { isUrgent } = current
    const passed = isUrgent ? waiting.find(each => !each.isUrgent) : undefined
    if (passed) passed.passedBy++
    void run(current).finally(() => {
      if (isUrgent) urgentAt = Date.now()
      current = undefined
      if (!isStopped) next()
    })
  }

  function end(): void {
    child?.stop()
    child = undefined
  }

  return {
    call<M extends keyof RenderMethods>(
      method: M,
      args: Parameters<RenderMethods[M]>,
      { isUrgent }: { readonly isUrgent: boolean },
    ): ReturnType<RenderMethods[M]> {
      if (isStopped) return Promise.reject(renderInterrupted('The server is stopping')) as ReturnType<RenderMethods[M]>
      const done = Promise.withResolvers<unknown>()
      const place = isUrgent ? waiting.findIndex(each => !each.isUrgent) : -1
      waiting.splice(place === -1 ? waiting.length : place, 0, { method, args, isUrgent, passedBy: 0, done })
      next()
      return done.promise as ReturnType<RenderMethods[M]>
    },
    stop(): void {
      isStopped = true
      clearTimeout(idleTimer)
      clearTimeout(graceTimer)
      for (const call of waiting.splice(0)) call.done.reject(renderInterrupted('The server is stopping'))
      end()
    },
    /** For tests that end it. */
    pid: () => child?.pid,
  }
}

export type RenderProcess = ReturnType<typeof createRenderProcess>

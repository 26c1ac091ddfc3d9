import { unavailableError } from '@portico/core/common'
import type { Logger } from '../../operations/log.ts'
import { backoffMs } from '../../work/wake-loop.ts'
import type { LastEnd } from './last-ends.ts'
import type { PluginProcess } from './plugin-process.ts'
import type { ProcessStatus } from './process-status.ts'

const firstPauseMs = 250
const maxPauseMs = 30_000
/** Ends one after the other, none after a minute of work. */
const maxEnds = 5
const steadyMs = 60_000

interface Supervision {
  readonly id: string
  readonly log: Logger
  readonly maxMemoryBytes: number
  /** Starts a process, loads the plugin in it and sets it up. */
  readonly launch: (isRestart: boolean) => Promise<PluginProcess>
  readonly onEnded: (end: LastEnd) => void
  /** It has ended too often. */
  readonly onGivenUp: (error: Error) => void
}

/** Keeps a process running: it is started again with backoff, and given up when it ends too often. */
export function createSupervisor({ id, log, maxMemoryBytes, launch, onEnded, onGivenUp }: Supervision) {
  let current: PluginProcess | undefined
  let state: ProcessStatus['state'] = 'starting'
  let restarts = 0
  let ends = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let last: LastEnd | undefined
  let ready = Promise.withResolvers<PluginProcess>()
  ready.promise.catch(() => {})

  function hold(next: PluginProcess): void {
    current = next
    state = 'running'
    ready.resolve(next)
    void next.ended.then(reason => onEnd(next, reason))
  }

  function onEnd(process: PluginProcess | undefined, reason: string): void {
    if (isStopped) return
    current = undefined
    last = { lastReason: reason, lastEndedAt: new Date().toISOString() }
    onEnded(last)
    if (process && performance.now() - process.startedAt >= steadyMs) ends = 0
    ends += 1
    if (state === 'running') ready = Promise.withResolvers<PluginProcess>()
    ready.promise.catch(() => {})
    if (ends >= maxEnds) return giveUp(reason)
    state = 'restarting'
    const pauseMs = backoffMs(ends - 1, firstPauseMs, maxPauseMs)
    log.warn({ plugin: id, reason, restarts, pauseMs }, `the process of the plugin '${id}' ended: ${reason}. It is started again`)
    timer = setTimeout(() => void restart(), pauseMs)
  }

  function giveUp(reason: string): void {
    state = 'ended'
    const error = new Error(
      `its process ended ${maxEnds} times, last because ${reason}. Switch it off and on again, or start the portal again`,
    )
    ready.reject(error)
    onGivenUp(error)
  }

  async function restart(): Promise<void> {
    restarts += 1
    try {
      const next = await launch(true)
      if (isStopped) next.end('the plugin was stopped')
      else hold(next)
    } catch (error) {
      onEnd(undefined, error instanceof Error ? error.message : String(error))
    }
  }

  return {
    async start(): Promise<void> {
      hold(await launch(false))
    },
    /** The process; an error that says why there is none now. */
    now(): PluginProcess {
      if (current) return current
      const why = last ? `its process ended: ${last.lastReason}` : 'it has not started yet'
      throw unavailableError(
        `The plugin '${id}' does not answer now, because ${why}.${state === 'restarting' ? ' It is started again' : ''}`,
        {
          code: 'core.plugin-ended',
          details: { retryAfterSeconds: 1 },
        },
      )
    },
    /** The process, once there is one again. */
    ready: (): Promise<PluginProcess> => (current ? Promise.resolve(current) : ready.promise),
    status: (): ProcessStatus => ({
      state,
      maxMemoryBytes,
      restarts,
      ...(current?.pid !== undefined && { pid: current.pid, memoryBytes: current.memoryBytes() }),
      ...last,
    }),
    async stop(): Promise<void> {
      if (isStopped) return
      isStopped = true
      clearTimeout(timer)
      state = 'ended'
      ready.reject(new Error(`The plugin '${id}' was stopped`))
      current?.end('the plugin was stopped')
      await current?.ended
    },
  }
}

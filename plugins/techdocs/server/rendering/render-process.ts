import type { Logger } from '@portico/core/server'
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderInterrupted, renderRefused } from '../errors.ts'
import { readyId, type ChildMessage, type ChildReply, type RenderMethods } from './render-protocol.ts'

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
  readonly done: PromiseWithResolvers<unknown>
}

const module = fileURLToPath(new URL('./render-child.ts', import.meta.url))
/** The checkout: the program, and the libraries that it uses. */
const program = path.resolve(import.meta.dirname, '../../../..')
const pollMs = 50
const startTimeoutMs = 60_000

/**
 * Renders foreign Markdown in a process of its own: no environment, no writing, no reading but of the sources, a limit of memory and of time
 * after which it is killed. A worker thread would be no bound: running out of memory there can end the whole server.
 */
export function createRenderProcess({ folder, log, timeoutMs, maxMegabytes, idleMs = 60_000 }: RenderProcessOptions) {
  const waiting: Call[] = []
  let child: ChildProcess | undefined
  let current: { readonly id: number; readonly call: Call } | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isReady = false
  let isStopped = false
  let last = 0

  function start(): ChildProcess {
    const execArgv = [
      '--permission',
      `--allow-fs-read=${program}/*`,
      `--allow-fs-read=${folder}/*`,
      `--max-old-space-size=${maxMegabytes}`,
      '--disable-proto=delete',
      '--disable-warning=ExperimentalWarning',
    ]
    isReady = false
    const started = fork(module, { execArgv, env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let said = ''
    started.stderr?.on('data', (data: Buffer) => void (said = (said + data.toString()).slice(-2000)))
    started.on('message', (reply: ChildReply) => answer(reply))
    started.on('error', error => log.error({ error }, 'the rendering process cannot be started'))
    started.on('exit', (code, signal) => {
      if (child !== started) return
      child = undefined
      if (!current) return
      log.warn({ code, signal, said }, 'the rendering process ended while it rendered a page')
      settle(renderInterrupted('The process that renders ran out of memory or failed'))
    })
    return started
  }

  function answer({ id, result, error }: ChildReply): void {
    if (id === readyId) isReady = true
    if (id !== current?.id) return
    if (error === undefined) settle(undefined, result)
    else settle(renderRefused(error))
  }

  function settle(error: Error | undefined, result?: unknown): void {
    const done = current?.call.done
    current = undefined
    if (error) done?.reject(error)
    else done?.resolve(result)
    next()
  }

  function next(): void {
    clearTimeout(idleTimer)
    if (current) return
    const call = waiting.shift()
    if (!call) {
      idleTimer = setTimeout(end, idleMs).unref()
      return
    }
    child ??= start()
    last += 1
    current = { id: last, call }
    watch(child, last)
    const message: ChildMessage = { id: last, method: call.method, args: call.args }
    child.send(message, error => error && answer({ id: message.id, error: error.message }))
  }

  /** Ends the process when a call takes too long or too much memory. */
  function watch(watched: ChildProcess, id: number): void {
    // Starting the process is no fault of the page.
    let deadline = performance.now() + startTimeoutMs
    let wasReady = false
    const timer = setInterval(() => {
      if (current?.id !== id) return clearInterval(timer)
      if (isReady && !wasReady) deadline = performance.now() + timeoutMs
      wasReady = isReady
      const isLate = performance.now() > deadline
      if (!isLate && residentMegabytes(watched.pid) < maxMegabytes + 200) return
      clearInterval(timer)
      const why = isLate ? `It took longer than ${timeoutMs / 1000} seconds` : `It took more than ${maxMegabytes} MB of memory`
      if (child === watched) child = undefined
      watched.kill('SIGKILL')
      settle(renderInterrupted(why))
    }, pollMs)
  }

  function end(): void {
    const ended = child
    child = undefined
    ended?.kill('SIGKILL')
  }

  return {
    /** Urgent calls, which somebody waits for, go before the others. */
    call<M extends keyof RenderMethods>(
      method: M,
      args: Parameters<RenderMethods[M]>,
      { isUrgent }: { readonly isUrgent: boolean },
    ): ReturnType<RenderMethods[M]> {
      if (isStopped) return Promise.reject(renderInterrupted('The server is stopping')) as ReturnType<RenderMethods[M]>
      const done = Promise.withResolvers<unknown>()
      const place = isUrgent ? waiting.findIndex(each => !each.isUrgent) : -1
      waiting.splice(place === -1 ? waiting.length : place, 0, { method, args, isUrgent, done })
      next()
      return done.promise as ReturnType<RenderMethods[M]>
    },
    stop(): void {
      isStopped = true
      clearTimeout(idleTimer)
      for (const call of waiting.splice(0)) call.done.reject(renderInterrupted('The server is stopping'))
      end()
      settle(renderInterrupted('The server is stopping'))
    },
    /** For tests that end it. */
    pid: () => child?.pid,
  }
}

export type RenderProcess = ReturnType<typeof createRenderProcess>

/** What the system says; 0 where it does not. */
function residentMegabytes(pid: number | undefined): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 2 ** 20
  } catch {
    return 0
  }
}

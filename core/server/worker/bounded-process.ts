import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { residentBytes } from './resident-bytes.ts'

export interface BoundedProcessOptions {
  /** `new URL('./render-child.ts', import.meta.url)`: a program that says `{ ready: true }` and answers each `{ id, … }`. */
  readonly module: URL
  /** The only files and folders (`folder/*`) that it may read, besides the folder of its module. It may write none, and start nothing. */
  readonly readable: readonly string[]
  readonly heapMegabytes: number
  readonly maxResidentBytes: number
  /** How messages travel; `advanced` knows more than JSON does. */
  readonly serialization?: 'json' | 'advanced'
}

export interface MessageLimits {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Why a process did not answer a message. All but `failure` have ended it. */
export type ProcessEnd = 'start' | 'timeout' | 'memory' | 'cancelled' | 'ended' | 'failure'

/** A message that was not answered: the process failed at it, or was ended because of it. */
export class BoundedProcessError extends Error {
  override readonly name = 'BoundedProcessError'
  readonly reason: ProcessEnd
  /** The last number that the process wrote to its output: how far it had come. */
  readonly progress: number
  /** The end of what it wrote to its error output. */
  readonly said: string
  constructor(
    message: string,
    { reason, progress, said }: { readonly reason: ProcessEnd; readonly progress: number; readonly said: string },
  ) {
    super(message)
    this.reason = reason
    this.progress = progress
    this.said = said
  }
}

interface Current {
  readonly id: number
  readonly settle: PromiseWithResolvers<unknown>
  progress: number
  reason?: ProcessEnd
}

interface Reply {
  readonly ready?: true
  readonly id?: number
  readonly result?: unknown
  readonly failure?: string
}

const pollMs = 20
const startTimeoutMs = 60_000
const maxSaid = 2000

/**
 * One process for foreign input. It reads the files that are named and nothing else, has no environment, and is ended when a message exceeds
 * its limits: a worker thread would share the memory of the server and take the server down with it.
 */
export function startBoundedProcess({ module, readable, heapMegabytes, maxResidentBytes, serialization = 'json' }: BoundedProcessOptions) {
  const program = fileURLToPath(module)
  const child = spawn(process.execPath, [...flags([`${path.dirname(program)}/*`, ...readable], heapMegabytes), program], {
    cwd: '/',
    env: {},
    serialization,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  const startTimer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs).unref()
  let current: Current | undefined
  let last = 0
  let isGone = false
  let said = ''

  const toError = (message: string, reason: ProcessEnd) =>
    new BoundedProcessError(message, { reason, progress: current?.progress ?? 0, said })

  child.stdout?.on('data', (bytes: Buffer) => {
    const at = Number(bytes.toString().trimEnd().split('\n').at(-1))
    if (current && Number.isInteger(at)) current.progress = at
  })
  child.stderr?.on('data', (bytes: Buffer) => void (said = (said + bytes.toString()).slice(-maxSaid)))
  child.on('message', (message: Reply) => {
    if (message.ready) {
      clearTimeout(startTimer)
      return ready.resolve()
    }
    if (!current || message.id !== current.id) return
    if (message.failure === undefined) current.settle.resolve(message.result)
    else current.settle.reject(toError(message.failure, 'failure'))
  })
  // What it still wrote is read before its end is reported.
  child.on('close', onGone)
  child.on('error', onGone)

  function onGone(): void {
    isGone = true
    clearTimeout(startTimer)
    ready.reject(toError('The process could not be started', 'start'))
    const reason = current?.reason ?? 'ended'
    current?.settle.reject(toError(`The process was ended: ${reason}`, reason))
  }

  function end(reason: ProcessEnd): void {
    if (current) current.reason ??= reason
    child.kill('SIGKILL')
  }

  /** Watches one message until what it returns is called. */
  function watch({ timeoutMs, signal }: MessageLimits): () => void {
    const timer = setTimeout(end, timeoutMs, 'timeout')
    const poll = setInterval(() => residentBytes(child.pid) > maxResidentBytes && end('memory'), pollMs)
    const onAbort = () => end('cancelled')
    signal?.addEventListener('abort', onAbort)
    return () => {
      clearTimeout(timer)
      clearInterval(poll)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  return {
    get isGone() {
      return isGone
    },
    pid: child.pid,
    /** One message at a time. Its time begins when the process is ready. */
    async ask<T>(message: object, limits: MessageLimits): Promise<T> {
      await ready.promise
      if (isGone) throw toError('The process is gone', 'ended')
      limits.signal?.throwIfAborted()
      last += 1
      const settle = Promise.withResolvers<unknown>()
      current = { id: last, settle, progress: 0 }
      const stopWatching = watch(limits)
      try {
        child.send({ id: last, ...message }, error => error && settle.reject(error))
        return (await settle.promise) as T
      } finally {
        stopWatching()
        current = undefined
      }
    },
    /** Lets the server end while the process waits. */
    unref(): void {
      child.unref()
      child.channel?.unref?.()
      for (const stream of [child.stdout, child.stderr]) (stream as { unref?: () => void } | null)?.unref?.()
    },
    stop(): void {
      child.kill('SIGKILL')
    },
  }
}

export type BoundedProcess = ReturnType<typeof startBoundedProcess>

function flags(readable: readonly string[], heapMegabytes: number): string[] {
  return [
    '--permission',
    ...[...new Set([...readable, ...readable.map(realPath)])].map(each => `--allow-fs-read=${each}`),
    '--no-addons',
    '--disable-proto=delete',
    '--no-warnings',
    `--max-old-space-size=${heapMegabytes}`,
  ]
}

/** The same path without symbolic links: the permission model compares real paths. */
function realPath(pattern: string): string {
  const folder = pattern.replace(/\/\*$/, '')
  return `${realpathSync(folder)}${pattern.endsWith('/*') ? '/*' : ''}`
}

import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { residentBytes } from './resident-bytes.ts'

export interface BoundedProcessOptions {
  /** `new URL('./render-child.ts', import.meta.url)`: a program that calls `serveProcess`. */
  readonly module: URL
  /** The only files and folders (`folder/*`) that it may read, besides programs and packages. It may write none, and start nothing. */
  readonly readable?: readonly string[]
  readonly heapMegabytes: number
  readonly maxResidentBytes: number
  /** How messages travel; `advanced` knows more than JSON does. */
  readonly serialization?: 'json' | 'advanced'
}

export interface MessageLimits {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Why a process did not answer a message. All but `failure` have ended it; `unsent` means that it was gone before the message began. */
export type ProcessEnd = 'start' | 'timeout' | 'memory' | 'cancelled' | 'ended' | 'unsent' | 'failure'

/** A message that was not answered: the process failed at it, or was ended because of it. */
export class BoundedProcessError extends Error {
  override readonly name = 'BoundedProcessError'
  readonly reason: ProcessEnd
  /** How far the process had come with the message, as it wrote to its output. */
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
  hasBegun: boolean
  reason?: ProcessEnd
}

interface Reply {
  readonly ready?: true
  readonly id?: number
  readonly result?: unknown
  readonly failure?: string
}

/** Sources and packages, which hold no secret. The folder above them holds config and data. A build needs none of them: all its files are in one folder. */
const programs = import.meta.url.endsWith('.ts')
  ? ['core', 'plugins', 'node_modules'].map(name => `${fileURLToPath(new URL(`../../../${name}`, import.meta.url))}/*`)
  : []
const pollMs = 20
const startTimeoutMs = 60_000
const maxSaid = 2000
/** A third of the server's share of a processor that both want. */
const niceness = 5
/**
 * Of objects that are soon garbage. By default a process that answers many messages keeps them for as long as it may: 661 pages of docs took
 * 234 MB, of which 23 were in use. With 8 they take 131 MB, for 4 % more of a processor.
 */
const semiSpaceMegabytes = 8
/** Of the output: the last line as a whole. */
const maxWritten = 100

/**
 * One process for foreign input. It reads the files that are named and nothing else, has no environment, and is ended when a message exceeds
 * its limits: a worker thread would share the memory of the server and take the server down with it.
 */
export function startBoundedProcess({
  module,
  readable = [],
  heapMegabytes,
  maxResidentBytes,
  serialization = 'json',
}: BoundedProcessOptions) {
  const program = fileURLToPath(module)
  const child = spawn(process.execPath, [...flags([`${path.dirname(program)}/*`, ...programs, ...readable], heapMegabytes), program], {
    cwd: '/',
    env: {},
    serialization,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  yieldToServer(child.pid)
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  const startTimer = setTimeout(kill, startTimeoutMs).unref()
  let current: Current | undefined
  let last = 0
  let isGone = false
  let said = ''
  let written = ''

  const toError = (message: string, reason: ProcessEnd) =>
    new BoundedProcessError(message, { reason, progress: current?.progress ?? 0, said })

  child.stdout?.on('data', (bytes: Buffer) => {
    written = (written + bytes.toString()).slice(-maxWritten)
    const [id, at] = written.split('\n').at(-2)?.split(' ').map(Number) ?? []
    if (!current || at === undefined || id !== current.id) return
    current.progress = at
    current.hasBegun = true
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
  // From its end on, nobody may be given it; what it still wrote is read before its end is reported.
  child.on('exit', () => void (isGone = true))
  child.on('disconnect', kill)
  child.on('close', onGone)
  child.on('error', onGone)

  function onGone(): void {
    isGone = true
    clearTimeout(startTimer)
    ready.reject(toError('The process could not be started', 'start'))
    const reason = current?.reason ?? (current?.hasBegun ? 'ended' : 'unsent')
    current?.settle.reject(toError(`The process was ended: ${reason}`, reason))
  }

  /** It is gone from this moment on: an answer may still be on its way, and its end is known only later. */
  function kill(): void {
    isGone = true
    child.kill('SIGKILL')
  }

  function end(reason: ProcessEnd): void {
    if (current) current.reason ??= reason
    kill()
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
    async send<T>(message: object, limits: MessageLimits): Promise<T> {
      await ready.promise
      if (isGone) throw toError('The process is gone', 'unsent')
      limits.signal?.throwIfAborted()
      last += 1
      const settle = Promise.withResolvers<unknown>()
      current = { id: last, settle, progress: 0, hasBegun: false }
      const stopWatching = watch(limits)
      try {
        // A process that cannot be written to is dying; its end says the rest.
        child.send({ id: last, ...message }, error => error && kill())
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
    stop: kill,
  }
}

export type BoundedProcess = ReturnType<typeof startBoundedProcess>

/** Who only reads does not wait for foreign work where processors are few. */
function yieldToServer(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It has ended already, or the system does not allow it: then it runs like the server.
  }
}

function flags(readable: readonly string[], heapMegabytes: number): string[] {
  return [
    '--permission',
    ...[...new Set([...readable, ...readable.map(realPath)])].map(each => `--allow-fs-read=${each}`),
    '--no-addons',
    '--disable-proto=delete',
    '--no-warnings',
    `--max-old-space-size=${heapMegabytes}`,
    `--max-semi-space-size=${semiSpaceMegabytes}`,
  ]
}

/** The same path without symbolic links: the permission model compares real paths. */
function realPath(pattern: string): string {
  const folder = pattern.replace(/\/\*$/, '')
  return `${realpathSync(folder)}${pattern.endsWith('/*') ? '/*' : ''}`
}

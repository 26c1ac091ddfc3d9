import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RenderMessage } from './render-worker.ts'

export interface ProcessLimits {
  /** Of one message. */
  readonly timeoutMs: number
  readonly maxResidentBytes: number
  readonly heapMegabytes: number
}

/** A process was ended because a message took too long, needed too much memory, or made it fail. */
export class RenderProcessError extends Error {
  override readonly name = 'RenderProcessError'
  /** The item that was rendered at that moment. */
  readonly item: number
  constructor(message: string, item: number) {
    super(message)
    this.item = item
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

const pollMs = 20
const pageBytes = 4096

/**
 * One process that renders. It may read the engine's files and nothing else, has no environment, and is ended when a message exceeds its
 * limits: a worker thread would share the server's memory and take the server down with it.
 */
export function startRenderProcess({ timeoutMs, maxResidentBytes, heapMegabytes }: ProcessLimits) {
  const child = spawn(process.execPath, [...flags(heapMegabytes), fileURLToPath(new URL('./render-worker.ts', import.meta.url))], {
    cwd: '/',
    env: {},
    serialization: 'json',
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  let current: { readonly id: number; readonly settle: PromiseWithResolvers<unknown>; item: number; reason?: string } | undefined
  let last = 0
  let isGone = false
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})

  child.stdout?.on('data', (bytes: Buffer) => {
    const at = Number(bytes.toString().trimEnd().split('\n').at(-1))
    if (current && Number.isInteger(at)) current.item = at
  })
  child.on('message', (message: { ready?: true; id?: number; result?: unknown; failure?: string }) => {
    if (message.ready) return ready.resolve()
    if (!current || message.id !== current.id) return
    if (message.failure === undefined) current.settle.resolve(message.result)
    else current.settle.reject(new RenderProcessError(message.failure, current.item))
  })
  function onGone(): void {
    isGone = true
    ready.reject(new RenderProcessError('The process that renders could not be started', 0))
    // What it still wrote is read before the end is reported.
    current?.settle.reject(new RenderProcessError(current.reason ?? 'ended the process that renders', current.item))
  }
  child.on('close', onGone)
  child.on('error', onGone)

  function end(reason: string): void {
    if (current) current.reason ??= reason
    child.kill('SIGKILL')
  }

  return {
    get isGone() {
      return isGone
    },
    pid: child.pid,
    /** One message at a time. */
    async ask<T>(
      message: WithoutId<RenderMessage>,
      limits: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
    ): Promise<T> {
      await ready.promise
      if (isGone) throw new RenderProcessError('The process that renders is gone', 0)
      limits.signal?.throwIfAborted()
      last += 1
      const settle = Promise.withResolvers<unknown>()
      current = { id: last, settle, item: 0 }
      const budgetMs = Math.max(Math.min(timeoutMs, limits.timeoutMs), 1)
      const timer = setTimeout(end, budgetMs, `took longer than ${(budgetMs / 1000).toFixed(1)} s`)
      const watch = setInterval(() => {
        if (residentBytes(child) > maxResidentBytes) end(`needed more than ${(maxResidentBytes / 2 ** 20).toFixed(0)} MB of memory`)
      }, pollMs)
      const onAbort = () => end('was cancelled')
      limits.signal?.addEventListener('abort', onAbort)
      try {
        child.send({ id: last, ...message }, error => error && settle.reject(error))
        return (await settle.promise) as T
      } finally {
        clearTimeout(timer)
        clearInterval(watch)
        limits.signal?.removeEventListener('abort', onAbort)
        current = undefined
      }
    },
    /** Lets the server end while it waits, and counts again while it works. */
    unref(): void {
      child.unref()
      child.channel?.unref?.()
      ;(child.stdout as { unref?: () => void } | null)?.unref?.()
    },
    stop(): void {
      child.kill('SIGKILL')
    },
  }
}

export type RenderProcess = ReturnType<typeof startRenderProcess>

function flags(heapMegabytes: number): string[] {
  const require = createRequire(import.meta.url)
  const here = path.dirname(fileURLToPath(import.meta.url))
  const plugin = path.resolve(here, '../..')
  const packages = ['nunjitsu', 'jsonata', 'node-diff3'].map(name => packageFolder(require.resolve(name), name))
  const readable = [`${here}/*`, path.join(plugin, 'package.json'), ...packages.map(folder => `${folder}/*`)]
  return [
    '--permission',
    ...[...new Set([...readable, ...readable.map(realFolder)])].map(each => `--allow-fs-read=${each}`),
    '--no-addons',
    '--disable-proto=delete',
    '--no-warnings',
    `--max-old-space-size=${heapMegabytes}`,
  ]
}

/** The same path without symbolic links: the permission model compares real paths. */
function realFolder(pattern: string): string {
  const folder = pattern.replace(/\/\*$/, '')
  return `${realpathSync(folder)}${pattern.endsWith('/*') ? '/*' : ''}`
}

function packageFolder(entry: string, name: string): string {
  return entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 1)
}

/** Linux tells without asking the process, which may be busy. Elsewhere the limit of its heap has to do. */
function residentBytes({ pid }: ChildProcess): number {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes
  } catch {
    return 0
  }
}

import { BoundedProcessError, startBoundedProcess, type ProcessEnd } from '@portico/core/server/worker'
import { createRequire } from 'node:module'
import path from 'node:path'
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

/** One bounded process that renders. It may read the files of the engine and nothing else. */
export function startRenderProcess({ timeoutMs, maxResidentBytes, heapMegabytes }: ProcessLimits) {
  const child = startBoundedProcess({
    module: new URL('./render-worker.ts', import.meta.url),
    readable: filesOfEngine(),
    heapMegabytes,
    maxResidentBytes,
  })

  function toRenderError(error: unknown, budgetMs: number): unknown {
    if (!(error instanceof BoundedProcessError)) return error
    const texts: Record<ProcessEnd, string> = {
      start: 'The process that renders could not be started',
      timeout: `took longer than ${(budgetMs / 1000).toFixed(1)} s`,
      memory: `needed more than ${(maxResidentBytes / 2 ** 20).toFixed(0)} MB of memory`,
      cancelled: 'was cancelled',
      ended: 'ended the process that renders',
      failure: error.message,
    }
    return new RenderProcessError(texts[error.reason], error.progress)
  }

  return {
    get isGone() {
      return child.isGone
    },
    pid: child.pid,
    /** One message at a time. */
    async ask<T>(
      message: WithoutId<RenderMessage>,
      limits: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
    ): Promise<T> {
      const budgetMs = Math.max(Math.min(timeoutMs, limits.timeoutMs), 1)
      try {
        return await child.ask<T>(message, { timeoutMs: budgetMs, signal: limits.signal })
      } catch (error) {
        throw toRenderError(error, budgetMs)
      }
    },
    unref: child.unref,
    stop: child.stop,
  }
}

export type RenderProcess = ReturnType<typeof startRenderProcess>

function filesOfEngine(): string[] {
  const require = createRequire(import.meta.url)
  const plugin = path.resolve(import.meta.dirname, '../..')
  const packages = ['nunjitsu', 'jsonata', 'node-diff3'].map(name => packageFolder(require.resolve(name), name))
  return [path.join(plugin, 'package.json'), ...packages.map(folder => `${folder}/*`)]
}

function packageFolder(entry: string, name: string): string {
  return entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 1)
}

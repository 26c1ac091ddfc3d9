import type { ExpressionError, RenderItem, RenderResult, RenderSettings } from './engine.ts'
import type { TextMerge } from './merge-text.ts'
import { RenderProcessError, startRenderProcess, type ProcessLimits, type RenderProcess } from './render-process.ts'

export interface RendererOptions {
  /** How many processes render at once. */
  readonly processes?: number
  readonly limits?: Partial<ProcessLimits>
  /** How long an unused process is kept. */
  readonly idleMs?: number
}

/** What a render may still use: a step, or a request, has one for all its renders. */
export interface RenderBudget {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds of rendering that are left. */
  leftMs: number
}

export const stepBudgetMs = 30_000

const defaults: ProcessLimits = { timeoutMs: 3000, maxResidentBytes: 320 * 2 ** 20, heapMegabytes: 192 }
const maxItems = 100
const maxBatchLength = 1_000_000

/** Renders templates in processes of their own, which are started when they are needed and ended when they are not. */
export function createRenderer({ processes = 2, limits = {}, idleMs = 60_000 }: RendererOptions = {}) {
  const settings = { ...defaults, ...limits }
  const idle: RenderProcess[] = []
  const queue: (() => void)[] = []
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function take(): Promise<RenderProcess> {
    while (running >= processes) await new Promise<void>(resolve => queue.push(resolve))
    if (isStopped) throw new Error('The renderer has stopped')
    running += 1
    clearTimeout(timer)
    let found = idle.pop()
    while (found?.isGone) found = idle.pop()
    return found ?? startRenderProcess(settings)
  }

  function giveBack(used: RenderProcess): void {
    running -= 1
    if (isStopped) used.stop()
    else if (!used.isGone) {
      idle.push(used)
      used.unref()
    }
    queue.shift()?.()
    if (running === 0 && !isStopped) timer = setTimeout(() => idle.splice(0).forEach(each => each.stop()), idleMs).unref()
  }

  async function ask<T>(message: Parameters<RenderProcess['ask']>[0], budget: RenderBudget): Promise<T> {
    const used = await take()
    const began = performance.now()
    try {
      if (budget.leftMs <= 0)
        throw new RenderProcessError(`would exceed the ${stepBudgetMs / 1000} s that all renders of a step may take together`, 0)
      return await used.ask<T>(message, { timeoutMs: budget.leftMs, signal: budget.signal })
    } finally {
      budget.leftMs -= performance.now() - began
      giveBack(used)
    }
  }

  async function renderBatch(
    context: unknown,
    batch: readonly RenderItem[],
    options: RenderSettings,
    budget: RenderBudget,
  ): Promise<RenderResult[]> {
    if (batch.length === 0) return []
    try {
      return await ask<RenderResult[]>({ kind: 'render', settings: options, context, items: batch }, budget)
    } catch (error) {
      budget.signal?.throwIfAborted()
      if (!(error instanceof RenderProcessError)) throw error
      // What came before it is rendered again, without it.
      const before = await renderBatch(context, batch.slice(0, error.item), options, budget)
      return [...before, { error: limitError(error) }, ...(await renderBatch(context, batch.slice(error.item + 1), options, budget))]
    }
  }

  return {
    /** One result per item. An item that ends its process has an error of its own; what comes after it is rendered by another process. */
    async render(context: unknown, items: readonly RenderItem[], options: RenderSettings, budget: RenderBudget): Promise<RenderResult[]> {
      const results = await Promise.all(batchesOf(items).map(batch => renderBatch(context, batch, options, budget)))
      return results.flat()
    },
    async jsonata(expression: string, data: unknown, budget: RenderBudget): Promise<RenderResult> {
      try {
        return await ask<RenderResult>({ kind: 'jsonata', expression, data }, budget)
      } catch (error) {
        budget.signal?.throwIfAborted()
        if (!(error instanceof RenderProcessError)) throw error
        return { error: limitError(error) }
      }
    },
    /** Three texts as one; undefined when that takes too much time or memory. */
    async mergeText(
      texts: { readonly base: string; readonly ours: string; readonly theirs: string },
      budget: RenderBudget,
    ): Promise<TextMerge | undefined> {
      try {
        return await ask<TextMerge>({ kind: 'merge', ...texts }, budget)
      } catch (error) {
        budget.signal?.throwIfAborted()
        if (!(error instanceof RenderProcessError)) throw error
        return undefined
      }
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      for (const each of idle.splice(0)) each.stop()
      for (const resume of queue.splice(0)) resume()
    },
  }
}

export type Renderer = ReturnType<typeof createRenderer>

/** A budget for the renders of one step. */
export function createBudget(signal?: AbortSignal): RenderBudget {
  return { signal, leftMs: stepBudgetMs }
}

function limitError(error: RenderProcessError): ExpressionError {
  return { message: `The expression ${error.message}`, isLimit: true }
}

function batchesOf(items: readonly RenderItem[]): RenderItem[][] {
  const batches: RenderItem[][] = []
  let length = 0
  for (const item of items) {
    const last = batches.at(-1)
    length += item.source.length
    if (last && last.length < maxItems && length <= maxBatchLength) last.push(item)
    else {
      batches.push([item])
      length = item.source.length
    }
  }
  return batches
}

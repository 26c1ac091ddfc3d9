import { inputError, unavailableError } from '@portico/core/common'
import { BoundedProcessError, createProcessPool } from '@portico/core/server/worker'
import type { ParameterError } from '@portico/scaffolder/common'
import type { ExpressionError, RenderItem, RenderResult, RenderSettings } from './expression-renderer.ts'
import { limitExceeded } from '../errors.ts'
import type { DataOperations } from './data-operations.ts'
import type { DataResult, RenderMessage } from './render-worker.ts'

export interface RendererOptions {
  /** How many processes render at once. */
  readonly processes?: number
  readonly limits?: Partial<ProcessLimits>
  /** How long an unused process is kept. */
  readonly idleMs?: number
}

interface ProcessLimits {
  /** Of one message. */
  readonly timeoutMs: number
  readonly maxResidentBytes: number
  readonly heapMegabytes: number
}

/** What a render may still use: a step, or a request, has one for all its renders. */
export interface RenderBudget {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds of rendering that are left. */
  leftMs: number
}

export const stepBudgetMs = 30_000

const defaults: ProcessLimits = { timeoutMs: 3000, maxResidentBytes: 320 * 2 ** 20, heapMegabytes: 192 }
/** Each page has a limit of its own besides; the first check of a process also loads the rules of forms. */
const formTimeoutMs = 10_000
const maxItems = 100
const maxBatchLength = 1_000_000
/** One process is always for others. */
const batchesAtOnce = 2

/** What went wrong in a process because of what it was given: it took too long, needed too much memory, or failed. */
class RenderProcessError extends Error {
  override readonly name = 'RenderProcessError'
  /** The item that was rendered at that moment. */
  readonly item: number
  constructor(message: string, item: number) {
    super(message)
    this.item = item
  }
}

/** Renders templates in bounded processes, which are shared fairly between those for whom it is done. */
export function createRenderers({ processes = 3, limits = {}, idleMs = 60_000 }: RendererOptions = {}) {
  const { timeoutMs, ...bounds } = { ...defaults, ...limits }
  const pool = createProcessPool({
    module: new URL('./render-worker.ts', import.meta.url),
    purpose: 'templates to be rendered',
    maxProcesses: processes,
    maxProcessesPerKey: Math.max(processes - 1, 1),
    idleMs,
    ...bounds,
  })

  async function ask<T>(key: string, message: RenderMessage, budget: RenderBudget): Promise<T> {
    const maxMs = message.kind === 'check' || message.kind === 'fillDefaults' ? formTimeoutMs : timeoutMs
    let allowedMs = maxMs
    const begin = (): number => {
      if (budget.leftMs <= 0)
        throw new RenderProcessError(`would exceed the ${stepBudgetMs / 1000} s that all renders of a step may take together`, 0)
      allowedMs = Math.max(Math.min(maxMs, budget.leftMs), 1)
      return allowedMs
    }
    const onUsed = (ms: number) => void (budget.leftMs -= ms)
    try {
      return await pool.send<T>(message, { key, timeoutMs: begin, signal: budget.signal, onUsed })
    } catch (error) {
      budget.signal?.throwIfAborted()
      throw error instanceof BoundedProcessError ? toRenderError(error, allowedMs, bounds.maxResidentBytes) : error
    }
  }

  return {
    /** The renderer of a user. */
    for: (user: string) => createRenderer(<T>(message: RenderMessage, budget: RenderBudget) => ask<T>(user, message, budget)),
    stop: pool.stop,
  }
}

export type Renderers = ReturnType<typeof createRenderers>

function createRenderer(ask: <T>(message: RenderMessage, budget: RenderBudget) => Promise<T>) {
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
      if (!(error instanceof RenderProcessError)) throw error
      // What came before it is rendered again, without it.
      const before = await renderBatch(context, batch.slice(0, error.item), options, budget)
      return [...before, { error: limitError(error) }, ...(await renderBatch(context, batch.slice(error.item + 1), options, budget))]
    }
  }

  return {
    /** One result per item. An item that ends its process has an error of its own; what comes after it is rendered by another process. */
    async render(context: unknown, items: readonly RenderItem[], options: RenderSettings, budget: RenderBudget): Promise<RenderResult[]> {
      const batches = batchesOf(items)
      const results: RenderResult[][] = []
      const rest = batches.entries()
      const renderRest = async () => {
        for (const [at, batch] of rest) results[at] = await renderBatch(context, batch, options, budget)
      }
      await Promise.all(Array.from({ length: batchesAtOnce }, renderRest))
      return results.flat()
    },
    /** Works on data that a template brings. `what` is the subject of the error when that takes too long: 'data.yaml'. */
    async data<Name extends keyof DataOperations>(
      kind: Name,
      input: Parameters<DataOperations[Name]>[0],
      { what, budget }: { readonly what: string; readonly budget: RenderBudget },
    ): Promise<Awaited<ReturnType<DataOperations[Name]>>> {
      try {
        const result = await ask<DataResult>({ kind, input } as RenderMessage, budget)
        if (!('problem' in result)) return result.value as Awaited<ReturnType<DataOperations[Name]>>
        const { message, code } = result.problem
        throw inputError(message, { ...(code !== undefined && { code }) })
      } catch (error) {
        throw error instanceof RenderProcessError ? limitExceeded(`${what} ${error.message}`) : error
      }
    },
  }
}

export type Renderer = ReturnType<typeof createRenderer>

/** Everything that is wrong with the values of a form: its patterns run where they can be ended. */
export function checkValues(
  renderer: Renderer,
  pages: readonly Readonly<Record<string, unknown>>[],
  values: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ParameterError[]> {
  return renderer.data('check', { pages, values }, { what: 'The check of the values against the form', budget: createBudget(signal) })
}

/** A budget for the renders of one step. */
export function createBudget(signal?: AbortSignal): RenderBudget {
  return { signal, leftMs: stepBudgetMs }
}

function toRenderError({ reason, message, progress }: BoundedProcessError, allowedMs: number, maxResidentBytes: number): Error {
  if (reason === 'timeout') return new RenderProcessError(`took longer than ${(allowedMs / 1000).toFixed(1)} s`, progress)
  if (reason === 'memory')
    return new RenderProcessError(`needed more than ${(maxResidentBytes / 2 ** 20).toFixed(0)} MB of memory`, progress)
  if (reason === 'ended') return new RenderProcessError('ended the process that renders', progress)
  if (reason === 'failure') return new RenderProcessError(message, progress)
  // Not because of what it was given.
  return unavailableError('The process that renders templates could not be used. Try again', { code: 'scaffolder.renderer' })
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

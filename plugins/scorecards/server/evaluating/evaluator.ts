import { BoundedProcessError, createProcessPool } from '@portico/core/server/worker'
import type { EvaluatedCheck, EvaluationMessage, FillMessage, Inspection, RawEntity, RawResult } from './evaluation.ts'

const heapMegabytes = 256
const besidesHeapMegabytes = 200
const timeoutMs = 8000
const shortTimeoutMs = 3000
const inspectedAtOnce = 500
const unknownState = 3

export type Evaluator = ReturnType<typeof createEvaluator>

/** Evaluates expressions in bounded processes. */
export function createEvaluator() {
  const pool = createProcessPool({
    module: new URL('./evaluation-process.ts', import.meta.url),
    purpose: 'checks to be evaluated',
    maxProcesses: 3,
    maxProcessesPerKey: 2,
    maxWaitingPerKey: 200,
    heapMegabytes,
    maxResidentBytes: (heapMegabytes + besidesHeapMegabytes) * 2 ** 20,
  })
  /** Checks that ended a process, by their expression. They are not tried again. */
  const harmful = new Map<string, string>()

  /** Without the checks that are known to end the process; their results are made here. */
  async function evaluate(message: EvaluationMessage, key: string, signal?: AbortSignal): Promise<RawEntity[]> {
    const places = message.checks.map((check, at) => ({ check, at })).filter(({ check }) => !harmful.has(check.expression ?? ''))
    const sent = { ...message, checks: places.map(({ check }) => check) }
    try {
      const answers = await pool.send<RawEntity[]>(sent, { key, timeoutMs, signal })
      const answered = answers.map(({ results, dueAt }) => ({
        results: results.map(([at, ...rest]): RawResult => [places[at]!.at, ...rest]),
        ...(dueAt !== undefined && { dueAt }),
      }))
      return places.length === message.checks.length ? answered : withHarmful(message, answered, signal)
    } catch (error) {
      if (!(error instanceof BoundedProcessError) || (error.reason !== 'timeout' && error.reason !== 'memory')) throw error
      const culprit = sent.checks[error.progress]
      if (culprit?.expression === undefined) throw error
      const words = error.reason === 'timeout' ? `takes longer than ${timeoutMs / 1000} s` : 'takes too much memory'
      harmful.set(culprit.expression, `The expression ${words}`)
      return evaluate(message, key, signal)
    }
  }

  /** Which entities a harmful check matches is asked with an expression that does nothing. */
  async function withHarmful(message: EvaluationMessage, answered: RawEntity[], signal?: AbortSignal): Promise<RawEntity[]> {
    const places = message.checks.map((check, at) => ({ check, at })).filter(({ check }) => harmful.has(check.expression ?? ''))
    const asked: EvaluatedCheck[] = places.map(({ check: { name, filter } }) => ({ name, filter }))
    const matched = await pool.send<RawEntity[]>({ ...message, checks: asked }, { key: 'harmful', timeoutMs, signal })
    return answered.map((each, index) => ({
      ...each,
      results: [
        ...each.results,
        ...matched[index]!.results.map(([at]): RawResult => {
          const { check, at: place } = places[at]!
          const text = harmful.get(check.expression!)!
          return [place, unknownState, [], text, { code: 'expression-too-long', message: text }]
        }),
      ],
    }))
  }

  return {
    evaluate,
    /** What expressions read, in their order, or why they cannot be read. */
    async inspect(expressions: readonly string[]): Promise<Inspection[]> {
      const found: Inspection[] = []
      for (let at = 0; at < expressions.length; at += inspectedAtOnce) {
        const message = { kind: 'inspect', expressions: expressions.slice(at, at + inspectedAtOnce) } as const
        found.push(...(await pool.send<Inspection[]>(message, { key: 'inspect', timeoutMs: shortTimeoutMs })))
      }
      return found
    },
    /** Texts with what their expressions give for an entity; as they are where that takes too long. */
    async fill(message: Omit<FillMessage, 'kind'>): Promise<readonly string[]> {
      if (!message.texts.some(text => text.includes('{'))) return message.texts
      try {
        return await pool.send<string[]>({ kind: 'fill', ...message }, { key: 'fill', timeoutMs: shortTimeoutMs })
      } catch {
        return message.texts
      }
    },
    stop: pool.stop,
  }
}

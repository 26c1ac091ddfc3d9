import type { ExpressionPool } from '@portico/core/server/worker'
import type { EvaluationAnswer, EvaluationMessage, FillMessage, Inspection } from './evaluation.ts'

const program = new URL('./evaluation-program.ts', import.meta.url)
const inspectedAtOnce = 500

export type Evaluator = ReturnType<typeof createEvaluator>

/** Evaluates expressions in the processes that all plugins share. */
export function createEvaluator(pool: ExpressionPool) {
  return {
    /** A check that takes too long or too much costs itself, and not the others. */
    evaluate(message: EvaluationMessage, key: string, signal?: AbortSignal): Promise<EvaluationAnswer> {
      const parts = message.checks.map(({ expression = '' }) => ({ expression }))
      return pool.run<EvaluationAnswer>(program, message, { key: `scorecards ${key}`, parts, signal })
    },
    /** What expressions read, in their order, or why they cannot be read. */
    async inspect(expressions: readonly string[]): Promise<Inspection[]> {
      const found: Inspection[] = []
      for (let at = 0; at < expressions.length; at += inspectedAtOnce) {
        const message = { kind: 'inspect', expressions: expressions.slice(at, at + inspectedAtOnce) } as const
        found.push(...(await pool.run<Inspection[]>(program, message, { key: 'scorecards inspect' })))
      }
      return found
    },
    /** Texts with what their expressions give for an entity; as they are where that takes too long. */
    async fill(message: Omit<FillMessage, 'kind'>): Promise<readonly string[]> {
      if (!message.texts.some(text => text.includes('{'))) return message.texts
      try {
        return await pool.run<string[]>(program, { kind: 'fill', ...message }, { key: 'scorecards fill' })
      } catch {
        return message.texts
      }
    },
  }
}

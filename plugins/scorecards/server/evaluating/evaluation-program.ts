import type { SkippedParts } from '@portico/core/server/worker'
import { createEvaluation } from './evaluate.ts'
import type { EvaluationMessage, FillMessage, InspectionMessage } from './evaluation.ts'
import { inspectExpression } from './inspect-expression.ts'

const { evaluateAll, fillTexts } = createEvaluation()

/** What a process of expressions does for checks. */
export async function answer(
  message: (EvaluationMessage | FillMessage | InspectionMessage) & SkippedParts,
  report: (at: number) => void,
): Promise<unknown> {
  if (message.kind === 'inspect') return message.expressions.map(inspectExpression)
  if (message.kind === 'fill') return fillTexts(message.texts, message.entity, message.facts)
  return evaluateAll(message, report)
}

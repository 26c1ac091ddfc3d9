import { serveProcess } from '@portico/core/server/serve-process'
import { createEvaluation } from './evaluate.ts'
import type { EvaluationMessage, FillMessage, InspectionMessage } from './evaluation.ts'
import { inspectExpression } from './inspect-expression.ts'

const { evaluateAll, fillTexts } = createEvaluation()

serveProcess(async (message: EvaluationMessage | FillMessage | InspectionMessage, report): Promise<unknown> => {
  if (message.kind === 'inspect') return message.expressions.map(inspectExpression)
  if (message.kind === 'fill') return fillTexts(message.texts, message.entity, message.facts)
  return evaluateAll(message, report)
})

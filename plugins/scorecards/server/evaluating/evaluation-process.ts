import { serveProcess } from '@portico/core/server/serve-process'
import { evaluateAll, fillTexts } from './evaluate.ts'
import type { EvaluationMessage, FillMessage, InspectionMessage } from './evaluation.ts'
import { inspectExpression } from './inspect-expression.ts'

serveProcess(async (message: EvaluationMessage | FillMessage | InspectionMessage, report): Promise<unknown> => {
  if (message.kind === 'inspect') return message.expressions.map(inspectExpression)
  if (message.kind === 'fill') return fillTexts(message.texts, message.entity, message.facts)
  return evaluateAll(message, report)
})

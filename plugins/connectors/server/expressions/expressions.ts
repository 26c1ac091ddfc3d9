import { AppError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { BoundedProcessError, createProcessPool } from '@portico/core/server/worker'
import type { AnswerText, Accept, Built, CheckedExpression, FactsAnswer, FactsMessage, Message, Scope } from './messages.ts'

/** An expression that could not be evaluated, or an answer that could not be read. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

const timeoutMs = 3000
const heapMegabytes = 160
const maxResidentBytes = 360 * 2 ** 20
/** How often facts are evaluated again without the one at which the process was ended. */
const maxSkipped = 3

export type Expressions = ReturnType<typeof createExpressions>

/** Expressions of connectors, in processes that are ended when they take too long or too much. A connector never has all of them. */
export function createExpressions({
  log,
  messageTimeoutMs = timeoutMs,
}: {
  readonly log: Pick<Logger, 'warn'>
  readonly messageTimeoutMs?: number
}) {
  const pool = createProcessPool({
    module: new URL('./expression-worker.ts', import.meta.url),
    purpose: 'expressions to be evaluated',
    maxProcesses: 2,
    maxProcessesPerKey: 1,
    maxWaitingPerKey: 500,
    maxWaiting: 5000,
    heapMegabytes,
    maxResidentBytes,
  })

  async function send<T>(connector: string, message: Message): Promise<T> {
    try {
      return await pool.send<T>(message, { key: connector, timeoutMs: messageTimeoutMs })
    } catch (error) {
      throw toFailure(error)
    }
  }

  function toFailure(error: unknown): unknown {
    if (!(error instanceof BoundedProcessError)) return error
    if (error.reason === 'failure') return new EvaluationError(error.message)
    log.warn({ reason: error.reason, said: error.said }, 'the process of expressions has ended')
    return new EvaluationError(limitOf(error))
  }

  return {
    check: (connector: string, expressions: readonly CheckedExpression[]) =>
      send<{ readonly id: number; readonly message: string }[]>(connector, { kind: 'check', expressions }),
    /** One value for each scope, null where there is none. */
    evaluate: (connector: string, expression: string, scopes: readonly Scope[]) =>
      send<unknown[]>(connector, { kind: 'evaluate', expression, scopes }),
    fill: (connector: string, template: string, scope: Scope) => send<unknown>(connector, { kind: 'fill', template, scope }),
    build: (connector: string, given: Omit<Extract<Message, { kind: 'build' }>, 'kind'>) =>
      send<Built>(connector, { kind: 'build', ...given }),
    next: (connector: string, expression: string, answer: AnswerText, accept: Accept, scope: Scope) =>
      send<unknown>(connector, { kind: 'next', expression, answer, accept, scope }),
    /** One fact that takes too long or too much costs itself, and not the others. */
    async facts(connector: string, given: Omit<FactsMessage, 'kind' | 'skip'>): Promise<FactsAnswer> {
      const failed = new Map<string, string>()
      for (;;) {
        const message: FactsMessage = { kind: 'facts', ...given, skip: [...failed.keys()] }
        try {
          const answer = await pool.send<FactsAnswer>(message, { key: connector, timeoutMs: messageTimeoutMs })
          const errors = [...failed].map(([name, error]) => ({ name, error }))
          return answer.map(each => [...each, ...errors])
        } catch (error) {
          const at = error instanceof BoundedProcessError && error.reason !== 'failure' ? error.progress : 0
          const culprit = given.facts[at - 1]
          if (!culprit || failed.size === maxSkipped || failed.has(culprit.name)) throw toFailure(error)
          failed.set(culprit.name, limitOf(error as BoundedProcessError))
        }
      }
    },
    stop: pool.stop,
  }

  function limitOf({ reason }: BoundedProcessError): string {
    if (reason === 'timeout') return `The expression takes longer than ${messageTimeoutMs / 1000} s`
    return `The expression takes more than ${heapMegabytes} MB of memory`
  }
}

/** What a person is told of a failure, and what a program. */
export function failureOf(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = toFailureFields(error)
  return { code, message: storable(message) }
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
export function storable(message: string): string {
  return message.replaceAll('\0', '').slice(0, 500).toWellFormed()
}

function toFailureFields(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof EvaluationError) return { code: 'connectors.expression', message: error.message }
  if (error instanceof AppError) return { code: error.code ?? 'connectors.failed', message: error.message }
  return { code: 'connectors.unreachable', message: error instanceof Error ? error.message : String(error) }
}

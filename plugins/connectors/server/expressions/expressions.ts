import { AppError } from '@portico/core/common'
import { ExpressionError, type ExpressionPart, type ExpressionPool } from '@portico/core/server/worker'
import type { AnswerText, Accept, Built, CheckedExpression, FactsAnswer, FactsMessage, Message, Scope } from './messages.ts'

const program = new URL('./answer-message.ts', import.meta.url)

export type Expressions = ReturnType<typeof createExpressions>

/** Expressions of connectors, in the processes that all plugins share. Connectors take turns. */
export function createExpressions(pool: ExpressionPool) {
  const keyOf = (connector: string) => `connector ${connector}`
  const send = <T>(connector: string, message: Message) => pool.run<T>(program, message, { key: keyOf(connector) })

  return {
    check: (connector: string, expressions: readonly CheckedExpression[]) =>
      send<{ readonly id: number; readonly message: string }[]>(connector, { kind: 'check', expressions }),
    /** One value for each scope, null where there is none. `of` is the entity, where there is one. */
    evaluate: (connector: string, expression: string, scopes: readonly Scope[], of?: string) =>
      pool.run<unknown[]>(program, { kind: 'evaluate', expression, scopes } satisfies Message, {
        key: keyOf(connector),
        parts: [partOf(connector, expression, of)],
      }),
    /** The same of a text with expressions. */
    fill: (connector: string, template: string, scopes: readonly Scope[]) => send<unknown[]>(connector, { kind: 'fill', template, scopes }),
    build: (connector: string, given: Omit<Extract<Message, { kind: 'build' }>, 'kind'>) =>
      send<Built>(connector, { kind: 'build', ...given }),
    next: (connector: string, expression: string, answer: AnswerText, accept: Accept, scope: Scope) =>
      send<unknown>(connector, { kind: 'next', expression, answer, accept, scope }),
    /** One fact that takes too long or too much costs itself, and not the others. `of` is the entity, where there is one. */
    facts(connector: string, of: string | undefined, given: Omit<FactsMessage, 'kind'>): Promise<FactsAnswer> {
      const message: FactsMessage = { kind: 'facts', ...given }
      const parts = given.facts.map(({ value }) => partOf(connector, value, of))
      return pool.run<FactsAnswer>(program, message, { key: keyOf(connector), parts })
    },
  }
}

function partOf(connector: string, expression: string, of: string | undefined): ExpressionPart {
  return { expression: `${connector} ${expression}`, ...(of !== undefined && { of }) }
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
  if (error instanceof ExpressionError) return { code: 'connectors.expression', message: error.message }
  if (error instanceof AppError) return { code: error.code ?? 'connectors.failed', message: error.message }
  return { code: 'connectors.unreachable', message: error instanceof Error ? error.message : String(error) }
}

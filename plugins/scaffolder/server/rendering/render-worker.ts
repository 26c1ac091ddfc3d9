import { serveProcess } from '@portico/core/server/serve-process'
import { createEngine, type ExpressionError, type RenderItem, type RenderSettings } from './engine.ts'

/** What the server asks of the process that renders. */
export type RenderMessage =
  | { readonly kind: 'render'; readonly settings: RenderSettings; readonly context: unknown; readonly items: readonly RenderItem[] }
  | { readonly kind: 'jsonata'; readonly expression: string; readonly data: unknown }
  | { readonly kind: 'merge'; readonly base: string; readonly ours: string; readonly theirs: string }

async function evaluate(expression: string, data: unknown): Promise<{ readonly value?: unknown } | { readonly error: ExpressionError }> {
  try {
    const { default: jsonata } = await import('jsonata')
    const value: unknown = await jsonata(expression).evaluate(data)
    // Results of JSONata carry marks of their own that are not part of the data.
    return { value: value === undefined ? undefined : JSON.parse(JSON.stringify(value)) }
  } catch (error) {
    const { message: text, position } = error as { message: string; position?: number }
    return { error: { message: text, ...(position !== undefined && { column: position }) } }
  }
}

serveProcess(async (message: RenderMessage, report): Promise<unknown> => {
  if (message.kind === 'render') return createEngine(message.settings).render(message.context, message.items, report)
  if (message.kind === 'merge') return (await import('./merge-text.ts')).mergeText(message)
  return evaluate(message.expression, message.data)
})

import { AppError } from '@portico/core/common/errors'
import { serveProcess } from '@portico/core/server/serve-process'
import { dataOperations, type DataOperations } from './data-operations.ts'
import { createExpressionRenderer, type RenderItem, type RenderSettings } from './expression-renderer.ts'

type DataMessage = {
  [Name in keyof DataOperations]: { readonly kind: Name; readonly input: Parameters<DataOperations[Name]>[0] }
}[keyof DataOperations]

/** What the server asks of the process that renders. */
export type RenderMessage =
  | { readonly kind: 'render'; readonly settings: RenderSettings; readonly context: unknown; readonly items: readonly RenderItem[] }
  | DataMessage

/** What an operation made of data, or what is wrong with them. */
export type DataResult =
  | { readonly value?: unknown }
  | { readonly problem: { readonly message: string; readonly code?: string | undefined } }

serveProcess(async (message: RenderMessage, report): Promise<unknown> => {
  if (message.kind === 'render') return createExpressionRenderer(message.settings).render(message.context, message.items, report)
  const run = dataOperations[message.kind] as (input: unknown) => Promise<unknown>
  try {
    return { value: await run(message.input) } satisfies DataResult
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: { message: error.message, code: error.code } } satisfies DataResult
  }
})

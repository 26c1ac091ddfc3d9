import { writeSync } from 'node:fs'
import { createEngine, type ExpressionError, type RenderItem, type RenderSettings } from './engine.ts'

/** What the server asks of the process that renders. */
export type RenderMessage =
  | {
      readonly id: number
      readonly kind: 'render'
      readonly settings: RenderSettings
      readonly context: unknown
      readonly items: readonly RenderItem[]
    }
  | { readonly id: number; readonly kind: 'jsonata'; readonly expression: string; readonly data: unknown }
  | { readonly id: number; readonly kind: 'merge'; readonly base: string; readonly ours: string; readonly theirs: string }

const progressFile = 1

/** Synchronous, so that the server knows which item was rendered when it has to end this process. */
function report(at: number): void {
  writeSync(progressFile, `${at}\n`)
}

async function answer(message: RenderMessage): Promise<unknown> {
  if (message.kind === 'render') return createEngine(message.settings).render(message.context, message.items, report)
  report(0)
  if (message.kind === 'merge') return (await import('./merge-text.ts')).mergeText(message)
  try {
    const { default: jsonata } = await import('jsonata')
    const value: unknown = await jsonata(message.expression).evaluate(message.data)
    // Results of JSONata carry marks of their own that are not part of the data.
    return { value: value === undefined ? undefined : JSON.parse(JSON.stringify(value)) }
  } catch (error) {
    const { message: text, position } = error as { message: string; position?: number }
    return { error: { message: text, ...(position !== undefined && { column: position }) } satisfies ExpressionError }
  }
}

process.on('message', (message: RenderMessage) => {
  answer(message).then(
    result => process.send?.({ id: message.id, result }),
    (error: Error) => process.send?.({ id: message.id, failure: error.message }),
  )
})
// Without the server there is nothing to do.
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })

import { tryMethods } from '@portico/api-docs/common'
import { durationMs } from '@portico/core/server'
import { z } from 'zod'

const url = z.string().superRefine((text, context) => {
  const message = problemOf(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

const methods = z
  .array(z.string().toUpperCase().pipe(z.enum(tryMethods)))
  .default(['GET', 'HEAD'])
  .describe('The methods that may be sent there; GET and HEAD by default')

const TryTargetSettings = z.strictObject({
  url: url.describe('Requests may go to this address and to all below it; nothing else is reached'),
  methods,
  apis: z.array(z.string()).exactOptional().describe('Only from the pages of these APIs, by entity ref; all by default'),
})

/** `apiDocs.try`: requests that readers send from the page of an API. */
export const TrySettings = z
  .strictObject({
    targets: z.array(TryTargetSettings).default([]).describe('Where requests of readers may go. Nowhere by default'),
    timeout: durationMs.default(30_000).describe('How long a target may take for its whole answer'),
    maxBytes: z.int().min(1000).max(10_000_000).default(1_000_000).describe('How much of an answer is shown'),
  })
  .prefault({})
  .describe('Try it: requests that readers send through the server')
export type TrySettings = z.output<typeof TrySettings>

function problemOf(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return `'${text}' is not an http: or https: URL`
  if (parsed.username || parsed.password) return 'a target must not hold a user name or password'
  if (parsed.search || parsed.hash) return 'a target must not have a query or a fragment'
  return undefined
}

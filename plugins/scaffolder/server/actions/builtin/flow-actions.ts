import { inputError, parseDuration } from '@portico/core/common'
import { z } from 'zod'
import { defineAction } from '../action.ts'

const duration = z.union([z.string(), z.record(z.string(), z.number())])
const maxWaitMs = 90 * 86_400_000

/** Milliseconds of a duration as templates write it. */
export function toMs(given: unknown, what: string): number {
  const ms = typeof given === 'string' || (typeof given === 'object' && given !== null) ? parseDuration(given as string) : undefined
  if (ms === undefined || ms > maxWaitMs)
    throw inputError(`${what} is not a duration such as 30m or { days: 2 }, of at most 90 days`, { code: 'scaffolder.duration' })
  return ms
}

export const wait = defineAction({
  id: 'wait',
  description: 'Waits for a time, an event of the bus or a webhook, without holding a worker. It survives restarts',
  examples: [
    { description: 'Wait for an hour', example: 'steps:\n  - action: wait\n    input:\n      for: 1h\n' },
    {
      description: 'Wait for an event',
      example: 'steps:\n  - action: wait\n    input:\n      event: { topic: deployments, match: { status: done } }\n      timeout: 2d\n',
    },
    {
      description: 'Wait for a webhook, whose address is in the log',
      example: 'steps:\n  - action: wait\n    input:\n      webhook: true\n      timeout: 2d\n',
    },
  ],
  input: z
    .object({
      for: duration.optional().describe('How long'),
      event: z
        .object({
          topic: z.string().min(1).describe('The topic'),
          match: z.record(z.string(), z.unknown()).optional().describe('Fields of an event, and the values they must have'),
        })
        .optional()
        .describe('A topic that scaffolder.waitTopics or a plugin offers, and fields that its events must have'),
      webhook: z.boolean().optional().describe('Waits until an address is called that the log shows'),
      timeout: duration.default('1d').describe('The step fails when nothing comes within it'),
    })
    .refine(
      ({ for: time, event, webhook }) => [time, event, webhook || undefined].filter(each => each !== undefined).length === 1,
      'needs exactly one of for, event and webhook',
    ),
  output: z.object({ payload: z.unknown().optional().describe('What the event or the call brought') }),
  supportsDryRun: true,
  isIdempotent: true,
  async run({ input, wait: pause, output }) {
    const until = (ms: number) => new Date(Date.now() + ms).toISOString()
    if (input.for !== undefined) return void pause({ kind: 'time', until: until(toMs(input.for, 'for')) })
    const end = until(toMs(input.timeout, 'timeout'))
    const got = input.event
      ? pause({ kind: 'event', until: end, topic: input.event.topic, output: { match: input.event.match ?? {} } })
      : pause({ kind: 'webhook', until: end })
    output('payload', got)
  },
})

export const approval = defineAction({
  id: 'approval',
  description: 'Waits until one of the approvers says yes. A no fails the step with its reason',
  examples: [
    {
      description: 'Ask a team',
      example:
        'steps:\n  - action: approval\n    input:\n      approvers: [group:default/platform]\n      reason: This creates a public repository\n      timeout: 3d\n',
    },
  ],
  input: z.object({
    approvers: z.array(z.string()).min(1).describe('Refs of groups and users'),
    reason: z.string().optional().describe('What they read'),
    timeout: duration.default('7d').describe('The step fails when nobody has decided within it'),
  }),
  output: z.object({
    approvedBy: z.string().optional().describe('The ref of the user who said yes'),
    reason: z.string().optional().describe('What that user wrote'),
  }),
  supportsDryRun: true,
  isIdempotent: true,
  async run({ input, wait: pause, output }) {
    const until = new Date(Date.now() + toMs(input.timeout, 'timeout')).toISOString()
    const decision = pause({ kind: 'approval', approvers: input.approvers, reason: input.reason, until }) as {
      by?: string
      reason?: string
    }
    if (decision.by !== undefined) output('approvedBy', decision.by)
    if (decision.reason !== undefined) output('reason', decision.reason)
  },
})

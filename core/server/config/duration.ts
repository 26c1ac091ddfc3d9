import { durationUnits, parseDuration } from '@portico/core/common'
import type { DurationUnit } from '@portico/core/common'
import { Cron } from 'croner'
import { z } from 'zod'

const amount = z.number().nonnegative().optional()
const parts = Object.fromEntries(durationUnits.map(unit => [unit, amount])) as Record<DurationUnit, typeof amount>

function durationExpected(written: unknown): string {
  const expected = 'expected a duration such as 30s, PT30S or { seconds: 30 }'
  if (typeof written === 'number') return `${expected}, not the number ${written}, which has no unit`
  return typeof written === 'string' ? `${expected}, not '${written}'` : expected
}

/** A duration as config files write it (`30s`, `PT30S`, `{ seconds: 30 }`), read as milliseconds. */
export const durationMs = z
  .union([z.string(), z.object(parts)], { error: issue => durationExpected(issue.input) })
  .transform((written, context) => {
    const ms = parseDuration(written)
    if (ms !== undefined) return ms
    context.addIssue({ code: 'custom', message: durationExpected(written), input: written })
    return z.NEVER
  })

function isCron(pattern: string): boolean {
  try {
    new Cron(pattern, { paused: true }).stop()
    return true
  } catch {
    return false
  }
}

const cron = z.object({
  cron: z.string().refine(isCron, { error: issue => `expected a cron pattern such as '0 3 * * *', not '${String(issue.input)}'` }),
})
const manual = z.object({ trigger: z.literal('manual') })

/** When something is done periodically, as config files write it. */
export const ScheduleConfig = z.object({
  frequency: z.union([cron, manual, durationMs]).describe('How often: a duration, { cron } or { trigger: manual }'),
  timeout: durationMs.describe('A run that takes longer is stopped'),
  initialDelay: durationMs.exactOptional().describe('How long to wait before the first run'),
  scope: z
    .enum(['global', 'local'])
    .default('global')
    .describe('global: one run at a time over all replicas; local: every replica runs its own'),
})

export type ScheduleConfig = z.output<typeof ScheduleConfig>

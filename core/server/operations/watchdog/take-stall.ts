import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import type { Stall } from './stall.ts'

const Work = z.object({ kind: z.enum(['request', 'job', 'scheduled task', 'event']), name: z.string(), id: z.string() })
const Record = z.object({
  at: z.string(),
  seconds: z.number(),
  work: Work.optional(),
  inFlight: z.array(Work),
  stack: z.string().optional(),
}) satisfies z.ZodType<Stall>

/** Reads and removes the record that an ended process has left. */
export function takeStall(file: string): Stall | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    rmSync(file)
    return Record.parse(JSON.parse(text))
  } catch {
    // There is none, or half of one.
    return undefined
  }
}

import { z } from 'zod'

export const signalsSections = {
  signals: z
    .strictObject({
      maxConnections: z
        .int()
        .min(1)
        .default(20_000)
        .describe('How many connections one server keeps open; half of them at most for callers without a token'),
    })
    .prefault({})
    .describe('Messages that reach open pages as they happen'),
}

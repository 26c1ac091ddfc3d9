import { durationMs } from '@portico/core/server'
import { z } from 'zod'
import { TrySettings } from './try/try-config.ts'

const limits = z
  .strictObject({
    bytes: z.int().min(1000).max(100_000_000).default(20_000_000).describe('Bytes of a definition that is read; larger ones are only text'),
    timeout: durationMs.prefault('60s').describe('How long one definition may take to read'),
    memoryMegabytes: z.int().min(128).max(8192).default(768).describe('How much memory the process that reads definitions may use'),
    readingMegabytes: z.int().min(1).max(1000).default(100).describe('How much may be made of one definition'),
    cacheMegabytes: z
      .int()
      .min(1)
      .default(2000)
      .describe('How much of what was read is kept before the least used is deleted; that of current definitions goes last'),
  })
  .prefault({})

/** `apiDocs`: how API definitions are read and shown. */
export const apiDocsSections = { apiDocs: z.strictObject({ limits, try: TrySettings }).prefault({}) }

export type ReadingLimits = z.output<typeof limits>

import { durationMs } from '@portico/core/server'
import { z } from 'zod'
import { Processors } from './channels/config.ts'

export const notificationsSections = {
  notifications: z
    .strictObject({
      retention: z
        .union([z.literal(false), durationMs])
        .prefault('365d')
        .describe('How long notifications are kept; false keeps them for ever. What users have saved is kept in any case'),
      rateLimit: z
        .strictObject({
          limit: z.int().min(1).default(600).describe('How many notifications one sender may send in the window'),
          window: durationMs.prefault('1m').describe('The length of the window'),
        })
        .prefault({}),
      announcers: z
        .array(z.string().min(1))
        .default([])
        .describe(
          'Users and groups who announce things while permissions are disabled; with permissions those who have notifications.announcement.manage',
        ),
      processors: Processors,
    })
    .prefault({})
    .describe('What users are told'),
}

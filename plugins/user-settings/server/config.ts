import { durationMs, frontend } from '@portico/core/server'
import { z } from 'zod'

export const userSettingsSections = {
  userSettings: z
    .strictObject({
      accessTokens: z
        .strictObject({
          enabled: frontend(z.boolean().default(true)).describe('Whether users can make access tokens for their own programs'),
          maxLifetime: durationMs.prefault('365d').describe('The longest time an access token can be good for'),
        })
        .prefault({}),
    })
    .prefault({})
    .describe('What users keep on the server'),
}

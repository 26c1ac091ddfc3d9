import { durationMs, frontend } from '@portico/core/server'
import { accessTokensSection } from '@portico/user-settings/common'
import { z } from 'zod'

export const userSettingsSections = {
  userSettings: z
    .strictObject({
      accessTokens: z
        .strictObject({
          enabled: frontend(accessTokensSection.schema),
          maxLifetime: durationMs.prefault('365d').describe('The longest time an access token can be good for'),
        })
        .prefault({}),
    })
    .prefault({})
    .describe('What users keep on the server'),
}

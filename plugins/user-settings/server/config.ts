import { durationMs, frontend } from '@portico/core/server'
import { accessTokensSection, startingValuesSection } from '@portico/user-settings/common'
import { z } from 'zod'

export const userSettingsSections = {
  userSettings: z
    .strictObject({
      accessTokens: z
        .strictObject({
          enabled: frontend(accessTokensSection.schema),
          maxLifetime: durationMs.prefault('365d').describe('The maximum lifetime of an access token'),
        })
        .prefault({}),
      guests: z.strictObject({ startingValues: frontend(startingValuesSection.schema) }).prefault({}),
    })
    .prefault({})
    .describe('The settings that users store on the server'),
}

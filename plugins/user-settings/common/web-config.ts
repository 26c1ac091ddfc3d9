import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** `userSettings.accessTokens.enabled`: whether users can make access tokens. */
export const accessTokensSection = defineFrontendSection(
  'userSettings.accessTokens.enabled',
  z.boolean().default(true).describe('Whether users can make access tokens for their own programs'),
)

/** `userSettings.guests.startingValues`: whether the browsers of guests begin with values of the server. */
export const startingValuesSection = defineFrontendSection(
  'userSettings.guests.startingValues',
  z.boolean().default(false).describe('Whether browsers of guests begin with values that a plugin has stored, such as starred entities'),
)

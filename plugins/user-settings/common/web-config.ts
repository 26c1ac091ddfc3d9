import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** `userSettings.accessTokens.enabled`: whether users can make access tokens. */
export const accessTokensSection = defineFrontendSection(
  'userSettings.accessTokens.enabled',
  z.boolean().default(true).describe('Whether users can make access tokens for their own programs'),
)

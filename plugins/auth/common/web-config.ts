import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** `auth.environment`: which environment of the sign-in providers is used. */
export const authEnvironmentSection = defineFrontendSection(
  'auth.environment',
  z.string().default('development').describe('Which environment of the providers is used'),
)

/** `enableExperimentalRedirectFlow`: whether signing in takes the whole page to the provider and back. */
export const redirectFlowSection = defineFrontendSection(
  'enableExperimentalRedirectFlow',
  z.boolean().default(false).describe('Whether signing in takes the whole page to the provider and back, instead of opening a window'),
)

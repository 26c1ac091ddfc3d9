import { autologoutSection, autoSignInSection, batchedPermissionsSection, permissionEnabledSection } from '@portico/core/common'
import { z } from 'zod'
import { durationMs } from '../duration.ts'
import { frontendSections, notice } from '../schema.ts'

const minuteMs = 60_000
const minMs = 10 * minuteMs
const maxMs = 24 * 60 * minuteMs

/** The keys of `auth` that the core reads itself; the rest of it belongs to the plugin that signs people in. */
export const authSections = {
  'auth.backstageTokenExpiration': durationMs
    .prefault('1h')
    .refine(ms => ms >= minMs && ms <= maxMs, 'must be between 10 minutes and 24 hours')
    .describe("How long a user's token is valid, between 10 minutes and 24 hours"),
  'auth.identityTokenAlgorithm': z
    .enum(['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'])
    .default('ES256')
    .describe('How tokens are signed'),
  'auth.omitIdentityTokenOwnershipClaim': z.boolean().default(true).describe('Whether tokens omit the ownership claim'),
  'auth.keyStore': z
    .looseObject({
      provider: notice(z.enum(['database', 'memory', 'firestore', 'static']).default('database'), value =>
        value === 'database' ? undefined : 'has no effect: keys are kept in the database',
      ),
    })
    .prefault({})
    .describe('Where the keys are kept that tokens are signed with'),
  ...frontendSections(autologoutSection, autoSignInSection),
}

/** `permission`: whether permissions are enforced. */
export const permissionSections = frontendSections(permissionEnabledSection, batchedPermissionsSection)

import { z } from 'zod'
import { durationMs } from '../duration.ts'
import { frontend, frontendDeep, notice } from '../schema.ts'

const minuteMs = 60_000
const shortestMs = 10 * minuteMs
const longestMs = 24 * 60 * minuteMs

/** The keys of `auth` that the core reads itself; the rest of it belongs to the plugin that signs people in. */
export const authSections = {
  'auth.backstageTokenExpiration': durationMs
    .prefault('1h')
    .transform(ms => Math.min(longestMs, Math.max(shortestMs, ms)))
    .describe("How long a user's token is valid, between 10 minutes and 24 hours"),
  'auth.identityTokenAlgorithm': z
    .enum(['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'])
    .default('ES256')
    .describe('How tokens are signed'),
  'auth.omitIdentityTokenOwnershipClaim': z.boolean().default(true).describe('Whether tokens leave out what the user owns'),
  'auth.keyStore': z
    .looseObject({
      provider: notice(z.enum(['database', 'memory', 'firestore', 'static']).default('database'), value =>
        value === 'database' ? undefined : 'has no effect: keys are kept in the database',
      ),
    })
    .prefault({})
    .describe('Where the keys are kept that tokens are signed with'),
  'auth.autologout': frontendDeep(
    z.object({
      enabled: z.boolean().default(false).describe('Whether people who do nothing are signed out'),
      idleTimeoutMinutes: z.number().positive().default(60).describe('After how long'),
      promptBeforeIdleSeconds: z.number().nonnegative().default(10).describe('How long before they are asked'),
      logoutIfDisconnected: z.boolean().default(true).describe('Whether that also holds for time when the page was closed'),
    }),
  )
    .prefault({})
    .describe('Signing out people who do nothing'),
}

/** `permission`: whether anything is ever refused. */
export const permissionSections = {
  'permission.enabled': frontend(z.boolean().default(false)).describe(
    'Whether permissions are asked for; without it everything is allowed',
  ),
  'permission.EXPERIMENTAL_enableBatchedRequests': frontend(z.boolean().default(false)).describe(
    'Whether the browser asks for several permissions at once',
  ),
}

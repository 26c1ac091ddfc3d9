import { frontend, secret } from '@portico/core/server'
import { z } from 'zod'

const userRef = z.string().regex(/^[^\s:/]+:[^\s:/]+\/[^\s:/]+$/, 'must be a full ref, such as user:default/jane')

/** `auth.providers.guest`: lets everybody in under one name. */
export const GuestConfig = z.strictObject({
  userEntityRef: userRef.default('user:development/guest').describe('Who a guest is'),
  ownershipEntityRefs: z.array(userRef).optional().describe("What counts as the guest's own; by default only the guest"),
  dangerouslyAllowOutsideDevelopment: z.boolean().default(false).describe('Lets guests into a portal that is not for development'),
})
export type GuestConfig = z.output<typeof GuestConfig>

export const authSections = {
  'auth.environment': frontend(z.string().default('development')).describe('Which environment of the providers is used'),
  'auth.providers': z
    .object({ guest: GuestConfig.optional().describe('Sign-in without a name') })
    // What other providers are given holds client secrets.
    .catchall(secret(z.unknown()))
    .default({})
    .describe('The ways to sign in, by provider'),
}

/**
 * The guest provider's settings; undefined when there is no guest provider. It is there when it is configured and,
 * so that a fresh portal can be entered, in development while no provider is.
 */
export function guestConfig(providers: z.output<(typeof authSections)['auth.providers']>, inDevelopment: boolean): GuestConfig | undefined {
  if (providers.guest) return providers.guest
  return inDevelopment && Object.keys(providers).length === 0 ? GuestConfig.parse({}) : undefined
}

/** A portal is for development unless its environment or NODE_ENV says otherwise. */
export function isDevelopment(environment: string, nodeEnvironment: string | undefined): boolean {
  return environment === 'development' && nodeEnvironment !== 'production'
}

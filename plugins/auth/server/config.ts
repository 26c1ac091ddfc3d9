import { authEnvironmentSection, redirectFlowSection } from '@portico/auth/common'
import { isConfigObject, nearest } from '@portico/core/common'
import { durationMs, frontendSections, notice, secret, type GuestAccess } from '@portico/core/server'
import { z } from 'zod'
import type { OAuthSettings } from './oauth/define-oauth-provider.ts'
import { oauthProviders, proxyProviders } from './providers/provider-table.ts'
import type { ProxySettings } from './proxy/define-proxy-provider.ts'

const userRef = z.string().regex(/^[^\s:/]+:[^\s:/]+\/[^\s:/]+$/, 'must be a full ref, such as user:default/jane')

/** The user as whom everyone can sign in to a new portal. */
export const defaultGuestRef = 'user:development/guest'

/** `auth.providers.guest`: signs everyone in as the same user. */
export const GuestConfig = z.strictObject({
  userEntityRef: userRef.toLowerCase().default(defaultGuestRef).describe('The user as whom guests sign in'),
  ownershipEntityRefs: z.array(userRef).optional().describe("The ownership refs of the guest; by default the guest and the guest's groups"),
  dangerouslyAllowOutsideDevelopment: z.boolean().default(false).describe('Allows guests in a portal that is not for development'),
})
export type GuestConfig = z.output<typeof GuestConfig>

const rateLimits = z.strictObject({
  window: durationMs.prefault('1m').describe('Over how long attempts are counted'),
  maxFailures: z.int().positive().default(300).describe('How many attempts of one address may fail in that time'),
  maxRequests: z.int().positive().default(3_000).describe('How many attempts one address may make in that time, successful or not'),
})

const rateLimit = z.union([z.boolean(), rateLimits]).transform(given => {
  if (given === false) return undefined
  const { window, ...limits } = given === true ? rateLimits.parse({}) : given
  return { windowMs: window, ...limits }
})
export type RateLimit = NonNullable<z.output<typeof rateLimit>>

type OAuthId = keyof typeof oauthProviders
type ProxyId = keyof typeof proxyProviders
type ByEnvironment = z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodType<OAuthSettings>>>

/** Settings that stand where the names of environments should: each environment is an object. */
function refuseWithoutEnvironment(value: unknown, context: z.RefinementCtx): unknown {
  if (isConfigObject(value) && Object.values(value).some(each => each !== null && !isConfigObject(each)))
    context.addIssue({
      code: 'custom',
      message:
        'is provider config without its environment level: put the settings one level deeper, under the name of the environment ' +
        '(development, or what auth.environment says)',
    })
  return value
}

const oauthShape = Object.fromEntries(
  Object.entries(oauthProviders).map(([id, { title, settings }]) => [
    id,
    z.preprocess(refuseWithoutEnvironment, z.record(z.string(), settings)).optional().describe(`Sign-in by ${title}, by environment`),
  ]),
) as unknown as Record<OAuthId, ByEnvironment>

const proxyShape = Object.fromEntries(
  Object.entries(proxyProviders).map(([id, { title, settings }]) => [id, settings.optional().describe(`Sign-in by ${title}`)]),
) as Record<ProxyId, z.ZodOptional<z.ZodType<ProxySettings>>>

function unknownProvider(name: string): string {
  const known = nearest(name, ['guest', ...Object.keys(oauthProviders), ...Object.keys(proxyProviders)])
  return `this portal has no sign-in provider of this name${known === undefined ? '' : `, did you mean '${known}'?`}`
}

export const authSections = {
  ...frontendSections(authEnvironmentSection, redirectFlowSection),
  'auth.providers': z
    .object({ guest: GuestConfig.optional().describe('Sign-in without a name'), ...oauthShape, ...proxyShape })
    // The settings of other providers hold client secrets.
    .catchall(notice(secret(z.unknown()), (_value, { key }) => unknownProvider(String(key))))
    .default({})
    .describe('The sign-in providers'),
  'auth.experimentalExtraAllowedOrigins': z
    .array(z.string())
    .default([])
    .describe("Origins besides the portal's own whose pages may sign users in; * stands for any part of a host"),
  'auth.session': z
    .object({ secret: secret(z.string()).optional().describe('Not needed here: the state of a sign-in is stored in the browser') })
    .default({})
    .describe('The session of a sign-in in progress'),
  'auth.ownership': z
    .object({
      nestedGroups: z.boolean().default(false).describe("Whether the parents of a user's groups count as the user's own too"),
      cacheTtl: durationMs.prefault('30s').describe('How long the portal caches what a user owns, and that the user is still admitted'),
    })
    .prefault({})
    .describe('The ownership of users'),
  'auth.rateLimit': rateLimit.prefault(true).describe('How often one address may try to sign in; false for no limit'),
}

export type ProvidersConfig = z.output<(typeof authSections)['auth.providers']>

/**
 * The guest provider's settings; undefined when there is no guest provider. It is available when it is configured and, so that a new portal can be
 * used at once, while no provider is configured in a portal for the development of those on its own machine.
 */
export function guestConfig(providers: ProvidersConfig, isOwnMachine: boolean): GuestConfig | undefined {
  if (providers.guest) return providers.guest
  return isOwnMachine && Object.keys(providers).length === 0 ? GuestConfig.parse({}) : undefined
}

/** How guests get in: a portal that others can reach has to say that it is for development, or that everybody is welcome. */
export function guestAccess(section: (path: string) => unknown, isWritten: (path: string) => boolean): GuestAccess | undefined {
  const providers = section('auth.providers') as ProvidersConfig
  const { guest, ...others } = providers
  const inDevelopment = isDevelopment(section('auth.environment') as string, process.env['NODE_ENV'])
  const isOnlySignIn = Object.keys(others).length === 0
  if (!guest) return isOnlySignIn ? { admitsGuests: false, isOnlySignIn, ...(inDevelopment && { warning: nobodySignsIn }) } : undefined
  const isDeliberate = guest.dangerouslyAllowOutsideDevelopment || (inDevelopment && isWritten('auth.environment'))
  const told = isDeliberate ? { warning: guestsExposed(guest.userEntityRef) } : { mistake: guestsNotDeliberate }
  return { admitsGuests: true, isOnlySignIn, ...told }
}

const whyExposed = 'others than this machine can reach this portal, as app.baseUrl, backend.baseUrl or backend.listen is not loopback'
const nobodySignsIn = `auth.providers: nobody can sign in, since there is no provider and guests are not let in where ${whyExposed}. Add a provider`
const guestsNotDeliberate =
  `auth.providers.guest: would let anyone in without a password, and ${whyExposed}. Take it out and add another provider; or say who may reach the ` +
  'portal, by auth.environment: development or by dangerouslyAllowOutsideDevelopment: true here'

function guestsExposed(userEntityRef: string): string {
  return (
    `auth.providers.guest: anyone who can reach this portal is let in as ${userEntityRef}, without a password, and ${whyExposed}. Such guests are kept ` +
    'from what destroys or reveals secrets (docs/guides/sign-in.md); everything else is open to them'
  )
}

/** A portal is for development unless its environment or NODE_ENV says otherwise. */
export function isDevelopment(environment: string, nodeEnvironment: string | undefined): boolean {
  return environment === 'development' && nodeEnvironment !== 'production'
}

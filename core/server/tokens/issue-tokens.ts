import { authenticationError, inputError } from '@portico/core/common'
import { CompactSign } from 'jose'
import type { Principal, UserPrincipal } from '../host/principal.ts'
import type { Keys, SigningAlgorithm, SigningKey } from './keys.ts'
import { callerRestricted, tokenExpired, userTokenNeeded } from './token-errors.ts'
import { limitedTokenFields, limitedTokenOf, maxTokenLength, tokenTypes, userAudience } from './token-kinds.ts'
import type { LimitedToken } from './token-kinds.ts'
import type { IssuedToken, UserTokens } from './user-tokens.ts'

interface IssueDependencies {
  readonly keys: Keys
  readonly algorithm: SigningAlgorithm
  readonly now: () => number
}

interface PluginIssueDependencies extends IssueDependencies {
  readonly isAccessHolder: (principal: Principal) => boolean
  readonly endedBefore: (userEntityRef: string) => number
}

interface UserTokenSettings {
  readonly issuer: string
  readonly lifetimeMs: number
  readonly omitOwnership: boolean
}

const pluginTokenLifetimeMs = 3_600_000
const fullUserRef = /^[^\s:/]+:[^\s:/]+\/[^\s:/]+$/
const fixedClaims = new Set(['iss', 'sub', 'ent', 'aud', 'iat', 'exp', 'nbf', 'uip'])

/** Makes the tokens of signed-in users. `endedBefore`: when the user last ended all sessions. */
export function createUserTokenIssuer({ keys, algorithm, now }: IssueDependencies, settings: UserTokenSettings) {
  return async (user: Omit<Parameters<UserTokens['issue']>[0], 'sessionBegan'>, endedBefore: number): Promise<IssuedToken> => {
    const sub = user.userEntityRef
    if (!fullUserRef.test(sub)) throw inputError('A user must be named in full, as kind:namespace/name', { code: 'core.user-ref' })
    const key = await keys.signingKey('user', algorithm, settings.lifetimeMs)
    const iat = issueTime(now(), endedBefore)
    const exp = Math.floor(iat) + Math.floor(settings.lifetimeMs / 1000)
    const limited = limitedTokenFields({ algorithm: key.algorithm, kid: key.kid, sub, iat, exp })
    const extras = Object.entries(user.claims ?? {}).filter(([name]) => !fixedClaims.has(name))
    const payload = {
      iss: settings.issuer,
      sub,
      ...(!settings.omitOwnership && { ent: user.ownershipEntityRefs ?? [sub] }),
      aud: userAudience,
      iat,
      exp,
      uip: (await sign(limited.payload, limited.header, key)).split('.')[2],
      ...Object.fromEntries(extras),
    }
    const token = await sign(payload, { typ: tokenTypes.user, alg: key.algorithm, kid: key.kid }, key)
    if (token.length > maxTokenLength) throw userTokenTooLarge(sub)
    return { token, expiresInSeconds: exp - Math.floor(iat) }
  }
}

/**
 * The claim `iat`: whole seconds, as is common. Only within the second in which the user ended all sessions it has
 * milliseconds too, because only they show what came later.
 */
function issueTime(nowMs: number, endedBefore: number): number {
  const second = Math.floor(nowMs / 1000)
  return second * 1000 < endedBefore ? Math.max(nowMs, endedBefore) / 1000 : second
}

/** Makes the tokens with which `sourcePluginId` calls other plugins. */
export function createPluginTokenIssuer(
  { keys, algorithm, now, isAccessHolder, endedBefore }: PluginIssueDependencies,
  sourcePluginId: string,
) {
  /** The limited token of a caller with an access token, which itself must not be passed on. */
  async function limitedTokenFor(principal: UserPrincipal, targetPluginId: string): Promise<LimitedToken> {
    const { userEntityRef, accessToken, expiresAt, agent } = principal
    // What an agent may do is said by the scopes of actions, not by plugins.
    if (!agent && accessToken?.plugins?.includes(targetPluginId) === false) throw callerRestricted(targetPluginId)
    const key = await keys.signingKey('user', algorithm, pluginTokenLifetimeMs)
    const iat = issueTime(now(), endedBefore(userEntityRef))
    const exp = Math.min(Math.floor(iat) + pluginTokenLifetimeMs / 1000, Math.floor((expiresAt?.getTime() ?? Infinity) / 1000))
    const { header, payload } = limitedTokenFields({ algorithm: key.algorithm, kid: key.kid, sub: userEntityRef, iat, exp })
    return { token: await sign(payload, header, key), expiresAt: new Date(exp * 1000) }
  }

  return async (targetPluginId: string, onBehalfOf?: Principal): Promise<string> => {
    const iat = Math.floor(now() / 1000)
    const holder = onBehalfOf?.type === 'user' && isAccessHolder(onBehalfOf) ? onBehalfOf : undefined
    const carried = holder ? await limitedTokenFor(holder, targetPluginId) : onBehalfOf && carriedToken(onBehalfOf)
    const userExp = carried ? Math.floor(carried.expiresAt.getTime() / 1000) : Infinity
    if (userExp <= iat) throw tokenExpired()
    const key = await keys.signingKey(`plugin:${sourcePluginId}`, algorithm, pluginTokenLifetimeMs)
    const exp = Math.min(iat + pluginTokenLifetimeMs / 1000, userExp)
    // What a role takes from agents it takes from them in every plugin.
    const agent = onBehalfOf?.type === 'user' ? onBehalfOf.agent : undefined
    const payload = { sub: sourcePluginId, aud: targetPluginId, iat, exp, ...(carried && { obo: carried.token }), ...(agent && { agent }) }
    return sign(payload, { typ: tokenTypes.plugin, alg: key.algorithm, kid: key.kid }, key)
  }
}

// A call on behalf of an anonymous caller must not get the rights of the plugin that makes it.
function carriedToken(principal: Principal): LimitedToken | undefined {
  if (principal.type === 'service') return undefined
  if (principal.type === 'none' || principal.token === undefined) throw userTokenNeeded()
  return limitedTokenOf(principal.token)
}

function sign(payload: object, header: { typ: string; alg: string; kid: string }, key: SigningKey): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload))).setProtectedHeader(header).sign(key.key)
}

function userTokenTooLarge(sub: string) {
  return authenticationError(`The token of ${sub} would be longer than ${maxTokenLength} characters: too many ownership refs or claims`, {
    code: 'core.token-too-large',
  })
}

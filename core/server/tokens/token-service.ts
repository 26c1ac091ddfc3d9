import { hash } from 'node:crypto'
import type { JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { ExternalAccess } from '../config/sections/external-access.ts'
import type { AccessTokenPort, AgentTokenPort, UserAccessPort } from '../host/access-tokens.ts'
import type { IdentityPort } from '../host/identity.ts'
import type { Principal, UserPrincipal } from '../host/principal.ts'
import type { Logger } from '../operations/log.ts'
import { admitted } from './admitted.ts'
import { createStaticCallers } from './external-access.ts'
import { createPluginTokenIssuer, createUserTokenIssuer } from './issue-tokens.ts'
import { createKeyStore } from './key-store.ts'
import type { KeyOwner, KeyStore } from './key-store.ts'
import { createKeys } from './keys.ts'
import type { SigningAlgorithm } from './keys.ts'
import type { PluginTokens } from './plugin-tokens.ts'
import { callerRestricted, sessionEnded, tokenForAnother, tokenLimited, tokenTooLarge } from './token-errors.ts'
import { limitedTokenOf, maxTokenLength, readToken } from './token-kinds.ts'
import type { LimitedToken } from './token-kinds.ts'
import type { UserTokens } from './user-tokens.ts'
import { createVerifiedTokens } from './verified-tokens.ts'
import type { VerifiedToken } from './verified-tokens.ts'
import { createExternalVerifier } from './verify-external.ts'
import { createOwnVerifier } from './verify-own.ts'

export interface TokenSettings {
  /** `auth.backstageTokenExpiration` */
  readonly tokenLifetimeMs: number
  /** `auth.identityTokenAlgorithm` */
  readonly algorithm: SigningAlgorithm
  /** `auth.omitIdentityTokenOwnershipClaim` */
  readonly omitOwnership: boolean
  /** The auth plugin's base address as browsers reach it. */
  readonly issuer: string
  /** `backend.auth.externalAccess` */
  readonly externalAccess: readonly ExternalAccess[]
}

export interface VerifyOptions {
  /** The plugin that was called. */
  readonly pluginId: string
  /** Takes a limited user token too, as the routes do that a cookie opens. */
  readonly allowLimited: boolean
}

export interface TokenService {
  readonly userTokens: UserTokens
  /** The tokens that one plugin issues and accepts. */
  forPlugin(sourcePluginId: string): PluginTokens
  /** Who a token stands for. An AuthenticationError says what is wrong with it; a NotAllowedError that it may not reach this plugin. */
  verify(token: string, options: VerifyOptions): Promise<Principal>
  /** The limited token of a user token, built without a key and without verifying. */
  limitedTokenOf(userToken: string): LimitedToken
  publicKeys(owner: KeyOwner): Promise<{ readonly keys: readonly JWK[] }>
}

interface TokenServiceDependencies {
  readonly db: Kysely<any>
  readonly settings: TokenSettings
  readonly log: Logger
  readonly now?: () => number
  readonly store?: KeyStore
  /** Resolved lazily: the plugin that provides it is set up later. */
  readonly accessTokens?: () => AccessTokenPort | undefined
  readonly agentTokens?: () => AgentTokenPort | undefined
  readonly userAccess?: () => UserAccessPort | undefined
  readonly identity?: () => IdentityPort | undefined
}

// Clocks of replicas and of other issuers differ a little.
const clockToleranceSeconds = 10

/** Makes and verifies every kind of token, with keys that all replicas share through the database. */
export function createTokenService({
  db,
  settings,
  log,
  now = Date.now,
  store = createKeyStore(db),
  accessTokens = () => undefined,
  agentTokens = () => undefined,
  userAccess = () => undefined,
  identity = () => undefined,
}: TokenServiceDependencies): TokenService {
  const keys = createKeys({ store, log, now })
  const own = createOwnVerifier({ keys, now, clockToleranceSeconds })
  const external = createExternalVerifier({ entries: settings.externalAccess, log, now, clockToleranceSeconds })
  const staticCaller = createStaticCallers(settings.externalAccess)
  const verified = createVerifiedTokens({ now })
  const issuing = { keys, algorithm: settings.algorithm, now }
  // A plugin may get a token to act for a user only if this process itself has verified an access token of that user.
  const accessHolders = new WeakSet<Principal>()

  async function identify(token: string): Promise<VerifiedToken> {
    if (token.length > maxTokenLength) throw tokenTooLarge(maxTokenLength)
    const digest = hash('sha256', token, 'buffer')
    const principal = staticCaller(digest)
    if (principal) return { kind: 'external', principal }
    const key = digest.toString('base64')
    const known = verified.get(key)
    if (known) return known
    const holder = token.includes('.') ? undefined : ((await accessTokens()?.verify(token)) ?? (await agentTokens()?.verify(token)))
    if (holder) {
      accessHolders.add(holder)
      // Not cached here: it can be revoked at any moment, and its plugin knows when.
      return { kind: 'access', principal: holder }
    }
    const parts = readToken(token)
    const fresh = (await own(token, parts)) ?? (await external(token, parts))
    verified.add(key, fresh, token.length)
    return fresh
  }

  const endedBefore = (userEntityRef: string) => accessTokens()?.endedBefore(userEntityRef) ?? 0

  /** Checked each time, also for a token whose verification is cached: a user who is removed must lose access at once. */
  function stillAdmitted(principal: UserPrincipal): UserPrincipal | Promise<UserPrincipal> {
    const admission = identity()?.admission?.(principal.userEntityRef)
    if (admission === undefined) return principal
    return 'then' in admission ? admission.then(found => admitted(principal, found)) : admitted(principal, admission)
  }

  async function verify(token: string, { pluginId, allowLimited }: VerifyOptions): Promise<Principal> {
    const { kind, principal, audience, issuedAt } = await identify(token)
    if (kind === 'limited-user' && !allowLimited) throw tokenLimited()
    if (kind === 'plugin' && audience !== pluginId) throw tokenForAnother()
    if (principal.type === 'user') {
      if (issuedAt !== undefined && issuedAt < endedBefore(principal.userEntityRef)) throw sessionEnded()
      if (principal.accessToken?.plugins?.includes(pluginId) === false) throw callerRestricted(pluginId)
      return stillAdmitted(principal)
    }
    const { restrictions } = principal
    if (restrictions && !restrictions.some(restriction => restriction.plugin === pluginId)) throw callerRestricted(pluginId)
    return principal
  }

  const issueUser = createUserTokenIssuer(issuing, {
    issuer: settings.issuer,
    lifetimeMs: settings.tokenLifetimeMs,
    omitOwnership: settings.omitOwnership,
  })

  return {
    userTokens: {
      async issue({ sessionBegan = Infinity, ...user }) {
        const ended = endedBefore(user.userEntityRef)
        if (sessionBegan < ended) throw sessionEnded()
        return issueUser(user, ended)
      },
      userAccess,
      publicKeys: () => keys.publicKeys('user'),
    },
    forPlugin: sourcePluginId => ({
      forPlugin: createPluginTokenIssuer({ ...issuing, endedBefore, isAccessHolder: each => accessHolders.has(each) }, sourcePluginId),
      verify: token => verify(token, { pluginId: sourcePluginId, allowLimited: false }),
    }),
    verify,
    limitedTokenOf,
    publicKeys: keys.publicKeys,
  }
}

import { hash, timingSafeEqual } from 'node:crypto'
import { OAuthRefusal } from '../errors.ts'
import { single } from './authorize.ts'
import type { GrantStore } from './grant-store.ts'
import { agentTokenPrefix, digestOf, newSecret, refreshTokenPrefix } from './live-tokens.ts'
import type { RequestStore } from './request-store.ts'
import type { TokenStore } from './token-store.ts'

interface TokensDependencies {
  readonly requests: Pick<RequestStore, 'useCode'>
  readonly grants: Pick<GrantStore, 'find' | 'takeWantsMore'>
  readonly tokens: TokenStore
  readonly lifetimeMs: () => number
  readonly isResource: (resource: string) => boolean
  /** Ends a grant with all that belongs to it, at every server. */
  readonly revoke: (grantId: string, why: string) => Promise<void>
  /** Throws where the user is gone or blocked. */
  readonly requireAdmitted: (user: string) => Promise<void>
  readonly now?: () => number
}

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

const stepUpMs = 30_000

type Form = Readonly<Record<string, unknown>>

/** Exchanges codes and refresh tokens for tokens. */
export function createTokens({
  requests,
  grants,
  tokens,
  lifetimeMs,
  isResource,
  revoke,
  requireAdmitted,
  now = Date.now,
}: TokensDependencies) {
  async function issue(grantId: string) {
    const grant = await grants.find(grantId)
    if (!grant || grant.expiresAt.getTime() <= now())
      throw new OAuthRefusal('invalid_grant', 'The user has disconnected this agent, or its time is over')
    await requireAdmitted(grant.user)
    const access = newSecret(agentTokenPrefix)
    const refresh = newSecret(refreshTokenPrefix)
    const end = grant.expiresAt.getTime()
    const accessEnd = Math.min(now() + lifetimeMs(), end)
    await tokens.add([
      { digest: digestOf(access), grantId, isRefresh: false, expiresAt: new Date(accessEnd) },
      { digest: digestOf(refresh), grantId, isRefresh: true, expiresAt: grant.expiresAt },
    ])
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: Math.floor((accessEnd - now()) / 1000),
      refresh_token: refresh,
      scope: grant.scopes.join(' '),
    }
  }

  function required(form: Form, name: string): string {
    const value = single(form, name)
    if (value === undefined) throw new OAuthRefusal('invalid_request', `${name} is missing`)
    return value
  }

  async function byCode(form: Form) {
    const found = await requests.useCode(digestOf(required(form, 'code')), new Date(now()))
    if (!found) throw new OAuthRefusal('invalid_grant', 'The code is not valid')
    const { code, isFirst } = found
    if (!isFirst) {
      // Two have it, and one of them has stolen it: what came of it ends.
      await revoke(code.grantId, 'a code was used twice')
      throw new OAuthRefusal('invalid_grant', 'The code was used before')
    }
    const verifier = required(form, 'code_verifier')
    const isValid =
      code.expiresAt.getTime() > now() &&
      code.clientId === required(form, 'client_id') &&
      code.redirectUri === (single(form, 'redirect_uri') ?? code.redirectUri) &&
      verifierPattern.test(verifier) &&
      isSame(hash('sha256', verifier, 'base64url'), code.challenge)
    if (!isValid)
      throw new OAuthRefusal('invalid_grant', 'The code is expired, or is not for this client, redirect address or code_verifier')
    return issue(code.grantId)
  }

  async function byRefresh(form: Form) {
    const token = required(form, 'refresh_token')
    const clientId = required(form, 'client_id')
    // Clients of the official SDK refresh when they are told that a scope is missing, and ask the user only where that fails for a fault of the server.
    const grantId = await tokens.grantOf(digestOf(token))
    if (grantId !== undefined && (await grants.takeWantsMore(grantId, new Date(now() - stepUpMs))))
      throw new OAuthRefusal('server_error', 'The user has to allow more: ask for authorization again', 503)
    const found = await tokens.useRefresh(digestOf(token), new Date(now()))
    if (!found) throw new OAuthRefusal('invalid_grant', 'The refresh token is not valid')
    if (!found.isFirst) {
      await revoke(found.grantId, 'a refresh token was used twice')
      throw new OAuthRefusal('invalid_grant', 'The refresh token was used before')
    }
    const grant = await grants.find(found.grantId)
    if (found.expiresAt.getTime() <= now() || grant?.clientId !== clientId)
      throw new OAuthRefusal('invalid_grant', 'The refresh token is not valid')
    const wanted = (single(form, 'scope') ?? '').split(' ').filter(Boolean)
    const more = wanted.find(scope => !grant.scopes.includes(scope))
    if (more !== undefined) throw new OAuthRefusal('invalid_scope', `The user has not allowed '${more.slice(0, 100)}': ask again`)
    return issue(found.grantId)
  }

  return {
    async exchange(form: Form) {
      const resource = single(form, 'resource')
      if (resource !== undefined && !isResource(resource)) throw new OAuthRefusal('invalid_target', 'resource is no server of this portal')
      const kind = required(form, 'grant_type')
      if (kind === 'authorization_code') return byCode(form)
      if (kind === 'refresh_token') return byRefresh(form)
      throw new OAuthRefusal('unsupported_grant_type', 'grant_type has to be authorization_code or refresh_token')
    },
    /** By whoever has a token of it. Nobody learns whether there was one. */
    async end(form: Form): Promise<void> {
      const grantId = await tokens.grantOf(digestOf(required(form, 'token')))
      if (grantId !== undefined) await revoke(grantId, 'the agent has signed out')
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

import type { RequestMetadata } from '@portico/core/server'
import type { SignIn } from '../sessions/sign-in.ts'
import type { ResolveUser } from '../resolvers/resolve-user.ts'
import type { AppOrigins } from './app-origins.ts'
import type { Connection, Grant } from './connection.ts'
import { sealGrant, sealToken } from './kept-token.ts'
import type { OAuthClient } from './oauth-client.ts'
import type { ProviderCookies } from './provider-cookies.ts'
import { joinScopes, splitScope } from './scopes.ts'

/** Which scopes are requested from a provider. */
export interface ScopeRules {
  /** Always requested. */
  readonly required: readonly string[]
  /** The provider does not report the granted scopes, so the browser stores the requested ones. */
  readonly persist?: true
  /** The final change to the requested scopes. */
  readonly combine?: (scopes: readonly string[], requested: readonly string[]) => readonly string[]
}

/** One provider as it is configured for one environment, with all that its routes need. */
export interface OAuthEnvironment {
  readonly provider: string
  /** The title on the sign-in card. */
  readonly title: string
  readonly environment: string
  readonly connection: Connection
  readonly client: OAuthClient
  readonly scopes: ScopeRules
  readonly additionalScopes: readonly string[]
  readonly cookies: ProviderCookies
  readonly origins: AppOrigins
  readonly now: () => number
  /** The secret with which stored access tokens and the start of sessions are sealed. */
  readonly sealingKey: string
  /** Absent where this provider is not for sign-in and only supplies its tokens. */
  readonly resolveUser: ResolveUser | undefined
  readonly signIn: SignIn
  readonly refreshOnce: (token: string, scope: string, run: () => Promise<Grant>) => Promise<Grant>
}

/** All scopes of a sign-in: those asked for now, those granted before, and those that are always needed. */
export function wantedScopes(
  { scopes, additionalScopes }: OAuthEnvironment,
  requested: string | undefined,
  granted: string | undefined,
): readonly string[] {
  const asked = splitScope(requested)
  const all = joinScopes(asked, scopes.persist ? splitScope(granted) : [], scopes.required, additionalScopes)
  return scopes.combine ? scopes.combine(all, asked) : all
}

/** The scopes of a session. Where the provider does not name them, it granted what was requested. */
export function reportedScope({ scopes }: OAuthEnvironment, grant: Grant, asked: readonly string[]): string {
  return (scopes.persist || grant.scope === undefined ? asked : splitScope(grant.scope)).join(' ')
}

/** The ID token, where the provider is told by it whose session to end. */
export function idTokenCookie({ connection, cookies }: OAuthEnvironment, request: RequestMetadata, { idToken }: Grant): string[] {
  return connection.endsSession && idToken !== undefined ? cookies.write(request.cookies, 'id-token', idToken) : []
}

/** What the browser stores to renew the session. A provider that gives no refresh token does not sign people out with every reload. */
export function refreshTokenOf({ connection, sealingKey, now }: OAuthEnvironment, grant: Grant): string {
  if (grant.refreshToken !== undefined) return grant.refreshToken
  return connection.accessTokenForRefresh ? sealToken(grant.accessToken, sealingKey) : sealGrant(grant, sealingKey, now())
}

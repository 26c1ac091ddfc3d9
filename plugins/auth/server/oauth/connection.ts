import type { ProviderHttp } from '../providers/provider-http.ts'
import type { Person } from '../resolvers/resolver.ts'

/** Where a provider's servers are. */
export interface Endpoints {
  readonly issuer: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly keysUrl?: string
  readonly userInfoUrl?: string
  readonly revocationUrl?: string
}

/** The tokens that a provider issued. */
export interface Grant {
  readonly accessToken: string
  readonly idToken?: string | undefined
  /** The claims of the ID token. Verified where the provider supports OpenID Connect. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
  /** As the provider reports it; undefined when it does not. */
  readonly scope?: string | undefined
  readonly expiresInSeconds?: number | undefined
  readonly refreshToken?: string | undefined
}

export interface ProviderRequests extends Pick<ProviderHttp, 'get' | 'getBytes'> {
  /** The claims of the provider's userinfo endpoint; those of the ID token where there is none. */
  userInfo(): Promise<Readonly<Record<string, unknown>>>
}

/** How the portal talks to one provider with one configuration. */
export interface Connection {
  /** Its endpoints, or the address where it publishes them: the issuer's, or that of the document itself. */
  readonly server: Endpoints | { readonly discover: string }
  /** Whether ID tokens are expected and verified: issuer, audience, nonce, times and signature. */
  readonly openId: boolean
  readonly pkce: boolean
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | 'none'
  /** The algorithm of ID tokens, where only one is accepted. */
  readonly idTokenAlgorithm?: string | undefined
  /** Additional parameters of the authorization request. */
  readonly authorization?: Readonly<Record<string, string | undefined>>
  /** The provider issues no refresh token: the access token, which does not expire, is used instead. */
  readonly accessTokenForRefresh?: true
  /** Whether a refresh request names scopes; some providers refuse that. */
  readonly refreshWithScope?: boolean
  /** Scopes from the provider's own settings. */
  readonly scopes?: readonly string[]
  /** Whether to ask for `offline_access`, unless the provider publishes its scopes and this one is not among them. */
  readonly offlineAccess?: boolean
  readonly timeoutMs?: number | undefined
  /** Who signed in; undefined when the grant does not identify the user. */
  person(grant: Grant, api: ProviderRequests): Promise<Person | undefined>
  /** A page to visit after signing out here. */
  readonly logoutUrl?: ((appUrl: string) => string) | undefined
  /** Whether signing out also ends the session at the provider, by the page that it publishes for that (`end_session_endpoint`). */
  readonly endsSession?: boolean
}

import { decodeJwt } from 'jose'
import * as openId from 'openid-client'
import type { ProviderHttp } from '../providers/provider-http.ts'
import type { Connection, Endpoints, Grant, ProviderRequests } from './connection.ts'
import { toOAuthError } from './oauth-errors.ts'
import type { Binding } from './sign-in-state.ts'
import { tidyTokenReply, unverifiedIdToken } from './token-reply.ts'

interface ClientDependencies {
  readonly connection: Connection
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly callbackUrl: string
  readonly http: ProviderHttp
  readonly timeoutMs: number
  readonly now: () => number
}

const rediscoverMs = 3_600_000

export type OAuthClient = ReturnType<typeof createOAuthClient>

/** The portal as a client of one provider. */
export function createOAuthClient(dependencies: ClientDependencies) {
  const { connection, callbackUrl, http, now } = dependencies
  let known: { readonly configuration: Promise<openId.Configuration>; readonly until: number } | undefined

  /** Discovered when first needed, so that an unavailable provider does not prevent the portal from starting. */
  function configuration(): Promise<openId.Configuration> {
    if (known && known.until > now()) return known.configuration
    const fresh = { configuration: configure(dependencies), until: now() + rediscoverMs }
    known = fresh
    fresh.configuration.catch(() => {
      if (known === fresh) known = undefined
    })
    return fresh.configuration
  }

  async function safely<T>(run: (configuration: openId.Configuration) => Promise<T>): Promise<T> {
    try {
      return await run(await configuration())
    } catch (error) {
      throw toOAuthError(http.title, error, { isSilent: connection.authorization?.['prompt'] === 'none' })
    }
  }

  return {
    /** Whether a scope can be asked for: some providers refuse a sign-in with a scope that they do not know. */
    offersScope: (scope: string) => safely(async config => config.serverMetadata().scopes_supported?.includes(scope) ?? true),

    /** Where the browser goes to sign in. */
    authorizationUrl: (request: { readonly state: string; readonly binding: Binding }) =>
      safely(async config => {
        const { state, binding } = request
        const { scopes } = binding
        const url = openId.buildAuthorizationUrl(config, {
          ...definedOnly(connection.authorization ?? {}),
          response_type: 'code',
          redirect_uri: callbackUrl,
          state,
          ...(scopes.length > 0 && { scope: scopes.join(' ') }),
          ...(connection.openId && scopes.includes('openid') && { nonce: binding.idTokenNonce }),
          ...(connection.pkce && {
            code_challenge: await openId.calculatePKCECodeChallenge(binding.codeVerifier),
            code_challenge_method: 'S256',
          }),
        })
        return http.rewritten(url)
      }),

    /** Exchanges the authorization code for tokens. */
    exchange: (request: { readonly parameters: URLSearchParams; readonly state: string; readonly binding: Binding }) =>
      safely(async config => {
        const current = new URL(callbackUrl)
        for (const [name, value] of request.parameters) {
          // Only OpenID Connect defines the issuer; for others it is unknown.
          if (name !== 'iss' || connection.openId) current.searchParams.append(name, value)
        }
        const { binding, state } = request
        const tokens = await openId.authorizationCodeGrant(config, current, {
          expectedState: state,
          ...(connection.pkce && { pkceCodeVerifier: binding.codeVerifier }),
          ...(connection.openId && binding.scopes.includes('openid') && { expectedNonce: binding.idTokenNonce, idTokenExpected: true }),
        })
        return toGrant(tokens)
      }),

    refresh: (refreshToken: string, scopes: readonly string[]) =>
      safely(async config => {
        const withScope = connection.refreshWithScope !== false && scopes.length > 0
        return toGrant(await openId.refreshTokenGrant(config, refreshToken, withScope ? { scope: scopes.join(' ') } : {}))
      }),

    /** Revokes a token at the provider, where that is supported. */
    revoke: (token: string) =>
      safely(async config => {
        if (config.serverMetadata().revocation_endpoint !== undefined) await openId.tokenRevocation(config, token)
      }),

    /** The provider's page that ends its session and comes back to the portal; undefined where it publishes none. */
    endSessionUrl: ({ appUrl, idToken }: { readonly appUrl: string; readonly idToken: string | undefined }) =>
      safely(async config => {
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined
        const hint = idToken === undefined ? {} : { id_token_hint: idToken }
        return openId.buildEndSessionUrl(config, { post_logout_redirect_uri: appUrl, ...hint }).href
      }),

    /** The provider's API for the holder of a grant. */
    apiFor: (grant: Grant): ProviderRequests => ({
      get: http.get,
      getBytes: http.getBytes,
      userInfo: () =>
        safely(async config => {
          if (config.serverMetadata().userinfo_endpoint === undefined) return grant.claims ?? {}
          const subject = typeof grant.claims?.['sub'] === 'string' ? grant.claims['sub'] : openId.skipSubjectCheck
          return openId.fetchUserInfo(config, grant.accessToken, subject)
        }),
    }),
  }
}

async function configure({ connection, clientId, clientSecret, http, timeoutMs }: ClientDependencies): Promise<openId.Configuration> {
  const { server, openId: verified, idTokenAlgorithm } = connection
  const metadata: Partial<openId.ClientMetadata> = {
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    ...(idTokenAlgorithm !== undefined && { id_token_signed_response_alg: idTokenAlgorithm }),
  }
  const authentication = clientAuthentication(connection.clientAuthentication, clientSecret)
  const fetchTokens: openId.CustomFetch = async (url, options) => {
    const response = await http.fetch(url, options as RequestInit)
    return verified ? response : tidyTokenReply(response, options.method)
  }
  const insecure = ('discover' in server ? server.discover : server.tokenUrl).startsWith('http:')
  const seconds = (connection.timeoutMs ?? timeoutMs) / 1000
  const config =
    'discover' in server
      ? await openId.discovery(new URL(server.discover), clientId, metadata, authentication, {
          [openId.customFetch]: fetchTokens,
          timeout: seconds,
          execute: insecure ? [openId.allowInsecureRequests] : [],
        })
      : new openId.Configuration(toMetadata(server), clientId, metadata, authentication)
  config[openId.customFetch] = fetchTokens
  config.timeout = seconds
  if (insecure) openId.allowInsecureRequests(config)
  if (verified) openId.enableNonRepudiationChecks(config)
  return config
}

function clientAuthentication(method: Connection['clientAuthentication'], secret: string | undefined): openId.ClientAuth {
  if (secret === undefined || method === 'none') return openId.None()
  return method === 'client_secret_basic' ? openId.ClientSecretBasic(secret) : openId.ClientSecretPost(secret)
}

function toMetadata(endpoints: Endpoints): openId.ServerMetadata {
  const { issuer, authorizationUrl, tokenUrl, keysUrl, userInfoUrl, revocationUrl } = endpoints
  return {
    issuer,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
    ...(keysUrl !== undefined && { jwks_uri: keysUrl }),
    ...(userInfoUrl !== undefined && { userinfo_endpoint: userInfoUrl }),
    ...(revocationUrl !== undefined && { revocation_endpoint: revocationUrl }),
  }
}

function toGrant(tokens: openId.TokenEndpointResponse & openId.TokenEndpointResponseHelpers): Grant {
  const aside = tokens[unverifiedIdToken]
  const unverified = typeof aside === 'string' ? aside : undefined
  return {
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? unverified,
    claims: tokens.claims() ?? (unverified === undefined ? undefined : claimsOf(unverified)),
    scope: tokens.scope,
    expiresInSeconds: tokens.expires_in,
    refreshToken: tokens.refresh_token,
  }
}

function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeJwt(token)
  } catch {
    return undefined
  }
}

function definedOnly(parameters: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

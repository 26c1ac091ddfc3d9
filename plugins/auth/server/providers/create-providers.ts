import type { Audit } from '@portico/core/server'
import type { ProvidersConfig } from '../config.ts'
import type { AppOrigins } from '../oauth/app-origins.ts'
import type { OAuthDefinition, OAuthSettings } from '../oauth/define-oauth-provider.ts'
import { createLazyOAuthClient } from '../oauth/lazy-oauth-client.ts'
import type { OAuthEnvironment } from '../oauth/oauth-environment.ts'
import { createOAuthProvider } from '../oauth/oauth-provider.ts'
import { createProviderCookies } from '../oauth/provider-cookies.ts'
import { createRefreshOnce } from '../oauth/refresh-once.ts'
import type { RefreshShareStore } from '../oauth/refresh-share-store.ts'
import { createProviderHttp, type ProviderAddresses } from './provider-http.ts'
import { createGuestProvider } from './guest.ts'
import { oauthProviders, proxyProviders } from './provider-table.ts'
import type { AuthProvider } from './provider.ts'
import { createProxyProvider } from '../proxy/proxy-provider.ts'
import type { ProxyDefinition, ProxySettings } from '../proxy/define-proxy-provider.ts'
import { createUserResolution } from '../resolvers/resolve-user.ts'
import type { Resolvers } from '../resolvers/resolver.ts'
import type { ResolverSetting } from '../resolvers/sign-in-settings.ts'
import type { SignIn } from '../sessions/sign-in.ts'
import type { Users } from '../users/user-catalog.ts'
import type { Guest } from '../users/guest-user.ts'

/** External dependencies that tests can replace. */
export interface AuthOptions {
  /** Where the servers of providers are, by their default origin. */
  readonly addresses?: ProviderAddresses
  /** How long a provider may take to answer. */
  readonly timeoutMs?: number
  readonly now?: () => number
  readonly environment?: Readonly<Record<string, string | undefined>>
}

interface ProviderDependencies {
  readonly options: AuthOptions
  /** The address of this plugin as browsers reach it. */
  readonly authUrl: string
  readonly appUrl: string
  readonly origins: AppOrigins
  readonly users: Users
  readonly signIn: SignIn
  readonly audit: Audit
  readonly shares: RefreshShareStore
  /** Undefined without a guest provider. */
  readonly guest: Guest | undefined
}

/** All providers that are configured, by name. */
export function createProviders(config: ProvidersConfig, dependencies: ProviderDependencies) {
  const { signIn, audit, guest, users, options } = dependencies
  const { addresses = {}, timeoutMs = 10_000, now = Date.now, environment = process.env } = options
  const providers = new Map<string, AuthProvider>()
  const httpFor = (title: string, limitMs = timeoutMs) => createProviderHttp({ title, addresses, timeoutMs: limitMs })

  function resolution(provider: string, settings: readonly ResolverSetting[], resolvers: Resolvers) {
    return createUserResolution({ provider, settings, resolvers, users, audit })
  }

  function toEnvironment(provider: string, name: string, definition: OAuthDefinition, settings: OAuthSettings): OAuthEnvironment {
    const { authUrl, appUrl, origins } = dependencies
    const { clientId, clientSecret, signIn: signInSettings } = settings
    const callbackUrl = settings.callbackUrl ?? `${authUrl}/${provider}/handler/frame`
    const connection = definition.connect(settings)
    const limitMs = connection.timeoutMs ?? timeoutMs
    const http = httpFor(definition.title, limitMs)
    return {
      provider,
      title: settings.title ?? definition.title,
      environment: name,
      connection,
      client: createLazyOAuthClient({ connection, clientId, clientSecret, callbackUrl, http, timeoutMs: limitMs, now }),
      scopes: definition.scopes,
      additionalScopes: [...(connection.scopes ?? []), ...settings.additionalScopes],
      cookies: createProviderCookies({ provider, callbackUrl, appUrl, sessionMs: settings.sessionDuration }),
      origins,
      now,
      sealingKey: `${provider}\0${clientId}\0${clientSecret ?? ''}`,
      resolveUser: signInSettings && resolution(provider, signInSettings.resolvers, definition.resolvers),
      signIn,
      // An access token that is used as a refresh token does not rotate, so it needs no shared use.
      refreshOnce: createRefreshOnce({ now, shares: connection.accessTokenForRefresh ? undefined : dependencies.shares }),
    }
  }

  function toProxy(provider: string, definition: ProxyDefinition, settings: ProxySettings): AuthProvider {
    const recognise = definition.connect(settings, { http: httpFor(definition.title), now, environment })
    return createProxyProvider({
      provider,
      title: definition.title,
      recognise,
      signIn,
      resolveUser: resolution(provider, settings.signIn.resolvers, definition.resolvers),
    })
  }

  if (guest) providers.set('guest', createGuestProvider({ guest, signIn, audit }))
  for (const [id, definition] of Object.entries(oauthProviders)) {
    const environments = config[id as keyof typeof oauthProviders]
    if (!environments) continue
    const entries = Object.entries(environments).map(([name, settings]) => [name, toEnvironment(id, name, definition, settings)] as const)
    providers.set(id, createOAuthProvider(id, new Map(entries)))
  }
  for (const [id, definition] of Object.entries(proxyProviders)) {
    const settings = config[id as keyof typeof proxyProviders]
    if (settings) providers.set(id, toProxy(id, definition, settings))
  }
  return providers
}

import { redirectFlowSection } from '@portico/auth/common'
import {
  defineApiRef,
  type AuthRequestOptions,
  type LoginRequester,
  type LoginRequestQueue,
  type ProviderAuth,
  type ProviderSession,
  type SignInHost,
} from '@portico/core/web'
import { createAuthRoutes } from './auth-routes.ts'
import { openLoginPopup } from './login-popup.ts'
import { createProviderSession } from './provider-session.ts'
import { toProviderSession } from './to-provider-session.ts'

/** The settings of one provider in the browser. */
export interface OAuthProviderSpec extends LoginRequester {
  /** The provider's name in the config, where it is not the id: one provider may have several kinds of sessions. */
  readonly provider?: string
  /** Requested with every login. */
  readonly defaultScopes?: readonly string[]
  /** Scopes as the provider knows them; throws for those that cannot be asked for together. */
  readonly toScopes?: (scopes: readonly string[]) => readonly string[]
}

export interface OAuthSessions {
  /** The session with a provider. Opened once for each. */
  open(provider: OAuthProviderSpec): ProviderAuth
}

export const oauthApiRef = defineApiRef<OAuthSessions>({ id: 'plugin.auth.oauth', description: 'Opens sessions with identity providers' })

interface OAuthDependencies {
  readonly host: SignInHost
  readonly requests: LoginRequestQueue
  readonly now?: () => number
}

const popupSize = { width: 450, height: 730 }

/** Sessions with identity providers, by way of the auth plugin's routes. */
export function createOAuth({ host, requests, now = Date.now }: OAuthDependencies): OAuthSessions {
  const routes = createAuthRoutes(host)
  const { window } = host
  // Whether logging in takes the whole page to the provider instead of a window.
  const redirects = host.config.section(redirectFlowSection)

  function redirect({ id, provider = id }: OAuthProviderSpec, scopes: readonly string[]): Promise<never> {
    const url = new URL(host.pageUrl())
    url.searchParams.delete('error')
    host.leaveForLogin(provider, routes.startUrl(provider, { scopes, origin: window.location.origin, redirectUrl: url.href }))
    // Never settles: the page is about to be left.
    return new Promise(() => {})
  }

  async function popup({ id, provider = id }: OAuthProviderSpec, scopes: readonly string[]): Promise<ProviderSession> {
    const url = routes.startUrl(provider, { scopes, origin: window.location.origin })
    const reply = await openLoginPopup({ url, name: `${provider}-login`, origin: routes.origin(), ...popupSize, host: window })
    return toProviderSession(reply, new Date(now()))
  }

  function open(spec: OAuthProviderSpec): ProviderAuth {
    const { id, provider = id, defaultScopes = [], toScopes = scopes => scopes } = spec
    const login = redirects ? redirect : popup
    const sessions = createProviderSession({
      defaultScopes: toScopes(defaultScopes),
      now,
      connector: {
        // A refresh token that changes with each use must not be used by two tabs at once.
        refresh: (scopes, signal) => host.exclusive(`portico.refresh.${provider}`, () => routes.refresh(provider, { scopes, signal })),
        login: (scopes, { instantPopup }) => (instantPopup ? login(spec, scopes) : requests.request(spec, scopes, all => login(spec, all))),
        async logout() {
          const url = await routes.logout(provider)
          if (url !== undefined) host.leaveTo(url)
        },
      },
    })

    const whole = (options?: AuthRequestOptions) => sessions.get(options)
    return {
      sessionState: sessions.state,
      signIn: async () => void (await sessions.get({ instantPopup: true })),
      signOut: sessions.remove,
      drop: sessions.drop,
      getSession: ({ scopes = [], ...options } = {}) => sessions.get({ ...options, scopes: toScopes(scopes) }),
      getProfile: async options => (await whole(options))?.profile,
      getBackstageIdentity: async options => (await whole(options))?.backstageIdentity,
      async getAccessToken(scope = [], options) {
        const asked = typeof scope === 'string' ? scope.split(/[\s,]+/).filter(Boolean) : scope
        return (await sessions.get({ ...options, scopes: toScopes(asked) }))?.providerInfo?.accessToken ?? ''
      },
      getIdToken: async options => (await whole(options))?.providerInfo?.idToken ?? '',
    }
  }

  const opened = new Map<string, ProviderAuth>()
  return {
    open(provider) {
      const api = opened.get(provider.id) ?? open(provider)
      opened.set(provider.id, api)
      return api
    },
  }
}

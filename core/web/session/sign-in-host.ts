import { defineApiRef } from '../apis/api-ref.ts'
import { createWebClient, type Client } from '../client.ts'
import type { BrowserConfig } from '../config.ts'
import type { WebDiscovery } from '../discovery.ts'
import { withCookies, type Fetch } from '../fetch.ts'
import { saveRefreshRequest } from './early-refresh.ts'
import { noteLeaving } from './redirect-result.ts'
import type { LoginEnvironment, PopupHost } from './login-environment.ts'

/** What the portal provides to sign-in providers. */
export interface SignInHost {
  readonly config: BrowserConfig
  readonly discovery: WebDiscovery
  /** Calls routes with the browser's cookies and never with the user's token. */
  readonly client: Client
  readonly window: PopupHost
  /** The page that is open now. */
  readonly pageUrl: () => string
  /** Leaves this page for another. */
  readonly leaveTo: (url: string) => void
  /** Redirects this page to a provider. The page that comes back knows that this tab began a login. */
  readonly leaveForLogin: (provider: string, url: string) => void
  /** Runs something in one tab at a time. */
  readonly exclusive: LoginEnvironment['exclusive']
  /** Saves the request that gave a session, so that the next visit sends it before the code of the portal has loaded. */
  readonly saveRefreshRequest: (provider: string, url: string) => void
}

export const signInHostApiRef = defineApiRef<SignInHost>({ id: 'core.sign-in-host', description: 'What sign-in providers are made with' })

interface SignInHostOptions {
  readonly config: BrowserConfig
  readonly discovery: WebDiscovery
  /** Without the user's token. */
  readonly fetch: Fetch
  readonly storage: Storage
  readonly environment: LoginEnvironment
}

export function createSignInHost({ config, discovery, fetch, storage, environment }: SignInHostOptions): SignInHost {
  const { host, tabStorage, leaveTo, pageUrl, exclusive } = environment
  const marked: Fetch = (url, init = {}) => fetch(url, { ...init, headers: { ...init.headers, 'x-requested-with': 'XMLHttpRequest' } })
  return {
    config,
    discovery,
    client: createWebClient({ discovery, fetch: withCookies(marked) }),
    window: host,
    pageUrl,
    leaveTo,
    leaveForLogin(provider, url) {
      noteLeaving(tabStorage, provider)
      leaveTo(url)
    },
    exclusive,
    saveRefreshRequest: (provider, url) => saveRefreshRequest(storage, provider, url),
  }
}

import type { ConfigReader } from '@portico/core/common'
import type { TextLookup } from '@portico/ui'
import { createContext, use } from 'react'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { createClient } from './client.ts'
import { readAppFacts } from './config.ts'
import { createDiscovery } from './discovery.ts'
import type { Fetch } from './fetch.ts'
import { useObservable } from './observable.ts'
import { checkPlugins, type WebPlugin } from './plugin.ts'
import { createQueries } from './queries.ts'
import { createAuthRoutes, type SessionValue } from './session/auth-routes.ts'
import { guestProvider, type SignInProvider } from './session/providers.ts'
import { createSession } from './session/session.ts'
import { createThemes, type SystemScheme } from './themes.ts'

export interface PortalOptions {
  readonly plugins: readonly WebPlugin[]
  readonly config: ConfigReader
  /** The ways to sign in, in the order of their cards. */
  readonly signIn?: readonly SignInProvider[] | undefined
  /** Other wordings than the English ones. */
  readonly texts?: TextLookup | undefined
  readonly fetch: Fetch
  readonly storage: Storage
  readonly prefersDark: SystemScheme
  /** The address of the page, from which relative addresses count. */
  readonly pageUrl: string
  readonly nonce?: string | undefined
  readonly retryDelayMs?: number
}

/** Everything one open portal has, made once from its surroundings. */
export function createPortal(options: PortalOptions) {
  const { plugins, config, fetch, storage, prefersDark, pageUrl, nonce, texts } = options
  checkPlugins(plugins)
  const providers = options.signIn ?? [guestProvider]
  const discovery = createDiscovery(config, pageUrl)
  const session = createSession({ auth: createAuthRoutes({ config, discovery, fetch }), providers, storage })
  const client = createClient({ discovery, fetch: createAuthorizedFetch({ discovery, session, fetch }) })
  const queries = createQueries(client, options)
  // What one user has read is not for the next one.
  session.state.subscribe(() => session.state.get().status === 'signed-out' && queries.clear())
  return {
    plugins,
    config,
    facts: readAppFacts(config, pageUrl),
    providers,
    discovery,
    session,
    client,
    queries,
    themes: createThemes({ storage, prefersDark }),
    storage,
    nonce,
    texts,
  }
}

export type Portal = ReturnType<typeof createPortal>

export const PortalContext = createContext<Portal | undefined>(undefined)

/** The portal a component is shown in: config, discovery, session, themes. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('This component is shown outside a portal')
  return portal
}

/** The config of the portal, as far as the browser may know it. */
export function useConfig(): ConfigReader {
  return usePortal().config
}

/** Who is signed in. Pages are only shown to someone, so there always is one. */
export function useIdentity(): Pick<SessionValue, 'profile'> & SessionValue['backstageIdentity']['identity'] {
  const state = useObservable(usePortal().session.state)
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in')
  return { profile: state.value.profile, ...state.value.backstageIdentity.identity }
}

import type { ConfigReader } from '@portico/core/common'
import { createContext, use } from 'react'
import { outermostContext, analyticsApiRef } from './analytics/analytics.ts'
import { createApis } from './apis/api-registry.ts'
import { coreApis } from './apis/core-apis.ts'
import type { AppOptions } from './app-options.ts'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { createClient } from './client.ts'
import { configApiRef, readAppFacts } from './config.ts'
import { createDiscovery } from './discovery.ts'
import { featureFlagsApiRef } from './feature-flags.ts'
import type { Fetch } from './fetch.ts'
import { languagesApiRef } from './languages/languages.ts'
import { useObservable } from './observable.ts'
import { checkPlugins } from './plugin.ts'
import { createQueries } from './queries.ts'
import { resolveBindings } from './routes/route-bindings.ts'
import { createRouteResolver } from './routes/route-resolver.ts'
import { createAuthRoutes, type SessionValue } from './session/auth-routes.ts'
import { guestProvider } from './session/providers.ts'
import { createSession } from './session/session.ts'
import { createShellState } from './shell/shell-state.ts'
import type { UpdateWatch } from './shell/notices/update-watch.ts'
import { themesApiRef, type SystemScheme } from './themes.ts'

export interface PortalOptions extends AppOptions {
  readonly config: ConfigReader
  readonly fetch: Fetch
  readonly storage: Storage
  /** Tells what other tabs change in the storage. */
  readonly onOtherTab?: (listener: (key: string | undefined) => void) => void
  readonly prefersDark: SystemScheme
  /** The address of the page, from which relative addresses count. */
  readonly pageUrl: string
  readonly nonce?: string | undefined
  /** Tells when the server has another build. */
  readonly updates?: UpdateWatch | undefined
  readonly retryDelayMs?: number
}

/** Everything one open portal has, made once from its surroundings. Mistakes in how it is put together are refused here, by name. */
export function createPortal(options: PortalOptions) {
  const { plugins, config, fetch, storage, onOtherTab = () => {}, pageUrl, nonce, bindings = [], components = {} } = options
  checkPlugins(plugins)
  const routes = createRouteResolver(plugins, resolveBindings({ plugins, bindings, config }))
  const providers = options.signIn ?? [guestProvider]
  const discovery = createDiscovery(config, pageUrl)
  const session = createSession({ auth: createAuthRoutes({ config, discovery, fetch }), providers, storage })
  const authorizedFetch = createAuthorizedFetch({ discovery, session, fetch })
  const core = coreApis({ ...options, discovery, session, onOtherTab, fetch: authorizedFetch })
  const apis = createApis({ core, plugins, app: options.apis ?? [] })
  // These check what they are given: a mistake is known before anything is shown.
  for (const ref of [themesApiRef, languagesApiRef, featureFlagsApiRef]) apis.get<unknown>(ref)
  const client = createClient({ discovery, fetch: authorizedFetch })
  const queries = createQueries(client, options)
  // What one user has read is not for the next one.
  session.state.subscribe(() => session.state.get().status === 'signed-out' && queries.clear())
  captureSignIns(session, event => apis.get(analyticsApiRef).captureEvent({ action: event, subject: 'success', context: outermostContext }))
  return {
    plugins,
    routes,
    apis,
    components,
    facts: readAppFacts(config, pageUrl),
    providers,
    session,
    client,
    queries,
    storage,
    nonce,
    shell: createShellState({ storage }),
    updates: options.updates,
  }
}

export type Portal = ReturnType<typeof createPortal>

/** Signing in by hand and signing out are events; being remembered is none. */
function captureSignIns({ state }: ReturnType<typeof createSession>, capture: (event: 'signIn' | 'signOut') => void): void {
  let last = state.get()
  state.subscribe(() => {
    const before = last
    last = state.get()
    if (before.status === 'signing-in' && last.status === 'signed-in') capture('signIn')
    if (before.status === 'signed-in' && last.status === 'signed-out' && !last.error) capture('signOut')
  })
}

export const PortalContext = createContext<Portal | undefined>(undefined)

/** The portal a component is shown in: its facts, session and routes. Services are found by `useApi`. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('This component is shown outside a portal')
  return portal
}

/** The config of the portal, as far as the browser may know it. */
export function useConfig(): ConfigReader {
  return usePortal().apis.get(configApiRef)
}

/** Who is signed in. Pages are only shown to someone, so there always is one. */
export function useIdentity(): Pick<SessionValue, 'profile'> & SessionValue['backstageIdentity']['identity'] {
  const state = useObservable(usePortal().session.state)
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in')
  return { profile: state.value.profile, ...state.value.backstageIdentity.identity }
}

import { appSection, autoSignInSection, backendUrlSection, isAbout, type FrontendSection, type SectionValue } from '@portico/core/common'
import { useText, type Message } from '@portico/ui'
import { createContext, use } from 'react'
import { errorApiRef } from './alerts/errors.ts'
import { analyticsApiRef, outermostContext } from './analytics/analytics.ts'
import { createApis } from './apis/api-registry.ts'
import { coreApis } from './apis/core-apis.ts'
import type { AppOptions } from './app-options.ts'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { clientApiRef } from './client.ts'
import { configApiRef, readAppMetadata, type BrowserConfig } from './config.ts'
import { createConnection } from './connection.ts'
import { dialogApiRef } from './dialogs/dialogs.ts'
import { createDiscovery } from './discovery.ts'
import { featureFlagsApiRef } from './feature-flags.ts'
import type { Fetch } from './fetch.ts'
import { languagesApiRef } from './languages/languages.ts'
import { useObservable } from './observable.ts'
import { checkPlugins } from './plugin.ts'
import { runningPlugins } from './plugins-off.ts'
import { createQueries } from './queries.ts'
import type { Outside } from './outside/outside.ts'
import { createPreload } from './routes/preload.ts'
import { resolveBindings } from './routes/route-bindings.ts'
import { createRouteResolver } from './routes/route-resolver.ts'
import { authProvidersApiRef } from './session/auth-providers.ts'
import { createCookieRoutes } from './session/cookie-refresh.ts'
import { fixedProviders } from './session/fixed-providers.ts'
import { createInactivity, readInactivity } from './session/inactivity.ts'
import { forgetLeaving, readRedirectResult } from './session/redirect-result.ts'
import { loginRequestsApiRef } from './session/login-requests.ts'
import { checkProtectedApis, forgetEntering } from './session/protected-app.ts'
import { createSession } from './session/session.ts'
import type { SessionValue } from './session/session-value.ts'
import { createSignInHost } from './session/sign-in-host.ts'
import { browserLoginEnvironment, type LoginEnvironment } from './session/login-environment.ts'
import { createTabEvents } from './session/tab-events.ts'
import { createShellState } from './shell/shell-state.ts'
import type { UpdateWatch } from './shell/notices/update-watch.ts'
import { extensionsApiRef, type Extensions } from './slots/extensions.ts'
import { createBrowserStorage } from './storage/browser-storage.ts'
import { storageApiRef } from './storage/stored-values.ts'
import { themesApiRef, type SystemScheme } from './themes.ts'

export interface PortalOptions extends AppOptions {
  readonly config: BrowserConfig
  readonly fetch: Fetch
  readonly storage: Storage
  /** Notifies of what other tabs change in the storage. */
  readonly onOtherTab?: (listener: (key: string | undefined) => void) => void
  readonly prefersDark: SystemScheme
  /** The address of the page, against which relative addresses are resolved. */
  readonly pageUrl: string
  readonly nonce?: string | undefined
  /** Plugins from outside, where there are any. */
  readonly outside?: Outside | undefined
  /** Notifies when the server has another build. */
  readonly updates?: UpdateWatch | undefined
  readonly retryDelayMs?: number
  /** The environment of logins; the browser by default. */
  readonly environment?: Partial<LoginEnvironment> | undefined
  /** `protected`: the app is only served to browsers with its cookie. `sign-in`: the page that is served to others. */
  readonly mode?: 'protected' | 'sign-in' | undefined
}

/** Everything one open portal has, created once from its environment. Mistakes in its composition are refused here, by name. */
export function createPortal(given: PortalOptions) {
  const options = { ...given, plugins: runningPlugins(given.plugins, given.config) }
  const { plugins, config, pageUrl, nonce, bindings = [], components = {} } = options
  const browser = createBrowserStorage({ storage: options.storage, onOtherTab: options.onOtherTab ?? (() => {}) })
  const { storage, onOtherTab } = browser
  checkPlugins(plugins)
  const routes = createRouteResolver(
    plugins,
    resolveBindings({ plugins, bindings, config, absent: options.outside?.failed.map(({ id }) => id) }),
  )
  const browserEnvironment = { ...browserLoginEnvironment(window), ...options.environment }
  let isLeaving = false
  const environment: LoginEnvironment = {
    ...browserEnvironment,
    leaveTo(url) {
      isLeaving = true
      browserEnvironment.leaveTo(url)
    },
  }
  const discovery = createDiscovery(config, pageUrl)
  const connection = createConnection({
    fetch: options.fetch,
    healthUrl: `${config.section(backendUrlSection)}/.backstage/health/v1/readiness`,
    isOwn: discovery.isTrusted,
    onReconnect: () => void queries.invalidateQueries(),
  })
  const { fetch } = connection
  const host = createSignInHost({ config, discovery, fetch, storage, environment })
  const idle = readInactivity(config)
  const inactivity = idle && createInactivity({ settings: idle, storage, onOtherTab })
  const authProviders = () => (options.signIn ? fixedProviders(options.signIn) : apis.get(authProvidersApiRef))
  const redirectResult = readRedirectResult(pageUrl, environment.tabStorage)
  const session = createSession({
    host,
    authProviders,
    storage,
    tabStorage: environment.tabStorage,
    tabs: createTabEvents({ storage, onOtherTab }),
    redirectResult,
    open: options.signIn?.length === 0,
    auto: config.section(autoSignInSection),
    wasIdle: () => inactivity?.wasIdle() ?? false,
    confirm: ({ message, ...question }) => apis.get(dialogApiRef).confirm({ ...question, message: <Words text={message} /> }),
    onError: error => apis.get(errorApiRef).post(error),
    // Without its cookie the app is not served: the next page is the sign-in page, or the provider's that ends its session.
    onSignedOut: async () => {
      if (options.mode !== 'protected') return
      forgetEntering(environment.tabStorage)
      const outliving: Fetch = (url, init) => fetch(url, { ...init, keepalive: true })
      await createCookieRoutes({ pluginId: 'app', discovery, fetch: outliving }).remove().catch(apis.get(errorApiRef).post)
      if (!isLeaving) environment.reload()
    },
  })
  const authorizedFetch = createAuthorizedFetch({ discovery, session, fetch })
  const core = coreApis({ ...options, discovery, session, host, browser, fetch: authorizedFetch })
  const apis = createApis({ core, plugins, app: options.apis ?? [], outside: options.outside?.ids })
  if (options.mode === 'protected') checkProtectedApis(apis)
  // Created now, since they validate their options before anything is shown, and a server-side storage starts with the session.
  for (const ref of [themesApiRef, languagesApiRef, featureFlagsApiRef, storageApiRef, extensionsApiRef]) apis.get<unknown>(ref)
  warnOfUnknown(apis.get(extensionsApiRef))
  const client = apis.get(clientApiRef)
  const queries = createQueries(client, options)
  // Cached data of one user must not reach the next one.
  session.state.subscribe(() => {
    if (session.state.get().status !== 'signed-out') return
    queries.clear()
    for (const login of apis.get(loginRequestsApiRef).pending.get()) login.reject()
  })
  forgetLeaving(environment.tabStorage)
  captureSignIns(session, event => apis.get(analyticsApiRef).captureEvent({ action: event, subject: 'success', context: outermostContext }))
  return {
    plugins,
    routes,
    apis,
    components,
    facts: readAppMetadata(config),
    mode: options.mode,
    redirectResult,
    authProviders,
    session,
    inactivity,
    connection,
    environment,
    client,
    queries,
    preload: createPreload({ plugins, apis, queries, session }),
    storage,
    nonce,
    outside: options.outside,
    shell: createShellState({ storage, onOtherTab, disabled: !config.section(appSection).sidebar.openOnHover }),
    updates: options.updates,
  }
}

export type Portal = ReturnType<typeof createPortal>

/** Signing in by hand and signing out are events; a restored session is not. */
function captureSignIns({ state }: ReturnType<typeof createSession>, capture: (event: 'signIn' | 'signOut') => void): void {
  let last = state.get()
  state.subscribe(() => {
    const before = last
    last = state.get()
    if (before.status === 'signing-in' && last.status === 'signed-in') capture('signIn')
    if (before.status === 'signed-in' && last.status === 'signed-out' && !last.error && !last.elsewhere) capture('signOut')
  })
}

function Words({ text }: { text: Message }) {
  return useText()(text)
}

export const PortalContext = createContext<Portal | undefined>(undefined)

/** The portal a component is shown in: its facts, session and routes. Services are found by `useApi`. */
export function usePortal(): Portal {
  const portal = use(PortalContext)
  if (!portal) throw new Error('This component is shown outside a portal')
  return portal
}

/** A section of the config, with its type: `useConfig(catalogIndexSection).pageSize`. Keys of no section are read by `useApi(configApiRef)`. */
export function useConfig<S extends FrontendSection>(section: S): SectionValue<S> {
  return usePortal().apis.get(configApiRef).section(section)
}

/** The signed-in user. Pages are only shown after sign-in, so there always is one. */
export function useIdentity(): Pick<SessionValue, 'profile'> & SessionValue['backstageIdentity']['identity'] {
  const state = useObservable(usePortal().session.state)
  if (state.status !== 'signed-in') throw new Error('Nobody is signed in')
  return { profile: state.value.profile, ...state.value.backstageIdentity.identity }
}

/** Warns in the console about entries of `app.extensions` that match no extension. The code that finds the nearest id is loaded only then. */
function warnOfUnknown(extensions: Extensions): void {
  const { entries, ids } = extensions
  if (entries.every(entry => ids.some(id => isAbout(entry.id, id)))) return
  void import('./slots/print-unknown.ts').then(({ printUnknown }) => printUnknown(extensions))
}

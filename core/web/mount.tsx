import { UiProvider } from '@portico/ui'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { afterPaint } from './after-paint.ts'
import { App } from './App.tsx'
import type { AppOptions } from './app-options.ts'
import { readPageConfig } from './config.ts'
import { setOnLostFile } from './files/load-file.ts'
import { createReloadOnce, watchTyping } from './files/reload-once.ts'
import { languagesApiRef } from './languages/languages.ts'
import { until } from './observable.ts'
import { readOutsidePlugins } from './outside/read-outside.ts'
import type { OutsidePortal } from './outside/outside-portal.ts'
import { withTimeout } from './with-timeout.ts'
import { createPortal, type Portal } from './portal.tsx'
import { routesOf } from './routes/page-routes.tsx'
import { createEarlyFetch } from './session/early-refresh.ts'
import { cleanAddress } from './session/redirect-result.ts'
import { isProtected } from './session/protected-app.ts'
import { BootError } from './shell/BootError.tsx'
import { kitPlugin } from './shell/kit/kit-plugin.ts'
import { watchThisPage } from './shell/notices/update-watch.ts'
import { browserStorage, onOtherTab } from './storage/browser-storage.ts'
import { guardWindowOpen } from './window-open.ts'

/** What loads within this time needs no progress indicator, and is drawn once. */
const timeoutMs = 250

export interface MountOptions extends AppOptions {
  /** Another router, such as one that keeps the address behind a hash. */
  readonly createRouter?: typeof createBrowserRouter
  /** `sign-in`: only the sign-in page, served instead of a protected app. */
  readonly entry?: 'sign-in'
}

/** Opens the portal in the page, or says why it cannot. Plugins from outside are loaded before: their pages must be known to the router. */
export function mountPortal(options: MountOptions): void {
  const listed = options.entry === undefined ? readOutsidePlugins(document) : []
  if (listed.length === 0) return openPortal(options)
  void import('./outside/with-outside.tsx')
    .then(({ withOutside }) => withOutside(listed, options))
    // Without them, rather than not at all.
    .catch((error: unknown) => (window.reportError(error), options))
    .then(openPortal)
}

function openPortal({ createRouter = createBrowserRouter, entry, ...given }: MountOptions & { readonly outside?: OutsidePortal }): void {
  const options = import.meta.env.DEV ? { ...given, plugins: [...given.plugins, kitPlugin] } : given
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
  const root = createRoot(document.getElementById('root')!)
  const storage = browserStorage()
  const { fetch, dropEarly } = createEarlyFetch(window)
  guardWindowOpen(window)
  const updates = watchThisPage(document)
  try {
    const portal = (options.outside?.create ?? createPortal)({
      ...options,
      config: readPageConfig(document),
      fetch,
      storage,
      onOtherTab,
      prefersDark,
      pageUrl: window.location.href,
      nonce,
      updates,
      mode: entry ?? (isProtected(document) ? 'protected' : undefined),
    })
    if (portal.redirectResult.returned) cleanAddress(window)
    void portal.session.restore()
    const router = createRouter(routesOf(portal), { basename: portal.facts.basePath || '/' })
    const hasTyped = watchTyping(window)
    const goingTo = () => router.state.navigation.location
    setOnLostFile(
      createReloadOnce({
        updates,
        storage: portal.environment.tabStorage,
        // Who is leaving the page has given up what they typed.
        hasTyped: () => !goingTo() && hasTyped(),
        reload: () => {
          const to = goingTo()
          if (to) window.location.assign(router.createHref(to))
          else window.location.reload()
        },
      }),
    )
    // The page waits for the texts of its language, which load together with its code, so that English does not flash first.
    const { ready } = portal.apis.get(languagesApiRef)
    const there = untilThere(portal, router)
    void there.then(() => afterPaint(dropEarly))
    const shown = withTimeout(timeoutMs, there)
    void Promise.all([ready, shown]).then(() => {
      root.render(<App portal={portal} router={router} />)
      afterPaint(prepareFormats)
    })
  } catch (error) {
    const { BootErrorPage = BootError } = options.components ?? {}
    root.render(
      <UiProvider scheme={prefersDark.matches ? 'dark' : 'light'} nonce={nonce}>
        <BootErrorPage kind="config" message={error instanceof Error ? error.message : String(error)} />
      </UiProvider>,
    )
  }
}

/** The first format of numbers or dates takes a browser some 40 ms: better while the page waits for its data than together with them. */
function prepareFormats(): void {
  Intl.NumberFormat()
}

/** Settles when the requested page has loaded for a signed-in user, or nobody is signed in. */
async function untilThere(portal: Portal, router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  await until(portal.session.state, ({ status }) => status !== 'restoring')
  if (portal.session.state.get().status !== 'signed-in') return
  await until({ get: () => router.state.initialized, subscribe: listener => router.subscribe(listener) }, initialized => initialized)
}

import { UiProvider } from '@portico/ui'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './App.tsx'
import { readPageConfig } from './config.ts'
import type { WebPlugin } from './plugin.ts'
import { createPortal } from './portal.tsx'
import { routesOf } from './routes.tsx'
import type { SignInProvider } from './session/providers.ts'
import { BootError } from './shell/BootError.tsx'
import { browserStorage } from './storage.ts'

export interface MountOptions {
  readonly plugins: readonly WebPlugin[]
  readonly signIn?: readonly SignInProvider[]
}

/** Opens the portal in the page, or says why it cannot. */
export function mountPortal({ plugins, signIn }: MountOptions): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
  const root = createRoot(document.getElementById('root')!)
  try {
    const portal = createPortal({
      plugins,
      signIn,
      config: readPageConfig(document),
      fetch: (url, init) => window.fetch(url, init),
      storage: browserStorage(),
      prefersDark,
      pageUrl: window.location.href,
      nonce,
    })
    void portal.session.restore()
    const router = createBrowserRouter(routesOf(plugins), { basename: portal.facts.basePath || '/' })
    root.render(<App portal={portal} router={router} />)
  } catch (error) {
    root.render(
      <UiProvider scheme={prefersDark.matches ? 'dark' : 'light'} nonce={nonce}>
        <BootError kind="config" message={error instanceof Error ? error.message : String(error)} />
      </UiProvider>,
    )
  }
}

import { TextProvider, UiProvider } from '@portico/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-router/dom'
import type { createBrowserRouter } from 'react-router'
import { useObservable } from './observable.ts'
import { PortalContext, type Portal } from './portal.tsx'

export interface AppProps {
  readonly portal: Portal
  readonly router: ReturnType<typeof createBrowserRouter>
  /** `test` leaves transitions and portals out. */
  readonly env?: 'default' | 'test'
}

/** A whole portal on the screen. */
export function App({ portal, router, env = 'default' }: AppProps) {
  return (
    <PortalContext value={portal}>
      <Look portal={portal} env={env}>
        <QueryClientProvider client={portal.queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Look>
    </PortalContext>
  )
}

const englishOnly = () => undefined

function Look({ portal, env, children }: { portal: Portal; env: 'default' | 'test'; children: ReactNode }) {
  const scheme = useObservable(portal.themes.active)
  return (
    <TextProvider lookup={portal.texts ?? englishOnly}>
      <UiProvider scheme={scheme} nonce={portal.nonce} accent={portal.facts.accent} env={env}>
        {children}
      </UiProvider>
    </TextProvider>
  )
}

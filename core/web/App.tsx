import { LinkProvider, TextProvider, UiProvider } from '@portico/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import type { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { AlertBar } from './alerts/AlertBar.tsx'
import { errorApiRef } from './alerts/errors.ts'
import { renderAnchor, usePortalNavigation } from './Anchor.tsx'
import { useApi } from './apis/use-api.ts'
import { languagesApiRef } from './languages/languages.ts'
import { toLocale } from './languages/locale.ts'
import { useObservable } from './observable.ts'
import { PortalContext, type Portal } from './portal.tsx'
import { themesApiRef, type Theme } from './themes.ts'

export interface AppProps {
  readonly portal: Portal
  readonly router: ReturnType<typeof createBrowserRouter>
  /** `test` disables transitions and portals. */
  readonly env?: 'default' | 'test'
}

/** A whole portal on the screen. */
export function App({ portal, router, env = 'default' }: AppProps) {
  return (
    <PortalContext value={portal}>
      <Look portal={portal} env={env}>
        <QueryClientProvider client={portal.queries}>
          <AlertBar navigate={to => void router.navigate(to)} />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Look>
    </PortalContext>
  )
}

function Look({ portal, env, children }: { portal: Portal; env: 'default' | 'test'; children: ReactNode }) {
  const theme = useObservable(useApi(themesApiRef).active)
  const languages = useApi(languagesApiRef)
  const texts = useObservable(languages.texts)
  const language = useObservable(languages.active)
  const { post } = useApi(errorApiRef)
  useTokens(theme)
  useEffect(() => {
    // Browsers compute the styles of the whole page again whenever it is set, also to what it was.
    if (document.documentElement.lang !== language) document.documentElement.lang = language
  }, [language])
  return (
    <TextProvider lookup={texts}>
      <UiProvider
        scheme={theme.variant}
        nonce={portal.nonce}
        accent={portal.facts.accent}
        locale={toLocale(language, navigator.languages)}
        onCopyError={post}
        env={env}
      >
        <LinkProvider render={renderAnchor} useNavigation={usePortalNavigation}>
          {children}
        </LinkProvider>
      </UiProvider>
    </TextProvider>
  )
}

/** The theme's own values for the kit's custom properties, for as long as it is in use. */
function useTokens({ tokens }: Theme): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const own = Object.entries(tokens ?? {})
    for (const [name, value] of own) style.setProperty(name, value)
    return () => {
      for (const [name] of own) style.removeProperty(name)
    }
  }, [tokens])
}

import { lazyView } from '@portico/ui'
import { Suspense } from 'react'
import { hasIdentity, withIdentity, type AuthProvider, type SignInProvider } from '@portico/core/web'

const PopupHelp = lazyView(async () => (await import('./PopupHelp.tsx')).PopupHelp)

/** The way in by an identity provider with pages of its own. */
export function oauthSignIn(provider: AuthProvider, words: Pick<SignInProvider, 'message' | 'action'>): SignInProvider {
  const { id, title, icon, api } = provider
  const name = typeof title === 'string' ? title : title.text
  return {
    id,
    title,
    icon,
    ...words,
    silent: true,
    Help: () => (
      <Suspense>
        <PopupHelp provider={id} />
      </Suspense>
    ),
    async signIn(_host, { mode }) {
      const session = await api.getSession(
        mode === 'sign-in' ? { instantPopup: true } : mode === 'restore' ? { optional: true, renew: true } : { renew: true },
      )
      // The next click is a new login, perhaps with another account.
      if (session && !hasIdentity(session)) api.drop()
      return withIdentity(session, name)
    },
    signOut: () => api.signOut(),
    drop: () => api.drop(),
  }
}

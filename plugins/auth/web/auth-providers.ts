import type { ListedProvider } from '@portico/auth/common'
import type { AuthProvider, AuthProviders, SignInProvider } from '@portico/core/web'
import { authMessages } from './messages.ts'
import { guestProvider } from './providers/guest-provider.ts'
import { openMicrosoft } from './providers/microsoft.ts'
import { oauthSignIn } from './providers/oauth-sign-in.tsx'
import { oauthTable, proxyTable, unknownIcon } from './providers/provider-table.ts'
import { proxiedSignIn } from './providers/proxied-provider.ts'
import type { OAuthSessions } from './session/oauth.ts'

interface Dependencies {
  readonly oauth: OAuthSessions
  /** Asks the server which providers are configured. */
  readonly list: () => Promise<readonly ListedProvider[]>
}

const accountWords = { message: authMessages.accountMessage, action: authMessages.accountAction }
const proxyWords = { message: authMessages.proxyMessage, action: authMessages.proxyAction }

/** The session with a provider; the same object for every caller. */
export function openProvider(oauth: OAuthSessions, id: string, title?: string): AuthProvider {
  const known = Object.hasOwn(oauthTable, id) ? oauthTable[id]! : { title: id, icon: unknownIcon }
  const { api: _ref, ...spec } = known
  const shown = { ...spec, id, title: title ?? spec.title }
  return { id, title: shown.title, icon: shown.icon, api: id === 'microsoft' ? openMicrosoft(oauth, shown) : oauth.open(shown) }
}

/** The providers of the portal as the server lists them, and the sign-in providers made from them. */
export function createAuthProviders({ oauth, list }: Dependencies): AuthProviders {
  const made = new Map<string, SignInProvider>()
  let asked: Promise<readonly ListedProvider[]> | undefined

  /** Requested once, unless that failed. */
  function listed(): Promise<readonly ListedProvider[]> {
    asked ??= list().catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }

  function createSignIn({ id, title, kind }: Pick<ListedProvider, 'id' | 'kind'> & { readonly title?: string }): SignInProvider {
    if (kind === 'guest') return guestProvider
    if (kind === 'oauth') return oauthSignIn(openProvider(oauth, id, title), accountWords)
    const known = Object.hasOwn(proxyTable, id) ? proxyTable[id]! : { title: id, icon: unknownIcon }
    return proxiedSignIn({ id, title: title ?? known.title, icon: known.icon, ...proxyWords })
  }

  /** One object for each provider: what signs in is what signs out. */
  function signInBy(provider: Parameters<typeof createSignIn>[0]): SignInProvider {
    const { id, kind, title } = provider
    const signIn = made.get(id) ?? createSignIn(provider)
    made.set(id, signIn)
    return title === undefined || kind === 'guest' ? signIn : { ...signIn, title }
  }

  return {
    async list() {
      return (await listed()).filter(({ kind }) => kind === 'oauth').map(({ id, title }) => openProvider(oauth, id, title))
    },
    async signInProviders() {
      return (await listed()).filter(({ signsIn }) => signsIn).map(signInBy)
    },
    signInProvider(id) {
      if (id === 'guest') return guestProvider
      if (Object.hasOwn(proxyTable, id)) return signInBy({ id, kind: 'proxy' })
      return Object.hasOwn(oauthTable, id) ? signInBy({ id, kind: 'oauth' }) : undefined
    },
  }
}

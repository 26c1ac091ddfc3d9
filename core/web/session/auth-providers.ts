import type { Text } from '@portico/ui'
import { defineApiRef } from '../apis/api-ref.ts'
import type { Icon } from '../icons/icon-names.ts'
import type { Observable } from '../observable.ts'
import type { SignInProvider } from './providers.ts'
import type { PortalIdentity, Profile, ProviderSession } from './session-value.ts'

/** How a session with a provider is asked for. */
export interface AuthRequestOptions {
  /** Answers with nothing rather than ask the user to log in. */
  readonly optional?: boolean
  /** Opens the provider's window at once, without the dialog that asks first: only right where the user has just pressed something. */
  readonly instantPopup?: boolean
}

/** The session of this browser with one identity provider: its tokens, and whose they are. */
export interface ProviderAuth {
  readonly sessionState: Observable<'signed-in' | 'signed-out'>
  /** Logs in at the provider, in a window of its own. Call it where the user pressed something. */
  signIn(): Promise<void>
  /** Ends the session with the provider, here and on the server. */
  signOut(): Promise<void>
  /** Drops the session here, without a word to the server: another tab has ended it. */
  forget(): void
  getProfile(options?: AuthRequestOptions): Promise<Profile | undefined>
  /** The portal's identity by this provider; undefined where nobody signs in by it. */
  getBackstageIdentity(options?: AuthRequestOptions): Promise<PortalIdentity | undefined>
  /** A token for the provider's own API with at least these scopes; '' when optional and there is none. */
  getAccessToken(scope?: string | readonly string[], options?: AuthRequestOptions): Promise<string>
  /** The OpenID Connect ID token; '' where there is none. */
  getIdToken(options?: AuthRequestOptions): Promise<string>
  /** The whole session; undefined only when it was optional. With `renew` the one at hand is not good enough, and why there is no
   * newer one is thrown where it was optional. */
  getSession(
    options?: AuthRequestOptions & { readonly scopes?: readonly string[]; readonly renew?: boolean },
  ): Promise<ProviderSession | undefined>
}

/** An identity provider that this portal is configured with. */
export interface AuthProvider {
  /** As in the config and in addresses: `github`. */
  readonly id: string
  readonly title: Text
  readonly icon: Icon
  readonly api: ProviderAuth
}

/** The identity providers of this portal, as the config names them. */
export interface AuthProviders {
  /** Those whose tokens can be had, for a page that lists them. Asked once, then remembered. */
  list(): Promise<readonly AuthProvider[]>
  /** The ways to sign in to the portal itself, in the order of their cards. */
  signInProviders(): Promise<readonly SignInProvider[]>
  /** The way in of that name, without asking anybody; undefined when there is none of that name. */
  signInProvider(id: string): SignInProvider | undefined
}

export const authProvidersApiRef = defineApiRef<AuthProviders>({
  id: 'core.auth-providers',
  description: 'The identity providers this portal is configured with',
})

import type { Text } from '@portico/ui'
import { defineApiRef } from '../apis/api-ref.ts'
import type { Icon } from '../icons/icon-names.ts'
import type { Observable } from '../observable.ts'
import type { SignInProvider } from './providers.ts'
import type { PortalIdentity, Profile, ProviderSession } from './session-value.ts'

/** How a session with a provider is requested. */
export interface AuthRequestOptions {
  /** Returns undefined rather than ask the user to log in. */
  readonly optional?: boolean
  /** Opens the provider's window at once, without the dialog that asks first: only after a press of the user, or it is blocked. */
  readonly instantPopup?: boolean
}

/** The session of this browser with one identity provider: its tokens, and whose they are. */
export interface ProviderAuth {
  readonly sessionState: Observable<'signed-in' | 'signed-out'>
  /** Logs in at the provider, in a window of its own. Call it in a handler of a press. */
  signIn(): Promise<void>
  /** Ends the session with the provider, here and on the server. */
  signOut(): Promise<void>
  /** Drops the session here, without a request to the server: another tab has ended it. */
  drop(): void
  getProfile(options?: AuthRequestOptions): Promise<Profile | undefined>
  /** The portal's identity by this provider; undefined where it is not used to sign in. */
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
  /** The providers with OAuth sessions, for a page that lists them. Requested once, then cached. */
  list(): Promise<readonly AuthProvider[]>
  /** The providers for signing in to the portal itself, in the order of their cards. */
  signInProviders(): Promise<readonly SignInProvider[]>
  /** The sign-in provider of that id, without a request; undefined when there is none. */
  signInProvider(id: string): SignInProvider | undefined
}

export const authProvidersApiRef = defineApiRef<AuthProviders>({
  id: 'core.auth-providers',
  description: 'The identity providers this portal is configured with',
})

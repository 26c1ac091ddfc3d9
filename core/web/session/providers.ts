import type { Message, Text } from '@portico/ui'
import type { ComponentType } from 'react'
import type { Icon } from '../icons/icon-names.ts'
import { noIdentity } from './login-errors.ts'
import type { SignInHost } from './sign-in-host.ts'
import { hasIdentity, type ProviderSession, type SessionValue } from './session-value.ts'

/** How a provider is asked for a session. */
export interface SignInRequest {
  /**
   * `sign-in`: the user pressed the card's button, and a window may open. `restore`: silently, or not at all. `renew`: somebody is
   * signed in and needs a newer session; what has to be asked is asked in a dialog.
   */
  readonly mode: 'sign-in' | 'restore' | 'renew'
  /** What the user filled in, where the card has a form. */
  readonly input?: unknown
  /** Asks the user something, yes or no. */
  readonly confirm: (question: { readonly title: Message; readonly message: Message; readonly confirm: Message }) => Promise<boolean>
  readonly storage: Storage
}

/** One way to sign in: a card on the sign-in page. */
export interface SignInProvider {
  readonly id: string
  readonly title: Text
  readonly message: Text
  /** The message matters beside other cards too: it says what going this way means. */
  readonly explained?: boolean
  /** The words on the card's button. */
  readonly action: Text
  readonly icon?: Icon
  /** Where it is the only way in, it is tried without a word when the portal opens. */
  readonly silent?: boolean
  /** Whether a reload signs in again. Default true; not for what the user has to type. */
  readonly remembered?: boolean
  /** Many sign in by it under one name: nothing kept under that name is anybody's own. */
  readonly isGuest?: boolean
  /** A form in the place of the button. */
  readonly Form?: ComponentType<{ readonly busy: boolean; readonly onSubmit: (input: unknown) => void }>
  readonly signIn: (host: SignInHost, request: SignInRequest) => Promise<SessionValue>
  readonly signOut?: (host: SignInHost) => Promise<void>
  /** Drops what is kept in memory: the session is over in another tab. */
  readonly forget?: () => void
}

/** A session in which somebody is known to the portal. */
export function withIdentity(session: ProviderSession | undefined, title: string): SessionValue {
  if (!session || !hasIdentity(session)) throw noIdentity(title)
  return session
}

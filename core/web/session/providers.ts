import type { Message, Text } from '@portico/ui'
import type { ComponentType } from 'react'
import type { Icon } from '../icons/icon-names.ts'
import { noIdentity } from './login-errors.ts'
import type { SignInHost } from './sign-in-host.ts'
import { hasIdentity, type ProviderSession, type SessionValue } from './session-value.ts'

/** How a session is requested from a provider. */
export interface SignInRequest {
  /**
   * `sign-in`: the user pressed the card's button, and a window may open. `restore`: silently, or not at all. `renew`: a user is
   * signed in and needs a newer session; questions are asked in a dialog.
   */
  readonly mode: 'sign-in' | 'restore' | 'renew'
  /** What the user filled in, where the card has a form. */
  readonly input?: unknown
  /** Asks the user something, yes or no. */
  readonly confirm: (question: { readonly title: Message; readonly message: Message; readonly confirm: Message }) => Promise<boolean>
  readonly storage: Storage
}

/** A sign-in provider: a card on the sign-in page. */
export interface SignInProvider {
  readonly id: string
  readonly title: Text
  readonly message: Text
  /** Shows the message beside other cards too: it explains a consequence of this provider. */
  readonly explained?: boolean
  /** The words on the card's button. */
  readonly action: Text
  readonly icon?: Icon
  /** Where it is the only provider, it is tried silently when the portal opens. */
  readonly silent?: boolean
  /** Whether a reload signs in again. Default true; not for what the user has to type. */
  readonly restorable?: boolean
  /** Many users share one name with it: nothing stored under that name is personal. */
  readonly isGuest?: boolean
  /** A form instead of the button. */
  readonly Form?: ComponentType<{ readonly busy: boolean; readonly onSubmit: (input: unknown) => void }>
  /** Shown on the card when signing in takes long: what may be wrong. */
  readonly Help?: ComponentType
  readonly signIn: (host: SignInHost, request: SignInRequest) => Promise<SessionValue>
  readonly signOut?: (host: SignInHost) => Promise<void>
  /** Drops what is kept in memory: another tab has ended the session. */
  readonly drop?: () => void
}

/** A session in which somebody is known to the portal. */
export function withIdentity(session: ProviderSession | undefined, title: string): SessionValue {
  if (!session || !hasIdentity(session)) throw noIdentity(title)
  return session
}

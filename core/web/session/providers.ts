import type { Text } from '@portico/ui'
import { shellMessages } from '../messages.ts'
import type { AuthRoutes, SessionValue } from './auth-routes.ts'

/** One way to sign in: a card on the sign-in page. */
export interface SignInProvider {
  readonly id: string
  readonly title: Text
  readonly message: Text
  /** The words on the card's button. */
  readonly action: Text
  /** `interactive` when the user pressed the button and a window may open; otherwise it must happen silently. */
  readonly signIn: (auth: AuthRoutes, options: { readonly interactive: boolean }) => Promise<SessionValue>
  readonly signOut?: (auth: AuthRoutes) => Promise<void>
}

/** Everyone may enter; nobody is known. */
export const guestProvider: SignInProvider = {
  id: 'guest',
  title: shellMessages.guestTitle,
  message: shellMessages.guestMessage,
  action: shellMessages.guestAction,
  signIn: async auth => {
    const session = await auth.refresh('guest')
    return { ...session, profile: { displayName: shellMessages.guestTitle.text, ...session.profile } }
  },
}

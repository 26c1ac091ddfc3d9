import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs'
import { shellMessages } from '../messages.ts'
import type { SignInProvider } from './providers.ts'
import type { SessionValue } from './session-value.ts'

/** A guest without a server session: a name to show, and no token. */
export const placeholderGuest: SessionValue = {
  profile: { displayName: shellMessages.guestTitle.text },
  backstageIdentity: {
    identity: { type: 'user', userEntityRef: 'user:default/guest', ownershipEntityRefs: ['user:default/guest'] },
  },
}

/** The sign-in provider of a portal without an auth plugin: everyone is a guest. */
export const placeholderProvider: SignInProvider = {
  id: 'guest',
  title: shellMessages.guestTitle,
  message: shellMessages.guestMessage,
  explained: true,
  action: shellMessages.guestAction,
  icon: IconUserQuestion,
  isGuest: true,
  signIn: async () => placeholderGuest,
}

/** The provider of an app without sign-in: the guest, without being asked. */
export const everyone: SignInProvider = { ...placeholderProvider, restorable: false }

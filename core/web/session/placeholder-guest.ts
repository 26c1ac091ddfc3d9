import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs'
import { shellMessages } from '../messages.ts'
import type { SignInProvider } from './providers.ts'
import type { SessionValue } from './session-value.ts'

/** A guest of whom the server knows nothing: a name to show, and no token. */
export const placeholderGuest: SessionValue = {
  profile: { displayName: shellMessages.guestTitle.text },
  backstageIdentity: {
    identity: { type: 'user', userEntityRef: 'user:default/guest', ownershipEntityRefs: ['user:default/guest'] },
  },
}

/** The way into a portal without a plugin that signs people in: everyone may enter, and nobody is known. */
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

/** Who somebody is in an app that has no sign-in: the guest, without being asked. */
export const everyone: SignInProvider = { ...placeholderProvider, remembered: false }

import { AppError, authenticationError } from '@portico/core/common'
import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs'
import { shellMessages } from '../messages.ts'
import { withIdentity, type SignInProvider, type SignInRequest } from './providers.ts'
import type { SessionValue } from './session-value.ts'

const legacyFlag = 'enableLegacyGuestToken'

/** A guest of whom the server knows nothing: a name to show, and no token. */
export const placeholderGuest: SessionValue = {
  profile: { displayName: shellMessages.guestTitle.text },
  backstageIdentity: {
    identity: { type: 'user', userEntityRef: 'user:default/guest', ownershipEntityRefs: ['user:default/guest'] },
  },
}

/** Everyone may enter; nobody is known. The server is asked first; where it has no guests, the user may go in without it. */
export const guestProvider: SignInProvider = {
  id: 'guest',
  title: shellMessages.guestTitle,
  message: shellMessages.guestMessage,
  explained: true,
  action: shellMessages.guestAction,
  icon: IconUserQuestion,
  async signIn(auth, request) {
    const legacy = request.storage.getItem(legacyFlag) === 'true'
    const session = await auth.refresh('guest').catch((error: unknown) => withoutServer(error, legacy, request))
    if (session === placeholderGuest) return placeholderGuest
    if (legacy && !(await leavesLegacy(request))) return placeholderGuest
    const known = withIdentity(session, shellMessages.guestTitle.text)
    return { ...known, profile: { ...placeholderGuest.profile, ...known.profile } }
  },
}

/** Who somebody is in an app that has no sign-in: the guest, without being asked. */
export const everyone: SignInProvider = { ...guestProvider, remembered: false, signIn: async () => placeholderGuest }

async function withoutServer(error: unknown, legacy: boolean, { mode, confirm, storage }: SignInRequest): Promise<SessionValue> {
  if (legacy) return placeholderGuest
  // A server that is away says nothing about guests.
  const away = error instanceof AppError && error.status === 503
  if (mode !== 'sign-in' || away) throw error
  const question = { title: shellMessages.guestSignIn, message: shellMessages.guestFallback, confirm: shellMessages.guestUseLegacy }
  if (!(await confirm(question))) {
    const message =
      'You cannot sign in as a guest, you must either enable the legacy guest token or configure the auth backend to support guest sign in.'
    throw authenticationError(message, { code: 'core.no-guests', cause: error })
  }
  storage.setItem(legacyFlag, 'true')
  return placeholderGuest
}

/** The server has learnt to sign guests in since the user chose to go in without it. */
async function leavesLegacy({ mode, confirm, storage }: SignInRequest): Promise<boolean> {
  if (mode !== 'sign-in') return false
  const question = { title: shellMessages.guestSignIn, message: shellMessages.guestWhich, confirm: shellMessages.guestUseServer }
  const leaves = await confirm(question)
  if (leaves) storage.removeItem(legacyFlag)
  return leaves
}

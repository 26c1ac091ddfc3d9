import { AppError, authenticationError } from '@portico/core/common'
import {
  placeholderGuest,
  placeholderProvider,
  withIdentity,
  type SessionValue,
  type SignInProvider,
  type SignInRequest,
} from '@portico/core/web'
import { authMessages } from '../messages.ts'
import { createAuthRoutes } from '../session/auth-routes.ts'

const legacyFlag = 'enableLegacyGuestToken'

/** Guest sign-in. The server is asked first; where it has no guest provider, the user may use the legacy token. */
export const guestProvider: SignInProvider = {
  ...placeholderProvider,
  async signIn(host, request) {
    const legacy = request.storage.getItem(legacyFlag) === 'true'
    const session = await createAuthRoutes(host)
      .refresh('guest')
      .catch((error: unknown) => withoutServer(error, legacy, request))
    if (session === placeholderGuest) return placeholderGuest
    if (legacy && !(await leavesLegacy(request))) return placeholderGuest
    const known = withIdentity(session, placeholderGuest.profile.displayName!)
    return { ...known, profile: { ...placeholderGuest.profile, ...known.profile } }
  },
}

async function withoutServer(error: unknown, legacy: boolean, { mode, confirm, storage }: SignInRequest): Promise<SessionValue> {
  if (legacy) return placeholderGuest
  // An unavailable server does not mean that there is no guest provider.
  const away = error instanceof AppError && error.status === 503
  if (mode !== 'sign-in' || away) throw error
  const question = { title: authMessages.guestSignIn, message: authMessages.guestFallback, confirm: authMessages.guestUseLegacy }
  if (!(await confirm(question))) {
    const message =
      'You cannot sign in as a guest, you must either enable the legacy guest token or configure the auth backend to support guest sign in.'
    throw authenticationError(message, { code: 'core.no-guests', cause: error })
  }
  storage.setItem(legacyFlag, 'true')
  return placeholderGuest
}

/** The server has had a guest provider added since the user chose the legacy token. */
async function leavesLegacy({ mode, confirm, storage }: SignInRequest): Promise<boolean> {
  if (mode !== 'sign-in') return false
  const question = { title: authMessages.guestSignIn, message: authMessages.guestWhich, confirm: authMessages.guestUseServer }
  const leaves = await confirm(question)
  if (leaves) storage.removeItem(legacyFlag)
  return leaves
}

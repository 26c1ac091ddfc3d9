import { defineApiRef } from '../apis/api-ref.ts'
import type { Session } from './session.ts'
import type { Identity, Profile } from './session-value.ts'

/** Who is signed in, for code outside of rendering; components use `useIdentity()`. */
export interface SignedInIdentity {
  getIdentity(): Identity
  getProfile(): Profile
  /** A token that the backend takes, fresh enough to be sent; undefined for a guest of whom the server does not know. */
  getToken(): Promise<string | undefined>
  signOut(): Promise<void>
}

export const identityApiRef = defineApiRef<SignedInIdentity>({ id: 'core.identity', description: 'Who is signed in' })

/** The identity of a session. Asking before anyone is signed in is a mistake, and said so. */
export function createIdentity(session: Session): SignedInIdentity {
  function current() {
    const state = session.state.get()
    if (state.status !== 'signed-in') throw new Error('The identity was used before the app was loaded: nobody is signed in')
    return state.value
  }
  return {
    getIdentity: () => current().backstageIdentity.identity,
    getProfile: () => current().profile,
    async getToken() {
      current()
      return session.token()
    },
    signOut: () => session.signOut(),
  }
}

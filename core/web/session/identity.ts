import { defineApiRef } from '../apis/api-ref.ts'
import type { Session } from './session.ts'
import type { Identity, Profile } from './session-value.ts'

/** Who is signed in, for code outside of rendering; components use `useIdentity()`. */
export interface SignedInIdentity {
  getIdentity(): Identity
  getProfile(): Profile
  /** A valid token for the backend; undefined for a guest without a server session. */
  getToken(): Promise<string | undefined>
  signOut(): Promise<void>
}

export const identityApiRef = defineApiRef<SignedInIdentity>({ id: 'core.identity', description: 'Who is signed in' })

/** The identity of a session. Using it before sign-in is an error. */
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

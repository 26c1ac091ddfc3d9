import { defineApiRef } from '../apis/api-ref.ts'
import { createObservable, type Observable } from '../observable.ts'
import type { Session, SessionState } from './session.ts'

/** A signed-in user. */
export interface SignedInUser {
  readonly userEntityRef: string
  /** A guest shares the name with others: nothing stored under it is personal. */
  readonly isGuest: boolean
  /** A guest of a portal that anyone can reach: the server refuses what a permission keeps from guests. */
  readonly isExposedGuest?: boolean
}

/** Who is signed in, now and whenever that changes, for code outside of rendering; undefined while nobody is. */
export const signedInUserApiRef = defineApiRef<Observable<SignedInUser | undefined>>({
  id: 'core.signed-in-user',
  description: 'Who is signed in, observable',
})

/** Follows a session. A renewed session of the same user is no change. */
export function createSignedInUser({ state }: Pick<Session, 'state'>): Observable<SignedInUser | undefined> {
  const user = createObservable(toUser(state.get()))
  state.subscribe(() => {
    const next = toUser(state.get())
    const before = user.get()
    if (
      next?.userEntityRef !== before?.userEntityRef ||
      next?.isGuest !== before?.isGuest ||
      next?.isExposedGuest !== before?.isExposedGuest
    )
      user.set(next)
  })
  return user
}

function toUser(state: SessionState): SignedInUser | undefined {
  if (state.status !== 'signed-in') return undefined
  const { identity, token, guest } = state.value.backstageIdentity
  return {
    userEntityRef: identity.userEntityRef,
    isGuest: state.provider.isGuest === true || token === undefined,
    ...(guest === 'exposed' && { isExposedGuest: true }),
  }
}

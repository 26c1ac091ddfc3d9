import type { Admission } from '../host/identity.ts'
import type { UserPrincipal } from '../host/principal.ts'
import { guestAccessToken, userBlocked, userGone, userUnknown } from './token-errors.ts'

/** The user of a valid token, if that user is still admitted. */
export function admitted(principal: UserPrincipal, admission: Admission): UserPrincipal {
  if (!admission.admitted) throw admission.reason === 'blocked' ? userBlocked() : userGone()
  if (principal.accessToken) {
    // Whoever is on this machine can be the guest of a portal that is tried out there, with or without an agent.
    if (admission.guest && !(principal.agent && admission.guest === 'local')) throw guestAccessToken()
    // A session expires within the hour; an access token may be a year old.
    if (admission.unknown) throw userUnknown()
  }
  return admission.guest ? { ...principal, guest: admission.guest } : principal
}

import { isLoopback, type Audit, type RequestMetadata } from '@portico/core/server'
import { guestElsewhere, guestOutsideDevelopment } from '../errors.ts'
import type { SignIn } from '../sessions/sign-in.ts'
import { recordRefusedSignIn } from '../sessions/refused-sign-in.ts'
import type { Guest } from '../users/guest-user.ts'
import type { AuthProvider } from './provider.ts'

interface GuestDependencies {
  readonly guest: Guest
  readonly signIn: SignIn
  readonly audit: Audit
}

/** Signs everyone in as the same user, without credentials. */
export function createGuestProvider({ guest, signIn, audit }: GuestDependencies): AuthProvider {
  const { userEntityRef, allowed } = guest
  return {
    metadata: () => (allowed ? { title: 'Guest', kind: 'guest', signsIn: true } : undefined),
    async refresh({ request }) {
      if (!allowed) {
        await recordRefusedSignIn(audit, { subject: userEntityRef, details: { provider: 'guest' }, request })
        throw guestOutsideDevelopment()
      }
      if (guest.kind === 'local' && !isForThisMachine(request)) {
        await recordRefusedSignIn(audit, { subject: userEntityRef, details: { provider: 'guest' }, request })
        throw guestElsewhere()
      }
      const ownershipEntityRefs = await guest.ownership()
      const session = await signIn({ provider: 'guest', profile: {}, userEntityRef, ownershipEntityRefs, origin: 'guest', request })
      const { backstageIdentity } = session
      // The browser shows no buttons that the server would refuse.
      return guest.kind === 'exposed' && backstageIdentity
        ? { ...session, backstageIdentity: { ...backstageIdentity, guest: 'exposed' } }
        : session
    },
  }
}

/** A page of another site whose name was made to lead to loopback, or a proxy that publishes the portal, asks for another host. */
function isForThisMachine({ headers }: RequestMetadata): boolean {
  return [headers.host, headers['x-forwarded-host']].flat().every((host, at) => {
    if (host === undefined) return at > 0
    return URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname)
  })
}

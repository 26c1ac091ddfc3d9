import type { Audit } from '@portico/core/server'
import { guestOutsideDevelopment } from '../errors.ts'
import type { SignIn } from '../sign-in.ts'
import { recordRefusedSignIn } from '../refused-sign-in.ts'
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
    facts: () => (allowed ? { title: 'Guest', kind: 'guest', signsIn: true } : undefined),
    async refresh({ request }) {
      if (!allowed) {
        await recordRefusedSignIn(audit, { subject: userEntityRef, details: { provider: 'guest' }, request })
        throw guestOutsideDevelopment()
      }
      const ownershipEntityRefs = await guest.ownership()
      return signIn({ provider: 'guest', profile: {}, userEntityRef, ownershipEntityRefs, origin: 'guest', request })
    },
  }
}

import { nobody } from '@portico/core/server'
import type { Audit } from '@portico/core/server'
import type { GuestConfig } from '../config.ts'
import { guestOutsideDevelopment } from '../errors.ts'
import type { SignIn } from '../sign-in.ts'
import type { AuthProvider } from './provider.ts'

interface GuestDependencies {
  readonly config: GuestConfig
  readonly inDevelopment: boolean
  readonly signIn: SignIn
  readonly audit: Audit
}

/** Signs everybody in as the same user, without asking. */
export function createGuestProvider({ config, inDevelopment, signIn, audit }: GuestDependencies): AuthProvider {
  const { userEntityRef, ownershipEntityRefs = [userEntityRef] } = config
  return {
    async refresh({ id: requestId }) {
      if (!inDevelopment && !config.dangerouslyAllowOutsideDevelopment) {
        await audit.record({
          caller: nobody,
          action: 'auth.session.create',
          subject: userEntityRef,
          result: 'denied',
          details: { provider: 'guest' },
          requestId,
        })
        throw guestOutsideDevelopment()
      }
      return signIn({ provider: 'guest', profile: {}, userEntityRef, ownershipEntityRefs, requestId })
    },
  }
}

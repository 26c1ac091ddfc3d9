import { nobody } from '@portico/core/server'
import type { Audit } from '@portico/core/server'
import type { GuestConfig } from '../config.ts'
import { guestOutsideDevelopment } from '../errors.ts'
import type { SignIn } from '../sign-in.ts'
import { ownershipOf, type Users } from '../user-catalog.ts'
import type { AuthProvider } from './provider.ts'

interface GuestDependencies {
  readonly config: GuestConfig
  readonly inDevelopment: boolean
  readonly signIn: SignIn
  readonly audit: Audit
  readonly users: Users
}

/** Signs everybody in as the same user, without asking. */
export function createGuestProvider({ config, inDevelopment, signIn, audit, users }: GuestDependencies): AuthProvider {
  const { userEntityRef } = config

  /** What is configured; else what the catalog says of the guest, if it knows one. */
  async function ownership(): Promise<readonly string[]> {
    if (config.ownershipEntityRefs) return config.ownershipEntityRefs
    const user = users.hasCatalog() ? await users.find({ ref: userEntityRef }) : undefined
    return user ? ownershipOf(user) : [userEntityRef]
  }

  const allowed = inDevelopment || config.dangerouslyAllowOutsideDevelopment

  return {
    facts: () => (allowed ? { title: 'Guest', kind: 'guest', signsIn: true } : undefined),
    async refresh({ request: { id: requestId } }) {
      if (!allowed) {
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
      return signIn({ provider: 'guest', profile: {}, userEntityRef, ownershipEntityRefs: await ownership(), requestId })
    },
  }
}

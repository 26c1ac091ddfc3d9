import type { GuestKind } from '@portico/core/server'
import { defaultGuestRef, type GuestConfig } from '../config.ts'
import { ownershipOf, type Users } from './user-catalog.ts'

interface GuestDependencies {
  /** Undefined without a guest provider. */
  readonly config: GuestConfig | undefined
  readonly inDevelopment: boolean
  /** Others than this machine can reach the portal. */
  readonly isExposed: boolean
  readonly users: Pick<Users, 'find' | 'hasCatalog'>
}

export type Guest = ReturnType<typeof createGuest>

/** The one user as whom everyone may sign in. */
export function createGuest({ config, inDevelopment, isExposed, users }: GuestDependencies) {
  const userEntityRef = config?.userEntityRef ?? defaultGuestRef
  const allowed = config !== undefined && (inDevelopment || config.dangerouslyAllowOutsideDevelopment)
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

  return {
    userEntityRef,
    allowed,
    kind: (inDevelopment && !isExposed ? 'local' : 'exposed') satisfies GuestKind as GuestKind,
    /** Whether a name is that of guests, here or by default: a database may have been used in development before. */
    isGuest: (ref: string): boolean => same(ref, userEntityRef) || same(ref, defaultGuestRef),
    isLetIn: (ref: string): boolean => allowed && same(ref, userEntityRef),
    /** The configured ownership; else that of the guest in the catalog, if there is one. */
    async ownership(): Promise<readonly string[]> {
      if (config?.ownershipEntityRefs) return config.ownershipEntityRefs
      const user = users.hasCatalog() ? await users.find({ ref: userEntityRef }) : undefined
      return user ? ownershipOf(user) : [userEntityRef]
    },
  }
}

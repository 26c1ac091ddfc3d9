import type { Admission, GuestKind, UserInfo } from '@portico/core/server'
import { ownershipOf, type Users } from './user-catalog.ts'
import type { UserInfoStore } from './user-info-store.ts'
import type { BlockStore } from './block-store.ts'
import type { Guest } from './guest-user.ts'

/** The current status of a user. */
export type UserStatus =
  | { readonly state: 'active'; readonly info: UserInfo; readonly guest?: GuestKind }
  | { readonly state: 'gone' }
  | { readonly state: 'blocked' }
  /** The catalog is unavailable. */
  | { readonly state: 'unknown' }

interface StatusDependencies {
  readonly userInfos: Pick<UserInfoStore, 'find'>
  readonly blocks: Pick<BlockStore, 'find'>
  readonly users: Pick<Users, 'find' | 'hasCatalog' | 'hasUsers'>
  readonly guest: Guest
}

/** Determines the current status of a user: nothing is taken from a token. */
export function createStatusLookup({ userInfos, blocks, users, guest }: StatusDependencies) {
  return async (userEntityRef: string): Promise<UserStatus> => {
    const active = (ownershipEntityRefs: readonly string[], more: { readonly guest?: GuestKind } = {}): UserStatus => ({
      state: 'active',
      info: { userEntityRef, ownershipEntityRefs },
      ...more,
    })
    const [stored, block] = await Promise.all([userInfos.find(userEntityRef), blocks.find(userEntityRef)])
    if (block) return { state: 'blocked' }
    if (stored?.origin === 'guest' || guest.isGuest(userEntityRef)) {
      return guest.isLetIn(userEntityRef) ? active(await guest.ownership(), { guest: guest.kind }) : { state: 'gone' }
    }
    // A user who never was in the catalog is not gone from it, and has none of its groups.
    if (stored?.origin === 'provider') return active(stored.ownershipEntityRefs)
    if (!users.hasCatalog()) return stored ? { state: 'unknown' } : active([userEntityRef])
    const user = await users.find({ ref: userEntityRef })
    if (user) return active(ownershipOf(user))
    if (!stored) return active([userEntityRef])
    return { state: (await users.hasUsers()) ? 'gone' : 'unknown' }
  }
}

export function toAdmission(status: UserStatus): Admission {
  if (status.state === 'active') return { admitted: true, ...(status.guest && { guest: status.guest }) }
  return status.state === 'unknown' ? { admitted: true, unknown: true } : { admitted: false, reason: status.state }
}

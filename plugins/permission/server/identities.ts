import type { IdentityPort, Principal, UserInfo } from '@portico/core/server'
import { anonymous, type Identity } from './policy/identity.ts'

/**
 * Who callers are, as policies see them. It is asked each time, because a user's groups may change; whoever knows them caches them, and
 * the same answer gives the same identity, so that decisions may be kept with it.
 */
export function createIdentities(port: IdentityPort) {
  const identities = new WeakMap<UserInfo, Identity>()

  function toIdentity(userEntityRef: string, info: UserInfo): Identity {
    const refs = info.ownershipEntityRefs.map(ref => ref.toLowerCase())
    const identity = { userEntityRef: userEntityRef.toLowerCase(), ownershipEntityRefs: refs }
    identities.set(info, identity)
    return identity
  }

  return {
    /** Rejects when what a user owns cannot be found out. */
    async of(caller: Principal): Promise<Identity> {
      if (caller.type !== 'user') return anonymous
      const info = await port.userInfo(caller.userEntityRef)
      // Who has a token but has left no trace, as after a lost database, is at least that user.
      if (!info) return { userEntityRef: caller.userEntityRef.toLowerCase(), ownershipEntityRefs: [caller.userEntityRef.toLowerCase()] }
      return identities.get(info) ?? toIdentity(caller.userEntityRef, info)
    },
  }
}

export type Identities = ReturnType<typeof createIdentities>

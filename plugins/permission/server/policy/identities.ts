import type { IdentityPort, Principal, UserInfo, UserPrincipal } from '@portico/core/server'
import { anonymous, type Identity } from './identity.ts'

/**
 * The identities of callers, as policies see them. They are looked up each time, because a user's groups may change; the provider caches them, and
 * the same answer gives the same identity object, so that decisions can be cached with it.
 */
export function createIdentities(port: IdentityPort) {
  const identities = { user: new WeakMap<UserInfo, Identity>(), agent: new WeakMap<UserInfo, Identity>() }

  function toIdentity({ userEntityRef, guest, agent }: UserPrincipal, refs: readonly string[]): Identity {
    return {
      userEntityRef: userEntityRef.toLowerCase(),
      ownershipEntityRefs: refs.map(ref => ref.toLowerCase()),
      ...(guest && { isGuest: true }),
      ...(agent && { isAgent: true }),
    }
  }

  return {
    /** Rejects when it cannot be determined what a user owns. */
    async of(caller: Principal): Promise<Identity> {
      if (caller.type !== 'user') return anonymous
      const info = await port.userInfo(caller.userEntityRef)
      // A user with a token but without stored info, as after a lost database, is at least that user.
      if (!info) return toIdentity(caller, [caller.userEntityRef])
      const known = identities[caller.agent ? 'agent' : 'user']
      const identity = known.get(info) ?? toIdentity(caller, info.ownershipEntityRefs)
      known.set(info, identity)
      return identity
    },
  }
}

export type Identities = ReturnType<typeof createIdentities>

import type { IdentityPort, Principal } from '@portico/core/server'
import { anonymous, type Identity } from './policy/identity.ts'

/** How long a user's groups are believed. */
const believedMs = 10_000
const kept = 10_000

/** Who callers are, as policies see them. The same value comes back for a while, so that answers may be kept with it. */
export function createIdentities(port: IdentityPort, now: () => number = () => performance.now()) {
  const known = new Map<string, { readonly until: number; readonly identity: Promise<Identity> }>()

  async function look(userEntityRef: string): Promise<Identity> {
    const info = await port.userInfo(userEntityRef)
    const own = userEntityRef.toLowerCase()
    const refs = info?.ownershipEntityRefs.map(ref => ref.toLowerCase()) ?? []
    // Who has a token but has left no trace, as after a lost database, is at least that user.
    return { userEntityRef: own, ownershipEntityRefs: info ? refs : [own] }
  }

  return {
    /** Rejects when what a user owns cannot be found out. */
    of(caller: Principal): Promise<Identity> {
      if (caller.type !== 'user') return Promise.resolve(anonymous)
      const { userEntityRef } = caller
      const before = known.get(userEntityRef)
      if (before && before.until > now()) return before.identity
      const identity = look(userEntityRef)
      known.delete(userEntityRef)
      known.set(userEntityRef, { until: now() + believedMs, identity })
      const [oldest] = known.keys()
      if (known.size > kept && oldest !== undefined) known.delete(oldest)
      identity.catch(() => known.get(userEntityRef)?.identity === identity && known.delete(userEntityRef))
      return identity
    },
  }
}

export type Identities = ReturnType<typeof createIdentities>

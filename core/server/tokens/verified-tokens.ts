import { LRUCache } from 'lru-cache'
import type { ServicePrincipal, UserPrincipal } from '../host/principal.ts'

/** What is known of a token whose signature and claims were found good. */
export interface VerifiedToken {
  readonly kind: 'user' | 'limited-user' | 'plugin' | 'external' | 'access'
  readonly principal: UserPrincipal | ServicePrincipal
  /** The plugin it was made for. */
  readonly audience?: string
  /** When a user's session, or the latest renewal of it, began: milliseconds since 1970. */
  readonly issuedAt?: number
  /** Milliseconds since 1970; absent for a token that does not expire. */
  readonly expiresAt?: number
}

interface Held {
  readonly verified: VerifiedToken
  readonly until: number
}

interface VerifiedTokensOptions {
  readonly now: () => number
  /** Longest time a token is believed without looking at its signature again. */
  readonly holdMs?: number
  readonly maxEntries?: number
  /** All tokens held together are not longer than this. */
  readonly maxCharacters?: number
}

/** Remembers tokens verified a short while ago, by a hash; the least recently used are forgotten first. */
export function createVerifiedTokens({ now, holdMs = 300_000, maxEntries = 10_000, maxCharacters = 16_000_000 }: VerifiedTokensOptions) {
  const held = new LRUCache<string, Held>({ max: maxEntries, maxSize: maxCharacters })

  return {
    get(hash: string): VerifiedToken | undefined {
      const entry = held.get(hash)
      // By our own clock, to the millisecond: a token must not be believed once it has expired.
      if (!entry || entry.until > now()) return entry?.verified
      held.delete(hash)
      return undefined
    },

    add(hash: string, verified: VerifiedToken, size: number): void {
      held.set(hash, { verified, until: Math.min(now() + holdMs, verified.expiresAt ?? Infinity) }, { size })
    },

    get size(): number {
      return held.size
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { ServicePrincipal, UserPrincipal } from '../host/principal.ts'

/** What is known of a token whose signature and claims are valid. */
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
  /** How long a token is accepted without verifying its signature again. */
  readonly holdMs?: number
  readonly maxEntries?: number
  /** The maximum total length of the cached tokens. */
  readonly maxCharacters?: number
}

/** Caches verified tokens for a short time, by a hash; the least recently used are evicted first. */
export function createVerifiedTokens({ now, holdMs = 300_000, maxEntries = 10_000, maxCharacters = 16_000_000 }: VerifiedTokensOptions) {
  const held = new LRUCache<string, Held>({ max: maxEntries, maxSize: maxCharacters })

  return {
    get(hash: string): VerifiedToken | undefined {
      const entry = held.get(hash)
      // By our own clock, to the millisecond: a token must not be accepted once it has expired.
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

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
  readonly size: number
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
  const held = new Map<string, Held>()
  let characters = 0

  function forget(hash: string, entry: Held): void {
    held.delete(hash)
    characters -= entry.size
  }

  return {
    get(hash: string): VerifiedToken | undefined {
      const entry = held.get(hash)
      if (!entry) return undefined
      if (entry.until <= now()) {
        forget(hash, entry)
        return undefined
      }
      held.delete(hash)
      held.set(hash, entry)
      return entry.verified
    },

    add(hash: string, verified: VerifiedToken, size: number): void {
      const present = held.get(hash)
      if (present) forget(hash, present)
      held.set(hash, { verified, until: Math.min(now() + holdMs, verified.expiresAt ?? Infinity), size })
      characters += size
      for (const [oldest, entry] of held) {
        if (held.size <= maxEntries && characters <= maxCharacters) break
        forget(oldest, entry)
      }
    },

    get size(): number {
      return held.size
    },
  }
}

import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { Logger, UserPrincipal } from '@portico/core/server'
import { accessTokenPrefix } from '@portico/user-settings/common'
import { accessTokenRefused } from '../errors.ts'
import type { AccessTokenStore, LiveAccessToken } from './access-token-store.ts'

interface Held {
  readonly until: number
  readonly token: Promise<LiveAccessToken | undefined>
  id?: string
}

/** How long a token is cached. A revocation is notified at once; this is for a server that misses the notification. */
const heldMs = 10_000
const maxTokens = 10_000
const usedEveryMs = 60_000

/** Recognises access tokens by their digest. */
export function createLiveTokens({
  store,
  log,
  now = Date.now,
}: {
  readonly store: AccessTokenStore
  readonly log: Logger
  readonly now?: () => number
}) {
  const held = new LRUCache<string, Held>({ max: maxTokens })
  const used = new LRUCache<string, number>({ max: maxTokens })

  function look(digest: Buffer, key: string): Promise<LiveAccessToken | undefined> {
    const before = held.get(key)
    if (before && before.until > now()) return before.token
    const entry: Held = { until: now() + heldMs, token: store.findLive(digest, new Date(now())) }
    held.set(key, entry)
    entry.token.then(
      token => token && (entry.id = token.id),
      () => held.get(key) === entry && held.delete(key),
    )
    return entry.token
  }

  /** The time of the last use is stored at most once a minute, in the background. */
  function markUsed(id: string): void {
    if (now() - (used.get(id) ?? -Infinity) < usedEveryMs) return
    used.set(id, now())
    store.markUsed(id, new Date(now())).catch((error: unknown) => log.warn({ error }, 'the use of an access token could not be stored'))
  }

  return {
    async verify(token: string): Promise<UserPrincipal | undefined> {
      if (!token.startsWith(accessTokenPrefix)) return undefined
      const digest = digestOf(token)
      const found = await look(digest, digest.toString('base64'))
      if (!found || found.expiresAt.getTime() <= now()) throw accessTokenRefused()
      markUsed(found.id)
      const { id, user, readOnly, plugins, expiresAt } = found
      return { type: 'user', userEntityRef: user, expiresAt, accessToken: { id, readOnly, ...(plugins && { plugins }) } }
    },
    /** Evicts revoked tokens. */
    evict(ids: readonly string[]): void {
      for (const [key, { id }] of [...held.entries()]) if (id === undefined || ids.includes(id)) held.delete(key)
      for (const id of ids) used.delete(id)
    },
  }
}

/** A token has 256 random bits, so a fast digest is as safe as a slow one. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

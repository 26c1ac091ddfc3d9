import { LRUCache } from 'lru-cache'
import { hash, randomBytes } from 'node:crypto'
import type { Logger, UserPrincipal } from '@portico/core/server'
import { agentTokenRefused } from '../errors.ts'
import type { GrantStore } from './grant-store.ts'
import type { LiveToken, TokenStore } from './token-store.ts'

interface Held {
  readonly until: number
  readonly token: Promise<LiveToken | undefined>
  grantId?: string
}

export const agentTokenPrefix = 'portico_agent_'
export const refreshTokenPrefix = 'portico_refresh_'
/** The plugin that the tokens of agents reach. What is behind it is said by their scopes. */
export const agentAudience = 'mcp-actions'

/** How long a token is cached. A revocation is notified at once; this is for a server that misses the notification. */
const heldMs = 10_000
const maxTokens = 10_000
const usedEveryMs = 60_000

/** Recognises the access tokens of agents by their digest. */
export function createLiveTokens({
  tokens,
  grants,
  log,
  now = Date.now,
}: {
  readonly tokens: Pick<TokenStore, 'findLive'>
  readonly grants: Pick<GrantStore, 'markUsed'>
  readonly log: Logger
  readonly now?: () => number
}) {
  const held = new LRUCache<string, Held>({ max: maxTokens })
  const used = new LRUCache<string, number>({ max: maxTokens })

  function look(digest: Buffer): Promise<LiveToken | undefined> {
    const key = digest.toString('base64')
    const before = held.get(key)
    if (before && before.until > now()) return before.token
    const entry: Held = { until: now() + heldMs, token: tokens.findLive(digest, new Date(now())) }
    held.set(key, entry)
    entry.token.then(
      token => token && (entry.grantId = token.grantId),
      () => held.get(key) === entry && held.delete(key),
    )
    return entry.token
  }

  function markUsed(id: string): void {
    if (now() - (used.get(id) ?? -Infinity) < usedEveryMs) return
    used.set(id, now())
    grants.markUsed(id, new Date(now())).catch((error: unknown) => log.warn({ error }, 'the use of an agent could not be stored'))
  }

  return {
    async verify(token: string): Promise<UserPrincipal | undefined> {
      if (!token.startsWith(agentTokenPrefix)) return undefined
      const found = await look(digestOf(token))
      if (!found || found.expiresAt.getTime() <= now()) throw agentTokenRefused()
      const { grantId, user, clientId, clientName, scopes, expiresAt } = found
      markUsed(grantId)
      return {
        type: 'user',
        userEntityRef: user,
        expiresAt,
        accessToken: { id: grantId, readOnly: false, plugins: [agentAudience] },
        agent: { client: clientId, name: clientName, grant: grantId, scopes },
      }
    },
    /** Forgets what belongs to grants that were revoked or have changed. */
    evict(grantIds: readonly string[]): void {
      for (const [key, { grantId }] of [...held.entries()]) if (grantId === undefined || grantIds.includes(grantId)) held.delete(key)
    },
  }
}

/** A token has 256 random bits, so a fast digest is as safe as a slow one. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function newSecret(prefix = ''): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`
}

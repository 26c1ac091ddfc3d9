import { defineEvent } from '@portico/core/common'
import type { Events, UserAccessPort } from '@portico/core/server'
import { z } from 'zod'
import type { AccessTokenStore } from './access-tokens/access-token-store.ts'
import { sessionsEnded } from './sessions/sign-outs.ts'
import type { SignOutStore } from './sessions/sign-out-store.ts'

export const accessTokensRevoked = defineEvent('user-settings.access-tokens-revoked', z.object({ ids: z.array(z.string()).readonly() }))

interface UserAccessDependencies {
  readonly tokens: Pick<AccessTokenStore, 'list' | 'remove'>
  readonly signOuts: Pick<SignOutStore, 'put' | 'find'>
  readonly events: Pick<Events, 'publish'>
  /** Evicts revoked tokens of this server at once; the others are notified. */
  readonly onRevoked?: (ids: readonly string[]) => void
  /** Applies ended sessions to this server at once. */
  readonly onEnded?: (user: string, endedAt: number) => void
}

/** Lists and ends what a user has: access tokens and sessions. Needs only the database, so that commands can use it too. */
export function createUserAccess({ tokens, signOuts, events, onRevoked, onEnded }: UserAccessDependencies): UserAccessPort {
  return {
    async listAccessTokens(user) {
      const items = await tokens.list(user)
      return items.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => ({ id, name, createdAt, expiresAt, lastUsedAt }))
    },

    async revokeAccessTokens(user, ids) {
      const removed = await tokens.remove(user, ids, async (transaction, gone) => {
        if (gone.length > 0) await events.publish(accessTokensRevoked, { ids: gone }, { within: transaction })
      })
      onRevoked?.(removed)
      return removed
    },

    async endSessions(user) {
      // A token may have been issued in this very millisecond: it ends too, and the next one is issued as of the one after.
      const stored = await signOuts.put(user, new Date(Date.now() + 1), (transaction, endedAt) =>
        events.publish(sessionsEnded, { user, endedAt: endedAt.getTime() }, { within: transaction }),
      )
      onEnded?.(user, stored.getTime())
    },

    sessionsEndedAt: async user => (await signOuts.find(user))?.getTime(),
  }
}

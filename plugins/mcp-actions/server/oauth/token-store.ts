import type { Kysely } from 'kysely'
import type { McpActionsTables } from '../migrations/tables.ts'
import type { Grant } from './grant-store.ts'

/** An access token that is valid now, with what it stands for. */
export interface LiveToken extends Pick<Grant, 'user' | 'clientId' | 'clientName' | 'scopes'> {
  readonly grantId: string
  readonly expiresAt: Date
}

interface NewToken {
  readonly digest: Buffer
  readonly grantId: string
  readonly isRefresh: boolean
  readonly expiresAt: Date
}

/** The tokens of agents, without the tokens themselves. */
export function createTokenStore(db: Kysely<McpActionsTables>) {
  return {
    async add(tokens: readonly NewToken[]): Promise<void> {
      await db
        .insertInto('token')
        .values(
          tokens.map(({ digest, grantId, isRefresh, expiresAt }) => ({
            digest,
            grant_id: grantId,
            is_refresh: isRefresh,
            expires_at: expiresAt,
          })),
        )
        .execute()
    },

    async findLive(digest: Buffer, now: Date): Promise<LiveToken | undefined> {
      const row = await db
        .selectFrom('token')
        .innerJoin('agent_grant', 'agent_grant.id', 'token.grant_id')
        .select(['token.grant_id', 'token.expires_at', 'user_ref', 'client_id', 'client_name', 'scopes'])
        .where('digest', '=', digest)
        .where('is_refresh', '=', false)
        .where('token.expires_at', '>', now)
        .where('agent_grant.expires_at', '>', now)
        .executeTakeFirst()
      return (
        row && {
          grantId: row.grant_id,
          user: row.user_ref,
          clientId: row.client_id,
          clientName: row.client_name,
          scopes: row.scopes,
          expiresAt: row.expires_at,
        }
      )
    },

    /** Uses a refresh token up. `isFirst` is false for one that was used before. */
    async useRefresh(
      digest: Buffer,
      now: Date,
    ): Promise<{ readonly grantId: string; readonly expiresAt: Date; readonly isFirst: boolean } | undefined> {
      const used = await db
        .updateTable('token')
        .set({ used_at: now })
        .where('digest', '=', digest)
        .where('is_refresh', '=', true)
        .where('used_at', 'is', null)
        .returning(['grant_id', 'expires_at'])
        .executeTakeFirst()
      if (used) return { grantId: used.grant_id, expiresAt: used.expires_at, isFirst: true }
      const before = await db
        .selectFrom('token')
        .select(['grant_id', 'expires_at'])
        .where('digest', '=', digest)
        .where('is_refresh', '=', true)
        .executeTakeFirst()
      return before && { grantId: before.grant_id, expiresAt: before.expires_at, isFirst: false }
    },

    async grantOf(digest: Buffer): Promise<string | undefined> {
      return (await db.selectFrom('token').select('grant_id').where('digest', '=', digest).executeTakeFirst())?.grant_id
    },

    async prune(before: Date): Promise<void> {
      await db.deleteFrom('token').where('expires_at', '<', before).execute()
    },
  }
}

export type TokenStore = ReturnType<typeof createTokenStore>

import type { AccessToken, AccessTokenScope } from '@portico/user-settings/common'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { UserSettingsTables } from '../migrations/tables.ts'

/** A valid token, as authentication needs it. */
export interface LiveAccessToken {
  readonly id: string
  readonly user: string
  readonly readOnly: boolean
  readonly plugins: readonly string[] | undefined
  readonly expiresAt: Date
}

interface NewRow {
  readonly user: string
  readonly name: string
  readonly digest: Buffer
  readonly hint: string
  readonly scope: AccessTokenScope
  readonly expiresAt: Date
}

/** The personal access tokens of users, without the tokens themselves. */
export function createAccessTokenStore(db: Kysely<UserSettingsTables>) {
  return {
    async list(user: string): Promise<AccessToken[]> {
      const rows = await db.selectFrom('access_token').selectAll().where('user_ref', '=', user).orderBy('created_at', 'desc').execute()
      return rows.map(toAccessToken)
    },

    /** Undefined when the user has as many as allowed. */
    async add({ user, name, digest, hint, scope, expiresAt }: NewRow, max: number): Promise<AccessToken | undefined> {
      const { rows } = await sql<Selectable<UserSettingsTables['access_token']>>`
        insert into access_token (user_ref, name, digest, hint, read_only, plugins, expires_at)
        select ${user}, ${name}, ${digest}, ${hint}, ${scope.access === 'read'}, ${scope.plugins ?? null}::text[], ${expiresAt}
        where (select count(*) from access_token where user_ref = ${user}) < ${max}
        returning *`.execute(db)
      return rows[0] && toAccessToken(rows[0])
    },

    async findLive(digest: Buffer, now: Date): Promise<LiveAccessToken | undefined> {
      const row = await db
        .selectFrom('access_token')
        .select(['id', 'user_ref', 'read_only', 'plugins', 'expires_at'])
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return (
        row && { id: row.id, user: row.user_ref, readOnly: row.read_only, plugins: row.plugins ?? undefined, expiresAt: row.expires_at }
      )
    },

    /** The ids of the tokens that were revoked. `alongside` commits with it. */
    async remove(user: string, ids: readonly string[] | 'all', alongside: Alongside): Promise<string[]> {
      return db.transaction().execute(async transaction => {
        const own = transaction.deleteFrom('access_token').where('user_ref', '=', user)
        const rows = await (ids === 'all' ? own : own.where(sql`id::text`, 'in', ids)).returning('id').execute()
        const removed = rows.map(({ id }) => id)
        await alongside(transaction, removed)
        return removed
      })
    },

    async markUsed(id: string, at: Date): Promise<void> {
      await db.updateTable('access_token').set({ last_used_at: at }).where('id', '=', id).execute()
    },

    async deleteExpired(before: Date): Promise<void> {
      await db.deleteFrom('access_token').where('expires_at', '<', before).execute()
    },
  }
}

type Alongside = (transaction: Transaction<UserSettingsTables>, removed: readonly string[]) => Promise<void>
export type AccessTokenStore = ReturnType<typeof createAccessTokenStore>

function toAccessToken(row: Selectable<UserSettingsTables['access_token']>): AccessToken {
  return {
    id: row.id,
    name: row.name,
    scope: { access: row.read_only ? 'read' : 'full', ...(row.plugins && { plugins: row.plugins }) },
    hint: row.hint,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
  }
}

import type { UserSession } from '@portico/auth/common'
import type { Kysely, Selectable } from 'kysely'
import type { AuthTables } from '../migrations/tables.ts'

/** A session that was started or renewed. */
export interface SessionRecord {
  readonly userEntityRef: string
  readonly provider: string
  /** Distinguishes it from the user's other sessions at the provider. */
  readonly key: string
  readonly expiresAt: Date
  readonly address: string
  readonly userAgent: string
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** The list of sessions, for administrators. No session depends on it. */
export function createSessionStore(db: Kysely<AuthTables>) {
  return {
    async record({ userEntityRef, provider, key, expiresAt, address, userAgent }: SessionRecord, maxSessions: number): Promise<void> {
      const now = new Date()
      const metadata = { renewed_at: now, expires_at: expiresAt, address, user_agent: userAgent }
      const recorded = db
        .insertInto('session')
        .values({ user_ref: userEntityRef, provider, key, began_at: now, ...metadata })
        .onConflict(conflict => conflict.constraint('session_key').doUpdateSet(metadata))
        .execute()
      // At the same time, since a page waits for both: until the next record there may be one more.
      const older = db
        .selectFrom('session')
        .select('id')
        .where('user_ref', '=', userEntityRef)
        .orderBy('renewed_at', 'desc')
        .offset(maxSessions)
      const removed = db.deleteFrom('session').where('id', 'in', older).execute()
      await Promise.all([recorded, removed])
    },

    /** Those renewed after a moment, the latest first. */
    async list(userEntityRef: string, since: Date): Promise<UserSession[]> {
      const rows = await db
        .selectFrom('session')
        .selectAll()
        .where('user_ref', '=', userEntityRef)
        .where('renewed_at', '>=', since)
        .orderBy('renewed_at', 'desc')
        .execute()
      return rows.map(toSession)
    },

    async removeAll(userEntityRef: string): Promise<void> {
      await db.deleteFrom('session').where('user_ref', '=', userEntityRef).execute()
    },

    async deleteExpired(before: Date): Promise<void> {
      await db.deleteFrom('session').where('expires_at', '<', before).execute()
    },
  }
}

function toSession(row: Selectable<AuthTables['session']>): UserSession {
  return {
    id: row.id,
    provider: row.provider,
    beganAt: row.began_at.toISOString(),
    renewedAt: row.renewed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
  }
}

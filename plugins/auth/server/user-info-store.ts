import type { Kysely } from 'kysely'
import type { AuthTables } from './migrations/tables.ts'

/** The origin of a user at the last sign-in: the catalog, a provider alone, or guest sign-in. */
export type UserOrigin = 'catalog' | 'provider' | 'guest'

/** A user as of the last sign-in. */
export interface StoredUser {
  readonly userEntityRef: string
  readonly ownershipEntityRefs: readonly string[]
  /** What the sign-in added to the token. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Absent for users who have not signed in since this column exists. */
  readonly origin?: UserOrigin
}

export type UserInfoStore = ReturnType<typeof createUserInfoStore>

/** Users who have signed in, by their entity ref. */
export function createUserInfoStore(db: Kysely<AuthTables>) {
  return {
    async save(user: StoredUser): Promise<void> {
      const claims = JSON.stringify(user.claims)
      const metadata = { ent: [...user.ownershipEntityRefs], claims, origin: user.origin ?? null, updated_at: new Date() }
      await db
        .insertInto('user_info')
        .values({ sub: user.userEntityRef, ...metadata })
        .onConflict(conflict => conflict.column('sub').doUpdateSet(metadata))
        .execute()
    },

    async find(userEntityRef: string): Promise<StoredUser | undefined> {
      const row = await db
        .selectFrom('user_info')
        .select(['sub', 'ent', 'claims', 'origin'])
        .where('sub', '=', userEntityRef)
        .executeTakeFirst()
      return (
        row && {
          userEntityRef: row.sub,
          ownershipEntityRefs: row.ent,
          claims: row.claims as StoredUser['claims'],
          ...(row.origin !== null && { origin: row.origin as UserOrigin }),
        }
      )
    },
  }
}

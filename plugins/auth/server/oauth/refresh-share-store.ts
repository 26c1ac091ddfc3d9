import type { Kysely } from 'kysely'
import type { AuthTables } from '../migrations/tables.ts'

/** The state of a refresh: claimed by this replica, in progress at another one, or done, with its result. */
export type Claim = { readonly by: 'us' } | { readonly by: 'others'; readonly sealed: Buffer | undefined }

export type RefreshShareStore = ReturnType<typeof createRefreshShareStore>

/** Refreshes that all replicas share. */
export function createRefreshShareStore(db: Kysely<AuthTables>, now: () => number = Date.now) {
  const after = (ms: number) => new Date(now() + ms)

  return {
    /** Claims the use of a token, unless another replica has it. The claim of a replica that died expires. */
    async claim(digest: string, leaseMs: number): Promise<Claim> {
      const taken = await db
        .insertInto('refresh_share')
        .values({ token_digest: digest, sealed: null, valid_until: after(leaseMs) })
        .onConflict(conflict =>
          conflict
            .column('token_digest')
            .doUpdateSet({ sealed: null, valid_until: after(leaseMs) })
            .where('refresh_share.valid_until', '<=', after(0)),
        )
        .returning('token_digest')
        .executeTakeFirst()
      if (taken) return { by: 'us' }
      const held = await db.selectFrom('refresh_share').select('sealed').where('token_digest', '=', digest).executeTakeFirst()
      return { by: 'others', sealed: held?.sealed ?? undefined }
    },

    /** Stores the result for those who wait for it. Expired results are removed. */
    async share(digest: string, sealed: Buffer, shareMs: number): Promise<void> {
      const given = { sealed, valid_until: after(shareMs) }
      await db.updateTable('refresh_share').set(given).where('token_digest', '=', digest).execute()
      await db.deleteFrom('refresh_share').where('valid_until', '<', after(-60_000)).execute()
    },

    /** Releases the claim after a failure. */
    async release(digest: string): Promise<void> {
      await db.deleteFrom('refresh_share').where('token_digest', '=', digest).execute()
    },
  }
}

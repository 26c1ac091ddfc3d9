import type { Kysely } from 'kysely'

interface RefreshShareTables {
  refresh_share: { token_digest: string; sealed: Buffer | null; valid_until: Date }
}

/** Who uses a refresh token: this replica, another one that is still at it, or one that is done, with what it got. */
export type Claim = { readonly by: 'us' } | { readonly by: 'others'; readonly sealed: Buffer | undefined }

export type RefreshShareStore = ReturnType<typeof createRefreshShareStore>

/** Uses of refresh tokens that all replicas know of. */
export function createRefreshShareStore(db: Kysely<RefreshShareTables>, now: () => number = Date.now) {
  const after = (ms: number) => new Date(now() + ms)

  return {
    /** Takes the use of a token, unless somebody has it. A replica that died with it loses it after a while. */
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

    /** Leaves what a use gave to those who wait for it. What nobody waits for any more is removed. */
    async share(digest: string, sealed: Buffer, shareMs: number): Promise<void> {
      const given = { sealed, valid_until: after(shareMs) }
      await db.updateTable('refresh_share').set(given).where('token_digest', '=', digest).execute()
      await db.deleteFrom('refresh_share').where('valid_until', '<', after(-60_000)).execute()
    },

    /** Gives the use back: it came to nothing. */
    async release(digest: string): Promise<void> {
      await db.deleteFrom('refresh_share').where('token_digest', '=', digest).execute()
    },
  }
}

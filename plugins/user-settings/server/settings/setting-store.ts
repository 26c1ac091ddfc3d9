import type { SettingId } from '@portico/user-settings/common'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { UserSettingsTables } from '../migrations/tables.ts'

/** The values of users, each as JSON text. */
export function createSettingStore(db: Kysely<UserSettingsTables>) {
  return {
    async find(user: string, { bucket, key }: SettingId): Promise<string | undefined> {
      const row = await db
        .selectFrom('setting')
        .select('value')
        .where('user_ref', '=', user)
        .where('bucket', '=', bucket)
        .where('key', '=', key)
        .executeTakeFirst()
      return row?.value
    },

    /** All of one owner. */
    list: (user: string): Promise<{ bucket: string; key: string; value: string }[]> =>
      db.selectFrom('setting').select(['bucket', 'key', 'value']).where('user_ref', '=', user).orderBy('bucket').orderBy('key').execute(),

    /** In the order of the keys; undefined where there is no value. */
    async findMany(user: string, ids: readonly SettingId[]): Promise<(string | undefined)[]> {
      if (ids.length === 0) return []
      const buckets = ids.map(id => id.bucket)
      const keys = ids.map(id => id.key)
      const { rows } = await sql<{ at: string; value: string }>`
        select wanted.at, setting.value
        from unnest(${buckets}::text[], ${keys}::text[]) with ordinality as wanted (bucket, key, at)
        join setting on setting.user_ref = ${user} and setting.bucket = wanted.bucket and setting.key = wanted.key`.execute(db)
      const found = new Map(rows.map(row => [Number(row.at) - 1, row.value]))
      return ids.map((_, index) => found.get(index))
    },

    /** False when it would be one value too many. `alongside` commits with it. */
    async put(
      user: string,
      { bucket, key }: SettingId,
      value: string,
      options: { readonly max: number; readonly alongside: (transaction: Transaction<UserSettingsTables>) => Promise<void> },
    ): Promise<boolean> {
      return db.transaction().execute(async transaction => {
        const { numAffectedRows } = await sql`
          insert into setting (user_ref, bucket, key, value)
          select ${user}, ${bucket}, ${key}, ${value}
          where exists (select from setting where user_ref = ${user} and bucket = ${bucket} and key = ${key})
            or (select count(*) from setting where user_ref = ${user}) < ${options.max}
          on conflict (user_ref, bucket, key) do update set value = excluded.value, changed_at = now()`.execute(transaction)
        if (numAffectedRows !== 1n) return false
        await options.alongside(transaction)
        return true
      })
    },

    /** Runs `alongside` in the same transaction when there was something to remove. */
    async remove(
      user: string,
      { bucket, key }: SettingId,
      alongside: (transaction: Transaction<UserSettingsTables>) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async transaction => {
        const { numDeletedRows } = await transaction
          .deleteFrom('setting')
          .where('user_ref', '=', user)
          .where('bucket', '=', bucket)
          .where('key', '=', key)
          .executeTakeFirst()
        if (numDeletedRows > 0n) await alongside(transaction)
      })
    },
  }
}

export type SettingStore = ReturnType<typeof createSettingStore>

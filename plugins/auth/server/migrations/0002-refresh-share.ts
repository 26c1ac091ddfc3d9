import type { Kysely } from 'kysely'

/** Results of recent refreshes, for a short time in which another replica may use the same refresh token. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('refresh_share')
    .addColumn('token_digest', 'text', column => column.primaryKey())
    .addColumn('sealed', 'bytea')
    .addColumn('valid_until', 'timestamptz', column => column.notNull())
    .execute()
}

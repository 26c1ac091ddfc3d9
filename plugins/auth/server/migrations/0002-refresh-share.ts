import type { Kysely } from 'kysely'

/** What a use of a refresh token gave, for the moment in which a second use of it may be under way at another replica. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('refresh_share')
    .addColumn('token_digest', 'text', column => column.primaryKey())
    .addColumn('sealed', 'bytea')
    .addColumn('valid_until', 'timestamptz', column => column.notNull())
    .execute()
}

import { sql, type Kysely } from 'kysely'

/** The origin of each user, the blocked users, and the sessions. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('user_info')
    .addColumn('origin', 'text', column => column.check(sql`origin in ('catalog', 'provider', 'guest')`))
    .execute()
  await db.schema
    .createTable('blocked_user')
    // In lower case.
    .addColumn('user_ref', 'text', column => column.primaryKey())
    .addColumn('blocked_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addColumn('blocked_by', 'text', column => column.notNull())
    .addColumn('reason', 'text')
    .execute()
  await db.schema
    .createTable('session')
    .addColumn('id', 'uuid', column => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_ref', 'text', column => column.notNull())
    .addColumn('provider', 'text', column => column.notNull())
    // Distinguishes the sessions of a user at a provider.
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('began_at', 'timestamptz', column => column.notNull())
    .addColumn('renewed_at', 'timestamptz', column => column.notNull())
    .addColumn('expires_at', 'timestamptz', column => column.notNull())
    .addColumn('address', 'text', column => column.notNull())
    .addColumn('user_agent', 'text', column => column.notNull())
    .addUniqueConstraint('session_key', ['user_ref', 'provider', 'key'])
    .execute()
  await db.schema.createIndex('session_expires_at').on('session').column('expires_at').execute()
}

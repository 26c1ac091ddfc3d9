import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('user_ref', 'text', column => column.notNull())
    .addColumn('bucket', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    // Text, not jsonb: the value is returned exactly as it was stored.
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('changed_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('setting_pk', ['user_ref', 'bucket', 'key'])
    .execute()
  await db.schema
    .createTable('access_token')
    .addColumn('id', 'uuid', column => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('user_ref', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('digest', 'bytea', column => column.notNull().unique())
    .addColumn('hint', 'text', column => column.notNull())
    .addColumn('read_only', 'boolean', column => column.notNull())
    .addColumn('plugins', sql`text[]`)
    .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', column => column.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('access_token_user').on('access_token').column('user_ref').execute()
  await db.schema
    .createTable('sign_out')
    .addColumn('user_ref', 'text', column => column.primaryKey())
    .addColumn('ended_at', 'timestamptz', column => column.notNull())
    .execute()
}

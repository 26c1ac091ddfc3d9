import type { Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('scim_resource')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('type', 'text', column => column.notNull())
    // The user name, or the name of the group, in lower case.
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('data', 'jsonb', column => column.notNull())
    .addColumn('created_at', 'timestamptz', column => column.notNull())
    .addColumn('changed_at', 'timestamptz', column => column.notNull())
    .addUniqueConstraint('scim_resource_key', ['type', 'key'])
    .execute()
}

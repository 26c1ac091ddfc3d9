import type { Kysely } from 'kysely'

/** The logins of plugins from outside that run in a process of their own. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('plugin_role')
    .addColumn('plugin', 'text', column => column.primaryKey())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('password', 'text', column => column.notNull())
    .execute()
}

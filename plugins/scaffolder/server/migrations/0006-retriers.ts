import { sql, type Kysely } from 'kysely'

/** Who ran a task again: they approve nothing of it. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table task add column retried_by text[] not null default '{}'`.execute(db)
}

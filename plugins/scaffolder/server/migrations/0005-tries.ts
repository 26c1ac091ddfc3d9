import { sql, type Kysely } from 'kysely'

/** Which servers have taken up a task and not let go of it, and which step is under way. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table task add column tried_by uuid[] not null default '{}', add column step_id text`.execute(db)
}

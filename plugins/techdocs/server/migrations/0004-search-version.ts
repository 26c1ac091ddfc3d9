import { sql, type Kysely } from 'kysely'

/** Search reads only what has changed. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table search_document add column version text`.execute(db)
  await sql`update search_document set version = md5(documents::text)`.execute(db)
  await sql`alter table search_document alter column version set not null`.execute(db)
}

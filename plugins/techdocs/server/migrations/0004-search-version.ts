import { sql, type Kysely } from 'kysely'

/** Search reads only what has changed. And what it reads is as it was written: `jsonb` has the fields in another order. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table search_document add column version text, alter column documents type json`.execute(db)
  await sql`update search_document set version = md5(documents::text)`.execute(db)
  await sql`alter table search_document alter column version set not null`.execute(db)
}

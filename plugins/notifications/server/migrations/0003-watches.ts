import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table watch (
      entity_ref text not null,
      user_ref text not null,
      events text[] not null,
      -- What the user was told last: an entity with the same errors as before is no news.
      errors text not null default '',
      primary key (entity_ref, user_ref)
    )`.execute(db)
  await sql`create index watch_user on watch (user_ref)`.execute(db)
}

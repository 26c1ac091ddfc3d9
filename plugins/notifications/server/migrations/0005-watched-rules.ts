import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  // Which rules the user knows to be broken: the same ones again are no news. Null: nobody has looked yet, and then nothing is told.
  await sql`alter table watch add column problems jsonb`.execute(db)
  await sql`alter table watch drop column errors`.execute(db)
}

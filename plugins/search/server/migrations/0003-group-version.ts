import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  // In which version the documents of a group were read last, so that a run need not read them again.
  await sql`
    create table group_version (
      type text not null,
      group_key text not null,
      version text not null,
      primary key (type, group_key)
    )`.execute(db)
}

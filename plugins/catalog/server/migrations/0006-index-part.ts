import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  // The file of the saved index, in parts of some hundred kilobytes. Lost with a crash of the database, as it may be: it is made again.
  await sql`
    create unlogged table index_part (
      -- How the index was made: releases of the portal that make it in different ways do not read each other's.
      version text not null,
      part int not null,
      bytes bytea not null,
      -- That of the catalog in it.
      revision bigint not null,
      saved_at timestamptz not null default now(),
      primary key (version, part)
    )`.execute(db)
  // Compressed it would be a little smaller, and take many times as long to write.
  await sql`alter table index_part alter column bytes set storage external`.execute(db)
}

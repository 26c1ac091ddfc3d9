import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  // Replicas read changes in this order, a piece at a time.
  await sql`create index document_change on document (revision, id)`.execute(db)
  await sql`drop index document_revision`.execute(db)
}

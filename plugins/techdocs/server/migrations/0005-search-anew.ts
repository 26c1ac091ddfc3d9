import type { Kysely } from 'kysely'

/** What search finds of docs is made again: pages are found once, and without the sources of diagrams. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.deleteFrom('search_document').execute()
}

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index task_effect_by_address on task_effect (address) where address is not null`.execute(db)
}

import { sql, type Kysely } from 'kysely'
import type { McpActionsTables } from '../migrations/tables.ts'

/** A program that wants to act for users. */
export interface Client {
  readonly id: string
  readonly name: string
  readonly uri?: string | undefined
  readonly redirectUris: readonly string[]
}

/** Clients that have registered themselves. */
export function createClientStore(db: Kysely<McpActionsTables>) {
  return {
    async find(id: string): Promise<Client | undefined> {
      const row = await db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { id: row.id, name: row.name, uri: row.uri ?? undefined, redirectUris: row.redirect_uris }
    },

    /** False when there are as many that nobody has let in as may be. */
    async add({ id, name, uri, redirectUris }: Client, maxUnused: number): Promise<boolean> {
      const { numAffectedRows = 0n } = await sql`
        insert into client (id, name, uri, redirect_uris)
        select ${id}, ${name}, ${uri ?? null}, ${[...redirectUris]}::text[]
        where (select count(*) from client where not is_used) < ${maxUnused}`.execute(db)
      return numAffectedRows > 0n
    },

    async markUsed(id: string): Promise<void> {
      await db.updateTable('client').set({ is_used: true }).where('id', '=', id).execute()
    },

    /** Those that nobody let in, and those that no grant is for any more. */
    async prune(before: Date): Promise<void> {
      await db
        .deleteFrom('client')
        .where('created_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('agent_grant').select('agent_grant.id').whereRef('agent_grant.client_id', '=', 'client.id'))),
        )
        .execute()
    },
  }
}

export type ClientStore = ReturnType<typeof createClientStore>

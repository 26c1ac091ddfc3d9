import type { ConnectedAgent } from '@portico/mcp-actions/common'
import { sql, type Kysely } from 'kysely'
import type { McpActionsTables } from '../migrations/tables.ts'

/** What a user has allowed a client. */
export interface Grant {
  readonly id: string
  readonly user: string
  readonly clientId: string
  readonly clientName: string
  readonly scopes: readonly string[]
  readonly allowedActions: readonly string[]
  readonly expiresAt: Date
}

export interface Usage {
  readonly calls: number
  readonly bytes: number
  readonly runs: number
}

const perPage = 100

/** What users have allowed which clients, and how much these have used. */
export function createGrantStore(db: Kysely<McpActionsTables>) {
  function selectAgents() {
    return db
      .selectFrom('agent_grant')
      .leftJoin('usage', join => join.onRef('usage.grant_id', '=', 'agent_grant.id').on('usage.day', '=', sql<Date>`current_date`))
      .selectAll('agent_grant')
      .select(['usage.calls', 'usage.bytes', 'usage.runs'])
  }

  type Row = Awaited<ReturnType<ReturnType<typeof selectAgents>['execute']>>[number]

  return {
    /** The scopes are those that the user has now chosen: fewer than before, or more. What waits for nobody is chosen anew once it has ended. */
    async put({ user, clientId, clientName, scopes, expiresAt }: Omit<Grant, 'id' | 'allowedActions'>): Promise<string> {
      const { id } = await db
        .insertInto('agent_grant')
        .values({
          user_ref: user,
          client_id: clientId,
          client_name: clientName,
          scopes: [...scopes],
          allowed_actions: [],
          expires_at: expiresAt,
        })
        .onConflict(conflict =>
          conflict.columns(['user_ref', 'client_id']).doUpdateSet({
            scopes: [...scopes],
            allowed_actions: sql<string[]>`case when agent_grant.expires_at > now() then agent_grant.allowed_actions else '{}' end`,
            client_name: clientName,
            expires_at: expiresAt,
            wants_more_at: null,
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async findFor(user: string, clientId: string): Promise<Pick<Grant, 'scopes'> | undefined> {
      return db
        .selectFrom('agent_grant')
        .select('scopes')
        .where('user_ref', '=', user)
        .where('client_id', '=', clientId)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
    },

    async find(id: string): Promise<Grant | undefined> {
      const row = await db.selectFrom('agent_grant').selectAll().where('id', '=', id).executeTakeFirst()
      return (
        row && {
          id: row.id,
          user: row.user_ref,
          clientId: row.client_id,
          clientName: row.client_name,
          scopes: row.scopes,
          allowedActions: row.allowed_actions,
          expiresAt: row.expires_at,
        }
      )
    },

    async listOf(user: string): Promise<ConnectedAgent[]> {
      return (await selectAgents().where('user_ref', '=', user).orderBy('created_at', 'desc').limit(perPage).execute()).map(toAgent)
    },

    async listAll(after: string | undefined): Promise<{ items: ConnectedAgent[]; next?: string }> {
      let select = selectAgents()
        .orderBy('agent_grant.id')
        .limit(perPage + 1)
      if (after !== undefined) select = select.where(sql`agent_grant.id::text`, '>', after)
      const rows = await select.execute()
      const items = rows.slice(0, perPage).map(toAgent)
      const last = items.at(-1)
      return { items, ...(rows.length > perPage && last && { next: last.id }) }
    },

    /** Its tokens go with it. `user` is undefined for administrators. */
    async remove(id: string, user: string | undefined): Promise<Pick<Grant, 'clientName' | 'user'> | undefined> {
      let removal = db.deleteFrom('agent_grant').where(sql`id::text`, '=', id)
      if (user !== undefined) removal = removal.where('user_ref', '=', user)
      const row = await removal.returning(['client_name', 'user_ref']).executeTakeFirst()
      return row && { clientName: row.client_name, user: row.user_ref }
    },

    async setAllowed(id: string, user: string, actions: readonly string[]): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('agent_grant')
        .set({ allowed_actions: [...actions] })
        .where(sql`id::text`, '=', id)
        .where('user_ref', '=', user)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** It was told that a call needs a scope that it has not. */
    async markWantsMore(id: string, at: Date): Promise<void> {
      await db.updateTable('agent_grant').set({ wants_more_at: at }).where('id', '=', id).execute()
    },

    /** Whether it was told so since a moment. It is asked once. */
    async takeWantsMore(id: string, since: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('agent_grant')
        .set({ wants_more_at: null })
        .where('id', '=', id)
        .where('wants_more_at', '>=', since)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async markUsed(id: string, at: Date): Promise<void> {
      await db.updateTable('agent_grant').set({ last_used_at: at }).where('id', '=', id).execute()
    },

    /** Counts a call before it is made, and says what that comes to today. */
    async count(id: string, { runs }: { readonly runs: number }): Promise<Usage> {
      const { rows } = await sql<{ calls: number; bytes: string; runs: number }>`
        insert into usage (grant_id, day, calls, bytes, runs) values (${id}, current_date, 1, 0, ${runs})
        on conflict (grant_id, day) do update set calls = usage.calls + 1, runs = usage.runs + excluded.runs
        returning calls, bytes, runs`.execute(db)
      const [row] = rows
      return { calls: row?.calls ?? 0, bytes: Number(row?.bytes ?? 0), runs: row?.runs ?? 0 }
    },

    async addBytes(id: string, bytes: number): Promise<void> {
      await db
        .updateTable('usage')
        .set(({ eb }) => ({ bytes: eb('bytes', '+', String(bytes)) }))
        .where('grant_id', '=', id)
        .where('day', '=', sql<Date>`current_date`)
        .execute()
    },

    async prune(before: Date): Promise<void> {
      await db.deleteFrom('agent_grant').where('expires_at', '<', before).execute()
      await db.deleteFrom('usage').where('day', '<', before).execute()
    },
  }

  function toAgent(row: Row): ConnectedAgent {
    return {
      id: row.id,
      user: row.user_ref,
      clientId: row.client_id,
      name: row.client_name,
      scopes: row.scopes,
      allowedActions: row.allowed_actions,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
      today: { calls: row.calls ?? 0, bytes: Number(row.bytes ?? 0), runs: row.runs ?? 0 },
    }
  }
}

export type GrantStore = ReturnType<typeof createGrantStore>

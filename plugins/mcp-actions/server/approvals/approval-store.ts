import type { AgentApproval } from '@portico/mcp-actions/common'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { McpActionsTables } from '../migrations/tables.ts'

/** A call that waits, with all that its running needs. */
export interface StoredApproval {
  readonly id: string
  readonly grantId: string
  readonly user: string
  readonly agent: string
  readonly action: string
  readonly title: string
  readonly input: unknown
  readonly state: 'waiting' | 'running' | 'refused' | 'succeeded' | 'failed'
  readonly output?: string | undefined
  readonly error?: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
}

type NewApproval = Pick<StoredApproval, 'grantId' | 'user' | 'agent' | 'action' | 'title' | 'input' | 'expiresAt'>

/** Calls of agents that wait for their users. */
export function createApprovalStore(db: Kysely<McpActionsTables>) {
  return {
    /** Undefined where as many wait already as may. A call that waits already is not put beside itself. */
    async add({ grantId, user, agent, action, title, input, expiresAt }: NewApproval, max: number): Promise<string | undefined> {
      const json = JSON.stringify(input)
      const same = await db
        .selectFrom('approval')
        .select('id')
        .where('grant_id', '=', grantId)
        .where('state', '=', 'waiting')
        .where('action', '=', action)
        .where('expires_at', '>', sql<Date>`now()`)
        .where(sql<boolean>`input = ${json}::jsonb`)
        .executeTakeFirst()
      if (same) return same.id
      const { rows } = await sql<{ id: string }>`
        insert into approval (grant_id, user_ref, agent, action, title, input, state, expires_at)
        select ${grantId}::uuid, ${user}, ${agent}, ${action}, ${title}, ${json}::jsonb, 'waiting', ${expiresAt}
        where (select count(*) from approval where grant_id = ${grantId}::uuid and state = 'waiting' and expires_at > now()) < ${max}
        returning id`.execute(db)
      return rows[0]?.id
    },

    async find(id: string): Promise<StoredApproval | undefined> {
      const row = await db
        .selectFrom('approval')
        .selectAll()
        .where(sql`id::text`, '=', id)
        .executeTakeFirst()
      return row && toStored(row)
    },

    async waitingFor(user: string): Promise<StoredApproval[]> {
      const rows = await db
        .selectFrom('approval')
        .selectAll()
        .where('user_ref', '=', user)
        .where('state', '=', 'waiting')
        .where('expires_at', '>', sql<Date>`now()`)
        .orderBy('created_at', 'desc')
        .limit(100)
        .execute()
      return rows.map(toStored)
    },

    /** Whoever does this first decides. What is passed along happens with it, or neither does. */
    decide: (
      id: string,
      user: string,
      state: 'running' | 'refused',
      also: (within: Transaction<McpActionsTables>) => Promise<unknown> = async () => {},
    ): Promise<StoredApproval | undefined> =>
      db.transaction().execute(async within => {
        const row = await within
          .updateTable('approval')
          .set({ state })
          .where(sql`id::text`, '=', id)
          .where('user_ref', '=', user)
          .where('state', '=', 'waiting')
          .where('expires_at', '>', sql<Date>`now()`)
          .returningAll()
          .executeTakeFirst()
        if (row) await also(within)
        return row && toStored(row)
      }),

    /** False where it has ended already. */
    async finish(id: string, result: { readonly output: string } | { readonly error: string }): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('approval')
        .set('output' in result ? { state: 'succeeded', output: result.output } : { state: 'failed', error: result.error })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async prune(before: Date): Promise<void> {
      await db.deleteFrom('approval').where('expires_at', '<', before).execute()
    },
  }
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>

export function toApproval(
  { grantId: _grantId, user: _user, output: _output, state, createdAt, expiresAt, ...rest }: StoredApproval,
  now: number,
): AgentApproval {
  return {
    ...rest,
    state: state === 'waiting' && expiresAt.getTime() <= now ? 'expired' : state,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

function toStored(row: Selectable<McpActionsTables['approval']>): StoredApproval {
  return {
    id: row.id,
    grantId: row.grant_id,
    user: row.user_ref,
    agent: row.agent,
    action: row.action,
    title: row.title,
    input: row.input,
    state: row.state as StoredApproval['state'],
    output: row.output ?? undefined,
    error: row.error ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

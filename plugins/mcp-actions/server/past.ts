import { defineService } from '@portico/core/server'
import type { AgentCall } from '@portico/mcp-actions/common'
import { sql, type Kysely } from 'kysely'
import type { McpActionsTables } from './migrations/tables.ts'

/** An agent that was connected elsewhere, or before, with what it did. It has no tokens: it asks its user again. */
export interface PastAgent {
  readonly user: string
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly calls: readonly (Pick<AgentCall, 'action' | 'result' | 'bytes' | 'durationMs' | 'detail'> & { readonly at: Date })[]
  readonly waiting: readonly {
    readonly id: string
    readonly action: string
    readonly title: string
    readonly input: object
    readonly at: Date
    readonly expiresAt: Date
  }[]
}

/** For those who move over from another portal. */
export interface AgentsPast {
  /** Brings agents in, once each: a user who has connected the same client already keeps that. */
  bringIn(agents: readonly PastAgent[]): Promise<void>
}

export const agentsPast = defineService<AgentsPast>('mcp-actions.past')

export function createAgentsPast(db: Kysely<McpActionsTables>): AgentsPast {
  return {
    bringIn: agents =>
      db.transaction().execute(async within => {
        const added: PastAgent[] = []
        for (const agent of agents) if (await addAgent(within, agent)) added.push(agent)
        const calls = added.flatMap(agent => agent.calls.map(call => ({ agent, call })))
        // The ledger is read in the order in which it was written.
        calls.sort((a, b) => a.call.at.getTime() - b.call.at.getTime())
        for (const { agent, call } of calls) {
          const { at, action, result, bytes, durationMs, detail = null } = call
          const row = { at, user_ref: agent.user, agent: agent.name, action, result, bytes, duration_ms: durationMs, detail }
          await within.insertInto('call').values(row).execute()
        }
      }),
  }
}

async function addAgent(db: Kysely<McpActionsTables>, { user, clientId, name, scopes, createdAt, expiresAt, calls, waiting }: PastAgent) {
  const last = calls.map(({ at }) => at).at(-1) ?? null
  const row = await db
    .insertInto('agent_grant')
    .values({
      user_ref: user,
      client_id: clientId,
      client_name: name,
      scopes: [...scopes],
      allowed_actions: [],
      created_at: createdAt,
      expires_at: expiresAt,
      last_used_at: last,
    })
    .onConflict(conflict => conflict.columns(['user_ref', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const waits = waiting.map(({ id, action, title, input, at, expiresAt: until }) => ({
    id,
    grant_id: row.id,
    user_ref: user,
    agent: name,
    action,
    title,
    input: JSON.stringify(input),
    state: 'waiting',
    created_at: at,
    expires_at: until,
  }))
  if (waits.length > 0) await db.insertInto('approval').values(waits).execute()
  for (const { at, bytes } of calls) {
    await sql`insert into usage (grant_id, day, calls, bytes, runs) values (${row.id}, ${at}::timestamptz::date, 1, ${bytes}, 0)
      on conflict (grant_id, day) do update
      set calls = usage.calls + 1, bytes = usage.bytes + excluded.bytes`.execute(db)
  }
  return true
}

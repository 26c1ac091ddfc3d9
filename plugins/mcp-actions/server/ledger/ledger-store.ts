import type { AgentCall } from '@portico/mcp-actions/common'
import type { Kysely } from 'kysely'
import type { McpActionsTables } from '../migrations/tables.ts'

export type NewCall = Omit<AgentCall, 'id' | 'at'>

interface PageQuery {
  readonly user?: string
  readonly before?: string | undefined
  readonly limit: number
}

const pruneBatch = 5_000

/** What agents did, and for whom. */
export function createLedgerStore(db: Kysely<McpActionsTables>) {
  return {
    async add({ user, agent, action, result, bytes, durationMs, detail }: NewCall): Promise<void> {
      await db
        .insertInto('call')
        .values({ user_ref: user, agent, action, result, bytes, duration_ms: durationMs, detail: detail?.slice(0, 500) ?? null })
        .execute()
    },

    /** The newest first. */
    async list({ user, before, limit }: PageQuery): Promise<{ items: AgentCall[]; next?: string }> {
      let select = db
        .selectFrom('call')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1)
      if (user !== undefined) select = select.where('user_ref', '=', user)
      if (before !== undefined) select = select.where('id', '<', before)
      const rows = await select.execute()
      const items = rows.slice(0, limit).map(row => ({
        id: row.id,
        at: row.at.toISOString(),
        user: row.user_ref,
        agent: row.agent,
        action: row.action,
        result: row.result as AgentCall['result'],
        bytes: row.bytes,
        durationMs: row.duration_ms,
        ...(row.detail !== null && { detail: row.detail }),
      }))
      const last = items.at(-1)
      return { items, ...(rows.length > limit && last && { next: last.id }) }
    },

    /** Whether there may be more to remove. */
    async prune(before: Date): Promise<boolean> {
      const oldest = db.selectFrom('call').select('id').where('at', '<', before).limit(pruneBatch)
      const { numDeletedRows } = await db.deleteFrom('call').where('id', 'in', oldest).executeTakeFirstOrThrow()
      return numDeletedRows >= pruneBatch
    },
  }
}

export type LedgerStore = ReturnType<typeof createLedgerStore>

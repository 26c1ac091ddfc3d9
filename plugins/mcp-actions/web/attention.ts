import type { AttentionContext } from '@portico/core/web'
import { mcpActionsApi } from '@portico/mcp-actions/common'
import { approvalPaths } from '@portico/notifications/common'
import type { WaitingApproval } from '@portico/notifications/web'
import { agentMessages } from './page-messages.ts'

/** Calls of agents that wait for a yes of the user. */
export async function findAgentApprovals({ client, text }: AttentionContext): Promise<readonly WaitingApproval[]> {
  const { items } = await client.call(mcpActionsApi.listAgentApprovals)
  return items.map(({ id, agent, title, createdAt, expiresAt }) => ({
    id,
    title,
    reason: text(agentMessages.wantsThis, { agent }),
    to: approvalPaths.one('mcp-actions', id),
    severity: 'info',
    since: createdAt,
    until: expiresAt,
    icon: 'robot',
  }))
}

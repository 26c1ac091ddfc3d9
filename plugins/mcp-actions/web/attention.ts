import type { AttentionContext } from '@portico/core/web'
import { mcpActionsApi } from '@portico/mcp-actions/common'
import { approvalPaths } from '@portico/notifications/common'
import type { WaitingApproval } from '@portico/notifications/web'
import { agentMessages } from './page-messages.ts'

/** Calls of agents that wait for a yes of the user. */
export async function findAgentApprovals({ client, text }: AttentionContext): Promise<readonly WaitingApproval[]> {
  const { items } = await client.call(mcpActionsApi.listAgentApprovals)
  return items.map(({ id, agent, title, input, createdAt, expiresAt }) => ({
    id,
    title,
    reason: text(agentMessages.wantsThis, { agent, what: briefly(input) }),
    to: approvalPaths.one('mcp-actions', id),
    severity: 'info',
    since: createdAt,
    until: expiresAt,
    icon: 'robot',
  }))
}

/** What a call is about, in the values that it names: a template and the name of what it would make. */
function briefly(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const { values, ...rest } = input as { readonly values?: { readonly name?: unknown } }
  const named = [...Object.values(rest), values?.name].filter(value => typeof value === 'string')
  return named.join(', ').slice(0, 120)
}

import { loadTitles } from '@portico/catalog/web'
import type { AttentionContext } from '@portico/core/web'
import { mcpActionsApi } from '@portico/mcp-actions/common'
import { approvalPaths } from '@portico/notifications/common'
import type { WaitingApproval } from '@portico/notifications/web'
import { agentMessages } from './page-messages.ts'

/** Calls of agents that wait for a yes of the user. Entities are named by their refs, which the list makes links of. */
export async function findAgentApprovals({ client, text }: AttentionContext): Promise<readonly WaitingApproval[]> {
  return (await findCalls(client)).map(call => toWaiting(call, text, ref => ref))
}

/** The same for the home page, whose texts have no links: entities are named by their titles. */
export async function findAgentAttention({ client, text }: AttentionContext): Promise<readonly WaitingApproval[]> {
  const calls = await findCalls(client)
  const titleOf = await loadTitles(
    client,
    calls.flatMap(({ named }) => named).filter(value => isRef.test(value)),
  )
  return calls.map(call => toWaiting(call, text, titleOf))
}

const isRef = /^[a-z]+:[\w-]+\/[\w.-]+$/i

async function findCalls(client: AttentionContext['client']) {
  const { items } = await client.call(mcpActionsApi.listAgentApprovals)
  return items.map(item => ({ ...item, named: namedBy(item.input) }))
}

type WaitingCall = Awaited<ReturnType<typeof findCalls>>[number]

function toWaiting(
  { id, agent, title, named, createdAt, expiresAt }: WaitingCall,
  text: AttentionContext['text'],
  nameOf: (ref: string) => string,
): WaitingApproval {
  const what = named.map(value => (isRef.test(value) ? nameOf(value) : value)).join(', ')
  return {
    id,
    title,
    reason: text(agentMessages.wantsThis, { agent, what: what.slice(0, 120) }),
    to: approvalPaths.one('mcp-actions', id),
    severity: 'info',
    since: createdAt,
    until: expiresAt,
    icon: 'robot',
  }
}

/** What a call is about, in the values that it names: a template and the name of what it would make. */
export function namedBy(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  const { values, ...rest } = input as { readonly values?: { readonly name?: unknown } }
  return [...Object.values(rest), values?.name].filter(value => typeof value === 'string')
}

import type { AgentsPast } from '@portico/mcp-actions/server'
import { uuidOf } from './guest-values.ts'

/** As in `data/agents.yaml`. Hours are before the first start. */
export type AgentsData = readonly {
  readonly client: string
  readonly user: string
  readonly scopes: readonly string[]
  readonly connected: number
  readonly days: number
  readonly calls: readonly {
    readonly hours: number
    readonly action: string
    readonly bytes: number
    readonly result?: 'failed' | 'refused' | 'waiting'
    readonly detail?: string
  }[]
  readonly waiting?: readonly { readonly hours: number; readonly action: string; readonly title: string; readonly input: object }[]
}[]

const hourMs = 3_600_000

/** The agents that people have connected, with what they did. */
export function toPastAgents(data: AgentsData, now: number): Parameters<AgentsPast['bringIn']>[0] {
  const at = (hours: number) => new Date(now - hours * hourMs)
  return data.map(({ client, user, scopes, connected, days, calls, waiting = [] }) => ({
    user,
    clientId: uuidOf('agent', client),
    name: client,
    scopes,
    createdAt: at(connected),
    expiresAt: at(-24 * days),
    calls: calls.map(({ hours, result = 'succeeded', ...call }) => ({
      ...call,
      at: at(hours),
      result,
      durationMs: 20 + (call.bytes % 90),
    })),
    waiting: waiting.map(({ hours, ...call }) => ({
      ...call,
      id: uuidOf('approval', client, call.action),
      at: at(hours),
      expiresAt: at(hours - 7 * 24),
    })),
  }))
}

import { z } from 'zod'

/** A tool that agents can be allowed to use. */
export const OfferedTool = z.object({
  name: z.string(),
  action: z.string(),
  title: z.string(),
  description: z.string(),
  scope: z.string(),
  readOnly: z.boolean(),
  destructive: z.boolean(),
  input: z.record(z.string(), z.unknown()),
})
export type OfferedTool = z.output<typeof OfferedTool>

/** A scope, and what it opens. */
export const OfferedScope = z.object({ scope: z.string(), writes: z.boolean(), tools: z.array(z.string()) })
export type OfferedScope = z.output<typeof OfferedScope>

/** What an agent asks of the user. */
export const AgentRequest = z.object({
  id: z.string(),
  clientName: z.string(),
  clientUri: z.string().optional(),
  /** The client proves by an address of its own who it is; otherwise anybody can have given the name. */
  isKnownByAddress: z.boolean(),
  clientId: z.string(),
  redirectHost: z.string(),
  /** The redirect leads to a program on the user's own machine. */
  isLocal: z.boolean(),
  scopes: z.array(OfferedScope),
  /** What the user has allowed this client before. */
  alreadyAllowed: z.array(z.string()),
  expiresAt: z.string(),
  maxDays: z.number().int(),
  user: z.string(),
})
export type AgentRequest = z.output<typeof AgentRequest>

/** An agent that a user has connected. */
export const ConnectedAgent = z.object({
  id: z.string(),
  user: z.string(),
  clientId: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** Actions that wait for nobody. */
  allowedActions: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().optional(),
  /** Today, and how much a day may have. */
  today: z.object({ calls: z.number().int(), bytes: z.number(), runs: z.number().int() }),
})
export type ConnectedAgent = z.output<typeof ConnectedAgent>

export const callResults = ['succeeded', 'failed', 'refused', 'waiting'] as const

/** One thing that an agent did, or that a user did for one. */
export const AgentCall = z.object({
  id: z.string(),
  at: z.string(),
  user: z.string(),
  agent: z.string(),
  action: z.string(),
  result: z.enum(callResults),
  bytes: z.number().int(),
  durationMs: z.number().int(),
  detail: z.string().optional(),
})
export type AgentCall = z.output<typeof AgentCall>

/** A call that waits for the yes of its user, or had one. */
export const AgentApproval = z.object({
  id: z.string(),
  agent: z.string(),
  action: z.string(),
  title: z.string(),
  input: z.unknown(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(['waiting', 'refused', 'succeeded', 'failed', 'running', 'expired']),
  error: z.string().optional(),
})
export type AgentApproval = z.output<typeof AgentApproval>

export const agentLimits = { perPage: 100, triedInputBytes: 100_000 } as const

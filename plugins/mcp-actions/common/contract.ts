import { defineContract, del, get, post } from '@portico/core/common'
import { z } from 'zod'
import { AgentApproval, AgentCall, agentLimits, AgentRequest, ConnectedAgent, OfferedScope, OfferedTool } from './agents.ts'
import { administerAgentsPermission } from './permissions.ts'

const bodyLimit = 1_000_000
const anyQuery = z.looseObject({})
const metadata = { access: 'public', query: anyQuery, reply: z.looseObject({}) } as const
// Whoever calls without a token is told where to get one, in the header that the protocol asks for.
const wire = { access: 'public', reads: true, raw: true, noStore: true, bodyLimit } as const
const page = {
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(agentLimits.perPage).default(20),
  }),
  reply: z.object({ items: z.array(AgentCall), next: z.string().optional() }),
} as const

/** What clients of the protocol, and the portal's own pages, call. */
export const mcpActionsApi = defineContract('mcp-actions', {
  callServer: post('/v1', { ...wire, summary: 'The Model Context Protocol over streamable HTTP', body: z.unknown() }),
  callNamedServer: post('/v1/:server', { ...wire, summary: 'The same for a server that the config names', body: z.unknown() }),
  openServerStream: get('/v1', { ...wire, summary: 'Refused: answers come with the calls' }),
  openNamedServerStream: get('/v1/:server', { ...wire, summary: 'Refused: answers come with the calls' }),
  endServerSession: del('/v1', { ...wire, summary: 'Refused: there are no sessions' }),
  endNamedServerSession: del('/v1/:server', { ...wire, summary: 'Refused: there are no sessions' }),

  getResourceMetadata: get('/.well-known/oauth-protected-resource', { ...metadata, summary: 'Where agents of this server sign in' }),
  getAuthorizationMetadata: get('/.well-known/oauth-authorization-server', { ...metadata, summary: 'How agents sign in' }),
  getOpenIdMetadata: get('/.well-known/openid-configuration', { ...metadata, summary: 'The same, for clients that look here' }),
  getRootResourceMetadata: get('/oauth-protected-resource', { ...metadata, wellKnown: true }),
  getPathResourceMetadata: get('/oauth-protected-resource/*', { ...metadata, wellKnown: true }),
  getRootAuthorizationMetadata: get('/oauth-authorization-server', { ...metadata, wellKnown: true }),
  getPathAuthorizationMetadata: get('/oauth-authorization-server/*', { ...metadata, wellKnown: true }),

  authorize: get('/oauth/authorize', {
    access: 'public',
    noStore: true,
    raw: true,
    query: anyQuery,
    summary: 'Where an agent sends the user to be allowed in',
  }),
  issueToken: post('/oauth/token', {
    access: 'public',
    noStore: true,
    raw: true,
    upload: true,
    summary: 'Tokens for a code, or for a refresh token',
  }),
  revokeToken: post('/oauth/revoke', {
    access: 'public',
    noStore: true,
    raw: true,
    upload: true,
    summary: 'Ends a token, and what it belongs to',
  }),
  registerClient: post('/oauth/register', {
    access: 'public',
    noStore: true,
    raw: true,
    summary: 'Registers a client, where the config allows it',
    body: z.unknown(),
    bodyLimit: 20_000,
  }),

  getAgentRequest: get('/requests/:id', {
    access: 'user',
    noStore: true,
    summary: 'What an agent asks of the calling user',
    reply: AgentRequest,
  }),
  decideAgentRequest: post('/requests/:id/decision', {
    access: 'user',
    guests: 'refused',
    noStore: true,
    summary: 'Lets an agent in, or not',
    body: z.object({
      decision: z.enum(['allow', 'refuse']),
      scopes: z.array(z.string().max(100)).max(100).default([]),
      days: z.number().int().min(1).max(3650).default(30),
    }),
    reply: z.object({ redirectTo: z.string() }),
    status: 200,
  }),

  getOffer: get('/offer', {
    access: 'signed-in',
    summary: 'The servers, tools and scopes that agents of the calling user can have',
    reply: z.object({
      servers: z.array(
        z.object({ id: z.string(), name: z.string(), description: z.string().optional(), url: z.string(), tools: z.number().int() }),
      ),
      tools: z.array(OfferedTool),
      scopes: z.array(OfferedScope),
      canRegister: z.boolean(),
      hasMetadataDocuments: z.boolean(),
    }),
  }),
  tryTool: post('/try', {
    access: 'user',
    guests: 'refused',
    summary: 'Calls a tool as the calling user, and answers with what an agent would get',
    body: z.object({ tool: z.string().max(200), input: z.record(z.string(), z.unknown()) }),
    bodyLimit: agentLimits.triedInputBytes,
    reply: z.object({ text: z.string(), bytes: z.number().int(), isError: z.boolean() }),
    status: 200,
  }),

  listAgents: get('/agents', {
    access: 'user',
    summary: 'The agents that the calling user has connected',
    reply: z.object({ items: z.array(ConnectedAgent) }),
  }),
  revokeAgent: del('/agents/:id', {
    access: 'user',
    guests: 'refused',
    summary: 'Disconnects an agent of the calling user, at once',
  }),
  setAllowedActions: post('/agents/:id/allowed-actions', {
    access: 'user',
    guests: 'refused',
    summary: 'Which actions of an agent wait for nobody',
    body: z.object({ actions: z.array(z.string().max(200)).max(200) }),
    status: 204,
  }),
  listOwnCalls: get('/calls', { access: 'user', summary: 'What agents did for the calling user, the newest first', ...page }),

  listAgentApprovals: get('/approvals', {
    access: 'user',
    summary: 'Calls of agents that wait for the calling user',
    reply: z.object({ items: z.array(AgentApproval) }),
  }),
  getAgentApproval: get('/approvals/:id', { access: 'user', summary: 'One of them', reply: AgentApproval }),
  decideAgentApproval: post('/approvals/:id/decision', {
    access: 'user',
    guests: 'refused',
    summary: 'Has a call that waits done, or refuses it',
    body: z.object({ decision: z.enum(['approve', 'refuse']), always: z.boolean().default(false) }),
    reply: AgentApproval,
    status: 200,
  }),

  listAllAgents: get('/all/agents', {
    access: { permission: administerAgentsPermission },
    summary: 'The agents of all users',
    query: z.object({ after: z.string().max(100).optional() }),
    reply: z.object({ items: z.array(ConnectedAgent), next: z.string().optional() }),
  }),
  listAllCalls: get('/all/calls', {
    access: { permission: administerAgentsPermission },
    summary: 'What agents did for all users',
    ...page,
  }),
  revokeAnyAgent: del('/all/agents/:id', {
    access: { permission: administerAgentsPermission },
    summary: 'Disconnects an agent of any user',
  }),
})

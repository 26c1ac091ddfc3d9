import type { Audit, Handlers, Principal, UserPrincipal } from '@portico/core/server'
import type { mcpActionsApi, OfferedTool } from '@portico/mcp-actions/common'
import type { Approvals } from './approvals/approvals.ts'
import { agentNotFound, sessionNeeded, toolNotFound } from './errors.ts'
import type { LedgerStore } from './ledger/ledger-store.ts'
import type { Authorize } from './oauth/authorize.ts'
import type { Clients } from './oauth/clients.ts'
import type { GrantStore } from './oauth/grant-store.ts'
import type { Metadata } from './oauth/metadata.ts'
import { oauthRoutes } from './oauth/oauth-routes.ts'
import type { Tokens } from './oauth/tokens.ts'
import type { Calls } from './serving/calls.ts'
import type { Offer, Tool } from './serving/offer.ts'
import type { Wire } from './serving/wire.ts'

interface RouteDependencies {
  readonly wire: Wire
  readonly offer: Offer
  readonly calls: Calls
  readonly authorize: Authorize
  readonly tokens: Tokens
  readonly clients: Clients
  readonly metadata: Metadata
  readonly consentUrl: (id: string) => string
  readonly grants: GrantStore
  readonly ledger: LedgerStore
  readonly approvals: Approvals
  readonly audit: Audit
  /** Servers forget what they have cached of grants. */
  readonly onChange: (grantIds: readonly string[]) => Promise<void>
}

/** The routes of agents, and of the people who let them in. */
export function mcpActionsRoutes(given: RouteDependencies): Handlers<typeof mcpActionsApi> {
  const { wire, offer, calls, authorize, clients, metadata, grants, ledger, approvals } = given

  async function revoke(caller: Principal, id: string, user: string | undefined, requestId: string): Promise<void> {
    const removed = await grants.remove(id, user)
    if (!removed) throw agentNotFound(id)
    await given.onChange([id])
    await given.audit.record({
      caller,
      action: 'mcp-actions.agent.disconnect',
      subject: removed.clientName,
      result: 'success',
      details: { user: removed.user },
      requestId,
    })
  }

  return {
    ...oauthRoutes(given),
    callServer: call => wire.answer(call),
    callNamedServer: call => wire.answer({ ...call, server: call.params.server }),
    openServerStream: wire.notOffered,
    openNamedServerStream: wire.notOffered,
    endServerSession: wire.notOffered,
    endNamedServerSession: wire.notOffered,

    getAgentRequest: ({ caller, params }) => authorize.read(inPerson(caller), params.id),
    decideAgentRequest: ({ caller, params, body, request }) => authorize.decide(inPerson(caller), params.id, body, request.id),

    getOffer: async ({ caller }) => {
      refuseAgents(caller)
      const servers = await Promise.all(
        offer.servers().map(async ({ id, name, description }) => ({
          id: id ?? '',
          name,
          ...(description !== undefined && { description }),
          url: metadata.resourceOf(id),
          tools: (await offer.tools(id)).length,
        })),
      )
      return {
        servers,
        tools: (await offer.tools()).map(toOffered),
        scopes: [...(await offer.scopes())],
        canRegister: clients.canRegister(),
        hasMetadataDocuments: clients.hasDocuments(),
      }
    },
    tryTool: async ({ caller, body, request, signal }) => {
      const user = inPerson(caller)
      const tool = (await offer.tools()).find(each => each.tool === body.tool)
      if (!tool) throw toolNotFound(body.tool)
      const { text, isError } = await calls({ tool, input: body.input, caller: user, requestId: request.id, signal })
      return { text, isError, bytes: Buffer.byteLength(text) }
    },

    listAgents: async ({ caller }) => ({ items: await grants.listOf(inPerson(caller).userEntityRef) }),
    revokeAgent: ({ caller, params, request }) => revoke(caller, params.id, inPerson(caller).userEntityRef, request.id),
    setAllowedActions: async ({ caller, params, body }) => {
      if (!(await grants.setAllowed(params.id, inPerson(caller).userEntityRef, body.actions))) throw agentNotFound(params.id)
    },
    listOwnCalls: ({ caller, query }) => ledger.list({ ...query, user: inPerson(caller).userEntityRef }),

    listAgentApprovals: async ({ caller }) => ({ items: await approvals.list(inPerson(caller).userEntityRef) }),
    getAgentApproval: ({ caller, params }) => approvals.read(inPerson(caller).userEntityRef, params.id),
    decideAgentApproval: ({ caller, params, body, request }) => approvals.decide(inPerson(caller), params.id, body, request.id),

    listAllAgents: ({ caller, query }) => {
      refuseAgents(caller)
      return grants.listAll(query.after)
    },
    listAllCalls: ({ caller, query }) => {
      refuseAgents(caller)
      return ledger.list(query)
    },
    revokeAnyAgent: ({ caller, params, request }) => {
      refuseAgents(caller)
      return revoke(caller, params.id, undefined, request.id)
    },
  }
}

function toOffered({ tool, id, title, description, scope, attributes, schema }: Tool): OfferedTool {
  const { readOnly, destructive } = attributes
  return { name: tool, action: id, title, description, scope, readOnly, destructive, input: schema.input }
}

/** A program of the user, whatever its token, lets nobody in and approves nothing. */
function inPerson(caller: Principal): UserPrincipal {
  if (caller.type !== 'user' || caller.agent || caller.accessToken || caller.limited || caller.actor !== undefined) throw sessionNeeded()
  return caller
}

function refuseAgents(caller: Principal): void {
  if (caller.type === 'user' && caller.agent) throw sessionNeeded()
}

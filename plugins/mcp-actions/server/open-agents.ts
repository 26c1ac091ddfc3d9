import { defineEvent } from '@portico/core/common'
import type { Core, IdentityPort } from '@portico/core/server'
import { mcpPaths } from '@portico/mcp-actions/common'
import { approvalPaths } from '@portico/notifications/common'
import { notificationsOn } from '@portico/notifications/server'
import { z } from 'zod'
import { createApprovalStore } from './approvals/approval-store.ts'
import { createApprovals } from './approvals/approvals.ts'
import { createEndings } from './approvals/endings.ts'
import type { mcpActionsSections } from './config.ts'
import { OAuthRefusal } from './errors.ts'
import { createLedgerStore } from './ledger/ledger-store.ts'
import { createAuthorize } from './oauth/authorize.ts'
import { createClientStore } from './oauth/client-store.ts'
import { createClients } from './oauth/clients.ts'
import { createGrantStore } from './oauth/grant-store.ts'
import { createLiveTokens } from './oauth/live-tokens.ts'
import { createMetadata } from './oauth/metadata.ts'
import { createRequestStore } from './oauth/request-store.ts'
import { createTokenStore } from './oauth/token-store.ts'
import { createTokens } from './oauth/tokens.ts'
import { createCalls } from './serving/calls.ts'
import { createOffer } from './serving/offer.ts'
import { createWire } from './serving/wire.ts'

/** Grants were revoked, or allow something else now: every server forgets what it has cached of them. */
const grantsChanged = defineEvent('mcp-actions.grants-changed', z.object({ ids: z.array(z.string()) }))
const dayMs = 86_400_000

/** All that agents need, with the schedules that clean up after them. */
export function openAgents(core: Core<typeof mcpActionsSections>, identity: IdentityPort) {
  const { config, onConfig, db, log, work, security, server } = core
  const { events, scheduler } = work
  const { audit } = security
  const { actions, discovery } = server
  let section = config.mcpActions
  let registration = config['auth.experimentalDynamicClientRegistration']
  let documents = config['auth.clientIdMetadataDocuments']
  const stores = {
    clients: createClientStore(db),
    requests: createRequestStore(db),
    grants: createGrantStore(db),
    tokens: createTokenStore(db),
    approvals: createApprovalStore(db),
    ledger: createLedgerStore(db),
  }
  const { grants, ledger } = stores
  const offer = createOffer({ actions, section: () => section, portalName: server.appTitle, log })
  onConfig('mcpActions', changed => {
    section = changed
    offer.forget()
  })
  onConfig('auth.experimentalDynamicClientRegistration', changed => void (registration = changed))
  onConfig('auth.clientIdMetadataDocuments', changed => void (documents = changed))

  const live = createLiveTokens({ tokens: stores.tokens, grants, log })
  events.listen([grantsChanged], ({ payload }) => live.evict(payload.ids))
  async function onChange(ids: readonly string[]): Promise<void> {
    live.evict(ids)
    await events.publish(grantsChanged, { ids: [...ids] })
  }
  async function revoke(grantId: string, why: string): Promise<void> {
    const removed = await grants.remove(grantId, undefined)
    if (!removed) return
    await onChange([grantId])
    const caller = { type: 'user', userEntityRef: removed.user } as const
    await audit.record({ caller, action: 'mcp-actions.agent.disconnect', subject: removed.clientName, result: 'success', details: { why } })
  }
  async function requireAdmitted(user: string): Promise<void> {
    const admission = await identity.admission?.(user)
    if (admission?.admitted === false || (admission?.admitted && admission.guest === 'exposed'))
      throw new OAuthRefusal('invalid_grant', 'The user is no longer admitted to this portal')
  }

  const clients = createClients({
    store: stores.clients,
    registration: () => registration,
    documents: () => documents,
    readable: server.readable,
    log,
  })
  const baseUrl = discovery.externalUrl('mcp-actions')
  const metadata = createMetadata({ baseUrl, offer, canRegister: clients.canRegister, hasDocuments: clients.hasDocuments })
  const { isResource, issuer } = metadata
  const authorize = createAuthorize({
    clients,
    clientStore: stores.clients,
    requests: stores.requests,
    grants,
    offer,
    audit,
    issuer,
    isResource,
    maxLifetimeMs: () => section.agents.maxLifetime,
    onChange,
  })
  const lifetimeMs = () => section.agents.accessTokenLifetime
  const tokens = createTokens({ requests: stores.requests, grants, tokens: stores.tokens, lifetimeMs, isResource, revoke, requireAdmitted })
  const notifications = notificationsOn(events)
  const timeoutMs = () => section.agents.limits.callTimeout
  const { approvals: store } = stores
  const endings = createEndings({ jobs: work.jobs, store, ledger, events })
  const approvals = createApprovals({ store, grants, actions, endings, ledger, notifications, events, audit, timeoutMs })
  const appUrl = discovery.appUrl().replace(/\/$/, '')
  const approvalUrl = (id: string) => `${appUrl}${approvalPaths.one('mcp-actions', id)}`
  const calls = createCalls({ actions, approvals, grants, ledger, audit, limits: () => section.agents.limits, approvalUrl, log })
  const ownOrigins = [...new Set([appUrl, baseUrl].map(url => new URL(url).origin))]
  const onScopeMissing = async (id: string) => grants.markWantsMore(id, new Date())
  const wire = createWire({ offer, actions, calls, metadata, onScopeMissing, version: server.inspection.version, ownOrigins })

  scheduler.schedule({
    id: 'prune-agents',
    description: 'Removes what agents no longer need: old requests, tokens, clients that nobody let in, and old calls',
    frequency: { hours: 1 },
    timeout: { minutes: 5 },
    initialDelay: { minutes: 10 },
    async run(signal) {
      const now = Date.now()
      await stores.requests.prune(new Date(now - dayMs))
      await stores.tokens.prune(new Date(now - dayMs))
      await grants.prune(new Date(now - 30 * dayMs))
      await stores.approvals.prune(new Date(now - 30 * dayMs))
      await stores.clients.prune(new Date(now - dayMs))
      while (!signal.aborted && (await ledger.prune(new Date(now - section.agents.ledger))));
    },
  })
  const consentUrl = (id: string) => `${appUrl}${mcpPaths.consent(id)}`
  return { live, wire, offer, calls, authorize, tokens, clients, metadata, consentUrl, grants, ledger, approvals, onChange }
}

import type { Audit, UserPrincipal } from '@portico/core/server'
import type { AgentRequest } from '@portico/mcp-actions/common'
import { OAuthRefusal, requestNotFound, scopesMissing } from '../errors.ts'
import type { Offer } from '../serving/offer.ts'
import type { Client, ClientStore } from './client-store.ts'
import type { Clients } from './clients.ts'
import type { GrantStore } from './grant-store.ts'
import { digestOf, newSecret } from './live-tokens.ts'
import { isLoopbackUrl, isRegistered } from './redirects.ts'
import type { PendingRequest, RequestStore } from './request-store.ts'

interface AuthorizeDependencies {
  readonly clients: Clients
  readonly clientStore: Pick<ClientStore, 'markUsed'>
  readonly requests: RequestStore
  readonly grants: GrantStore
  readonly offer: Offer
  readonly audit: Audit
  readonly issuer: string
  readonly isResource: (resource: string) => boolean
  readonly maxLifetimeMs: () => number
  /** The scopes of a grant may have changed: what servers have cached of it is dropped. */
  readonly onChange: (grantIds: readonly string[]) => Promise<void>
  readonly now?: () => number
}

const requestMs = 10 * 60_000
const codeMs = 60_000
const dayMs = 86_400_000
const challengePattern = /^[A-Za-z0-9_-]{43}$/
/** Of one client at once, for all users. */
const maxPending = 1000
const maxState = 2000

export type AuthorizeQuery = Readonly<Record<string, unknown>>

/** The way by which a user lets an agent in. */
export function createAuthorize(dependencies: AuthorizeDependencies) {
  const { clients, requests, grants, offer, issuer, now = Date.now } = dependencies

  /** The client and where to send the user back to. While these are not sure nobody is sent anywhere. */
  async function clientOf(query: AuthorizeQuery): Promise<{ readonly client: Client; readonly redirectUri: string }> {
    const id = single(query, 'client_id')
    if (id === undefined) throw new OAuthRefusal('invalid_request', 'client_id is missing')
    const client = await clients.find(id)
    if (!client)
      throw new OAuthRefusal('invalid_client', 'This client is not known here. Remove the connection in the agent and add it again', 401)
    const redirectUri = single(query, 'redirect_uri') ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined)
    if (redirectUri === undefined || !isRegistered(redirectUri, client.redirectUris))
      throw new OAuthRefusal('invalid_redirect_uri', 'The redirect address is none of those that the client has registered')
    return { client, redirectUri }
  }

  async function scopesOf(query: AuthorizeQuery): Promise<readonly string[]> {
    const known = await offer.scopes()
    const asked = (single(query, 'scope') ?? '').split(' ').filter(scope => scope !== '' && scope !== 'offline_access')
    if (asked.length === 0) return known.filter(({ writes }) => !writes).map(({ scope }) => scope)
    const unknown = asked.find(scope => !known.some(each => each.scope === scope))
    if (unknown !== undefined) throw new OAuthRefusal('invalid_scope', `There is no scope '${unknown.slice(0, 100)}' here`)
    return [...new Set(asked)]
  }

  function check(query: AuthorizeQuery): { readonly challenge: string; readonly state: string | undefined } {
    if (single(query, 'response_type') !== 'code') throw new OAuthRefusal('unsupported_response_type', 'response_type has to be code')
    const challenge = single(query, 'code_challenge')
    if (challenge === undefined || !challengePattern.test(challenge))
      throw new OAuthRefusal('invalid_request', 'code_challenge is missing or wrong: PKCE is needed')
    if (single(query, 'code_challenge_method') !== 'S256') throw new OAuthRefusal('invalid_request', 'code_challenge_method has to be S256')
    const resource = single(query, 'resource')
    if (resource !== undefined && !dependencies.isResource(resource))
      throw new OAuthRefusal('invalid_target', 'resource is no server of this portal')
    return { challenge, state: single(query, 'state') }
  }

  function redirectWith(redirectUri: string, values: Readonly<Record<string, string | undefined>>): string {
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries({ ...values, iss: issuer })) if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  }

  async function toAgentRequest(request: PendingRequest, user: string): Promise<AgentRequest> {
    const { clientId, clientName, clientUri, redirectUri, scopes, expiresAt, id } = request
    const [known, before] = await Promise.all([offer.scopes(), grants.findFor(user, clientId)])
    const url = new URL(redirectUri)
    const wanted = new Set([...scopes, ...(before?.scopes ?? [])])
    return {
      id,
      clientName,
      ...(clientUri !== undefined && { clientUri }),
      isKnownByAddress: clients.isDocument(clientId),
      clientId,
      redirectHost: url.host || url.protocol,
      isLocal: isLoopbackUrl(url) || !/^https?:$/.test(url.protocol),
      scopes: known.filter(({ scope }) => wanted.has(scope)),
      alreadyAllowed: [...(before?.scopes ?? [])],
      expiresAt: expiresAt.toISOString(),
      maxDays: Math.max(1, Math.floor(dependencies.maxLifetimeMs() / dayMs)),
      user,
    }
  }

  return {
    /** Stores what an agent asks for, and says where the browser goes: to the consent page, or back with what is wrong. */
    async begin(query: AuthorizeQuery): Promise<{ readonly id: string } | { readonly redirectTo: string }> {
      const { client, redirectUri } = await clientOf(query)
      const state = single(query, 'state')
      try {
        const { challenge } = check(query)
        if (state !== undefined && state.length > maxState) throw new OAuthRefusal('invalid_request', 'state is too long')
        const scopes = await scopesOf(query)
        const id = newSecret()
        const expiresAt = new Date(now() + requestMs)
        const request = {
          id,
          clientId: client.id,
          clientName: client.name,
          clientUri: client.uri,
          redirectUri,
          scopes,
          state,
          challenge,
          expiresAt,
        }
        if (!(await requests.add(request, maxPending)))
          throw new OAuthRefusal('temporarily_unavailable', 'Too many requests of this client wait for users: try again in ten minutes')
        return { id }
      } catch (error) {
        if (!(error instanceof OAuthRefusal)) throw error
        return {
          redirectTo: redirectWith(redirectUri, { error: error.code, error_description: error.message, state: state?.slice(0, maxState) }),
        }
      }
    },

    async read(user: UserPrincipal, id: string): Promise<AgentRequest> {
      const request = await requests.find(id, new Date(now()))
      if (!request) throw requestNotFound()
      return toAgentRequest(request, user.userEntityRef)
    },

    /** Where the browser goes with the decision of the user. */
    async decide(
      user: UserPrincipal,
      id: string,
      { decision, scopes, days }: { readonly decision: 'allow' | 'refuse'; readonly scopes: readonly string[]; readonly days: number },
      requestId: string,
    ): Promise<{ readonly redirectTo: string }> {
      const pending = await requests.find(id, new Date(now()))
      if (!pending) throw requestNotFound()
      const shown = (await toAgentRequest(pending, user.userEntityRef)).scopes.map(({ scope }) => scope)
      const chosen = shown.filter(scope => scopes.includes(scope))
      if (decision === 'allow' && chosen.length === 0) throw scopesMissing()
      const request = await requests.take(id, new Date(now()))
      if (!request) throw requestNotFound()
      const { clientId, clientName, redirectUri, challenge, state } = request
      const record = (result: 'success' | 'denied', details: object = {}) =>
        dependencies.audit.record({
          caller: user,
          action: 'mcp-actions.agent.connect',
          subject: clientName,
          result,
          details: { clientId, ...details },
          requestId,
        })
      if (decision === 'refuse') {
        await record('denied')
        return { redirectTo: redirectWith(redirectUri, { error: 'access_denied', error_description: 'The user refused', state }) }
      }
      const expiresAt = new Date(now() + Math.min(days * dayMs, dependencies.maxLifetimeMs()))
      const grantId = await grants.put({ user: user.userEntityRef, clientId, clientName, scopes: chosen, expiresAt })
      if (!clients.isDocument(clientId)) await dependencies.clientStore.markUsed(clientId)
      const code = newSecret()
      await requests.addCode({ digest: digestOf(code), grantId, clientId, redirectUri, challenge, expiresAt: new Date(now() + codeMs) })
      await dependencies.onChange([grantId])
      await record('success', { scopes: chosen, expiresAt: expiresAt.toISOString() })
      return { redirectTo: redirectWith(redirectUri, { code, state }) }
    },
  }
}

export type Authorize = ReturnType<typeof createAuthorize>

/** A parameter that stands once. Twice is a mistake, and could be read in two ways. */
export function single(query: AuthorizeQuery, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw new OAuthRefusal('invalid_request', `${name} stands twice`)
  return typeof value === 'string' && value !== '' ? value : undefined
}

import { AppError, inputError } from '@portico/core/common'
import { bytes, type ActionDirectory, type Answer, type Principal, type RequestMetadata } from '@portico/core/server'
import type { Metadata } from '../oauth/metadata.ts'
import type { Calls } from './calls.ts'
import type { Offer, Tool } from './offer.ts'
import { toResourceCall } from './resources.ts'

interface WireDependencies {
  readonly offer: Offer
  readonly actions: ActionDirectory
  readonly calls: Calls
  readonly metadata: Metadata
  /** An agent is told that it needs a scope that it has not. */
  readonly onScopeMissing: (grantId: string) => Promise<void>
  readonly version: string
  /** The origins of the portal's own pages. */
  readonly ownOrigins: readonly string[]
}

export interface WireCall {
  readonly body: unknown
  readonly caller: Principal
  readonly request: RequestMetadata
  readonly signal: AbortSignal
  readonly server?: string
}

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** The protocol over HTTP: who may come in, and what is said to those who may not yet. */
export function createWire({ offer, actions, calls, metadata, onScopeMissing, version, ownOrigins }: WireDependencies) {
  async function challenge(server: string | undefined, values: Readonly<Record<string, string | undefined>>): Promise<string> {
    const all = { ...values, resource_metadata: metadata.resourceMetadataUrl(server) }
    const parts = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}="${value.replaceAll(/["\\\r\n]/g, '')}"`],
    )
    return `Bearer ${parts.join(', ')}`
  }

  async function unauthorised({ request, server }: WireCall): Promise<Answer> {
    const hasToken = request.headers.authorization !== undefined
    const reading = (await offer.scopes()).filter(({ writes }) => !writes).map(({ scope }) => scope)
    const header = await challenge(server, { error: hasToken ? 'invalid_token' : undefined, scope: reading.join(' ') })
    const text = hasToken ? 'The token is not valid any more: sign in again' : 'Sign in first: the header www-authenticate says where'
    return protocolError(401, text, { 'www-authenticate': header })
  }

  /** The scopes that a request needs and the agent has not. */
  function missingScope(body: unknown, tools: readonly Tool[], caller: Principal): string | undefined {
    if (caller.type !== 'user' || !caller.agent) return undefined
    const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown; uri?: unknown } }
    const tool =
      method === 'tools/call'
        ? tools.find(each => each.tool === params?.name)
        : method === 'resources/read' && typeof params?.uri === 'string'
          ? tools.find(each => each.id === actionOf(params.uri as string))
          : undefined
    return tool && !caller.agent.scopes.includes(tool.scope) ? tool.scope : undefined
  }

  function refuseForeignPage(origin: string | undefined): void {
    if (origin === undefined || ownOrigins.includes(origin)) return
    const url = URL.parse(origin)
    if (url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return
    throw new AppError('NotAllowedError', `Pages of ${origin.slice(0, 200)} may not call this`, { code: 'mcp-actions.foreign-origin' })
  }

  return {
    async answer(call: WireCall): Promise<Answer> {
      const { body, caller, request, signal, server: serverId } = call
      refuseForeignPage(request.headers.origin)
      const server = offer.server(serverId)
      if (caller.type === 'none') return unauthorised(call)
      if (Array.isArray(body))
        throw inputError('Several messages in one request are not taken: send them one by one', { code: 'mcp-actions.batch' })
      const isReader = caller.type === 'user' && caller.accessToken?.readOnly === true
      const tools = (await offer.tools(serverId)).filter(({ attributes }) => attributes.readOnly || !isReader)
      const scope = missingScope(body, tools, caller)
      if (scope !== undefined && caller.type === 'user') {
        if (caller.agent) await onScopeMissing(caller.agent.grant)
        // All that it has, and the new one: clients ask for exactly what stands here.
        const wanted = [...(caller.agent?.scopes ?? []), scope].join(' ')
        const header = await challenge(serverId, {
          error: 'insufficient_scope',
          scope: wanted,
          error_description: `This needs the scope ${scope}`,
        })
        return protocolError(403, `The user has not allowed ${scope} to this agent yet: ask for it`, { 'www-authenticate': header })
      }
      // Loaded with the first call: a portal without agents does not hold it.
      const { answerRequest } = await import('./protocol.ts')
      const asked = new Request(metadata.resourceOf(serverId), { method: 'POST', headers: toHeaders(request.headers) })
      const response = await answerRequest(asked, body, { server, version, tools, actions, calls, caller, requestId: request.id, signal })
      return bytes(Buffer.from(await response.arrayBuffer()), {
        status: response.status,
        headers: { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' },
      })
    },
    notOffered: (): Answer => protocolError(405, 'There are no streams and no sessions here: send a POST', { allow: 'POST' }),
  }
}

export type Wire = ReturnType<typeof createWire>

function actionOf(uri: string): string | undefined {
  try {
    return toResourceCall(uri).action
  } catch {
    return undefined
  }
}

function protocolError(status: number, message: string, headers: Readonly<Record<string, string>>): Answer {
  return bytes(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }), {
    status,
    headers: { ...json, ...headers },
  })
}

function toHeaders(headers: RequestMetadata['headers']): Headers {
  const kept = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'last-event-id']) {
    const value = headers[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  return kept
}

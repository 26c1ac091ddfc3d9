import { createClient, unavailableError, type Client, type Transport } from '@portico/core/common'
import type { Discovery } from '../host/discovery.ts'
import type { Principal } from '../host/principal.ts'
import type { PluginTokens } from '../tokens/plugin-tokens.ts'

/** What Node's fetch sends as it is. */
type Upload = NonNullable<RequestInit['body']>

/** Calls routes of other plugins over HTTP, wherever they run. */
export interface PluginClient extends Client<Response, Upload> {
  /** The same client, whose calls count as those of a user. */
  onBehalfOf(user: Principal): Client<Response, Upload>
}

/** The client of one plugin: each request has a token of that plugin for the one it calls. */
export function createPluginClient({ discovery, tokens }: { readonly discovery: Discovery; readonly tokens: PluginTokens }): PluginClient {
  function transport(user?: Principal): Transport<Response, Upload> {
    return {
      baseUrl: discovery.internalUrl,
      tokenFor: plugin => tokens.forPlugin(plugin, user),
      async fetch(url, request) {
        try {
          return await fetch(url, request)
        } catch (error) {
          if (request.signal?.aborted) throw error
          throw unavailableError(`${new URL(url).origin} did not answer`, { code: 'core.unreachable', cause: error })
        }
      },
    }
  }
  return { ...createClient(transport()), onBehalfOf: user => createClient(transport(user)) }
}

import { createClient, type Client as CommonClient } from '@portico/core/common'
import { defineApiRef } from './apis/api-ref.ts'
import type { WebDiscovery } from './discovery.ts'
import type { Fetch } from './fetch.ts'

/** Calls routes of plugins from the browser: replies are the browser's own, uploads what its fetch takes. */
export type Client = CommonClient<Response, BodyInit>

/** The client over one of the browser's fetches: the one with the user's token, or the bare one, which has only cookies. */
export function createWebClient({
  discovery,
  fetch,
}: {
  readonly discovery: Pick<WebDiscovery, 'baseUrl'>
  readonly fetch: Fetch
}): Client {
  return createClient<Response, BodyInit>({ baseUrl: discovery.baseUrl, fetch })
}

/** Calls routes of contracts, for APIs; components use `useQuery`, `useCall` and `useClient`. */
export const clientApiRef = defineApiRef<Client>({ id: 'core.client', description: 'Calls the routes of plugins, as the signed-in user' })

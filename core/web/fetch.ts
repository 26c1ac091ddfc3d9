import { defineApiRef } from './apis/api-ref.ts'

/** The browser's fetch, as far as the portal uses it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** A fetch that also sends and accepts cookies of other origins than the page's: the backend may have another one. */
export function withCookies(fetch: Fetch): Fetch {
  return (url, init) => fetch(url, { ...init, credentials: 'include' })
}

/** The fetch of the portal: `plugin://<id>/path` leads to that plugin, and trusted addresses are sent the user's token. */
export const fetchApiRef = defineApiRef<Fetch>({ id: 'core.fetch', description: 'Requests with the user’s token, by plugin id' })

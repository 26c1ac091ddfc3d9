import type { Input, Route } from './contract.ts'

/** A page that is opened: the parameters of its path, decoded, and what follows it. */
export interface OpenedPage {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: URLSearchParams
}

/** A GET request that a page begins with, by its route. */
export interface FirstRequest {
  readonly route: Route
  readonly input: object
}

/** What a page begins with. Declared once in the common layer of a plugin, for the server, which names it in the HTML, and for `preload`. */
export type FirstRequests = (page: OpenedPage) => readonly FirstRequest[]

/** A request that a page begins with: `firstRequest(helloApi.getGreeting, { params: { id } })`. */
export function firstRequest<R extends Route>(route: R, input: Input<R>): FirstRequest {
  return { route, input }
}

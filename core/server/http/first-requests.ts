import { pathOf, type Input, type Route } from '@portico/core/common'
import { createPageMatcher, type PathParams } from './page-paths.ts'

/** A GET request of a page, by its route. */
export interface FirstRequest {
  readonly route: Route
  readonly input: object
}

/** The first requests of the pages of a plugin, by the path of the page. */
export type FirstRequests = Readonly<Record<string, (params: PathParams) => readonly FirstRequest[]>>

/** A request that a page begins with: `firstRequest(helloApi.getGreeting, { params: { id } })`. */
export function firstRequest<R extends Route>(route: R, input: Input<R>): FirstRequest {
  return { route, input }
}

interface FirstRequestOptions {
  readonly plugins: readonly { readonly firstRequests?: FirstRequests }[]
  /** The address of a plugin's API as the browser has it. */
  readonly externalUrl: (pluginId: string) => string
}

/** The addresses that the page at a path requests first, exactly as its code will. */
export function createFirstRequests({ plugins, externalUrl }: FirstRequestOptions): (pathname: string) => string[] {
  const pages = plugins.flatMap(({ firstRequests = {} }) => Object.entries(firstRequests).map(([path, requests]) => ({ path, requests })))
  const pageAt = createPageMatcher(pages)
  return pathname => {
    const found = pageAt(pathname)
    try {
      return (
        found?.page.requests(decoded(found.params)).map(({ route, input }) => `${externalUrl(route.plugin)}${pathOf(route, input)}`) ?? []
      )
    } catch {
      // An address that names nothing: the page says so.
      return []
    }
  }
}

function decoded(params: PathParams): PathParams {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
}

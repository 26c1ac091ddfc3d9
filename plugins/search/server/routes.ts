import { bytes, type Audit, type Handlers } from '@portico/core/server'
import { parseQueryParams, type searchApi } from '@portico/search/common'
import type { IndexStatusReader } from './documents/index-status.ts'
import type { Sources } from './documents/sources.ts'
import { typeNotFound } from './errors.ts'
import type { SearchRequest, Searching } from './searching/searching.ts'

interface RouteDependencies {
  readonly searching: Searching
  readonly status: Pick<IndexStatusReader, 'read'>
  readonly sources: Pick<Sources, 'get'>
  /** Has all documents of a type read again. */
  readonly runWhole: (type: string) => Promise<void>
  readonly audit: Audit
}

/** The routes of searching, and of those who run the index. */
export function searchRoutes({ searching, status, sources, runWhole, audit }: RouteDependencies): Handlers<typeof searchApi> {
  return {
    query: async ({ caller, query }) => bytes(await searching.query(caller, toSearchRequest(query))),
    getFacets: ({ caller, query }) => searching.facets(caller, toSearchRequest(query)),
    listTypes: async ({ caller }) => ({ types: (await searching.facets(caller, {})).types }),
    getStatus: () => status.read(),
    async runType({ caller, params, request }) {
      if (!sources.get(params.type)) throw typeNotFound(params.type)
      await runWhole(params.type)
      await audit.record({ caller, action: 'search.index.run', subject: params.type, result: 'success', requestId: request.id })
    },
  }
}

function toSearchRequest(query: Readonly<Record<string, unknown>>): SearchRequest {
  return { ...query, ...parseQueryParams(query), explain: query['explain'] === 'true' }
}

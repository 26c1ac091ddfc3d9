import type { IdentityPort, Principal } from '@portico/core/server'
import { decodePageCursor, encodePageCursor, type QueryParams, type ResultFacets } from '@portico/search/common'
import { randomUUID } from 'node:crypto'
import type { SearchSection } from '../config.ts'
import type { Sources } from '../documents/sources.ts'
import type { EngineQuery, Near, SearchEngine } from '../engines/engine.ts'
import { invalidCursor, missingIndex, pageTooLarge, termTooLong, unknownType } from '../errors.ts'
import type { IndexPresence } from './index-presence.ts'
import type { VisibilityOf } from './visibility.ts'

/** What was asked over HTTP. */
export interface SearchRequest extends Partial<QueryParams> {
  readonly term?: string | undefined
  readonly pageCursor?: string | undefined
  readonly pageLimit?: number | undefined
  readonly explain?: boolean
}

export interface SearchingDependencies {
  readonly engine: Pick<SearchEngine, 'query' | 'facets'>
  readonly sources: Pick<Sources, 'types'>
  readonly visibilityOf: VisibilityOf
  readonly identity: Pick<IdentityPort, 'userInfo'>
  readonly settings: () => SearchSection & { readonly pageLimit: number }
  readonly indexPresence: IndexPresence
  readonly onAnswer: (answered: Answered) => void
}

/** A query that was answered, for metrics and for those who run the portal. */
export interface Answered {
  readonly caller: Principal
  readonly term: string
  readonly total: number | undefined
  readonly tookMs: number
  readonly isPerson: boolean
}

const maxNear = 50
const maxFields = 20

export type Searching = ReturnType<typeof createSearching>

/** The rules of searching: limits, who may see what, pages. */
export function createSearching(dependencies: SearchingDependencies) {
  const { engine, sources, visibilityOf, identity, settings, indexPresence, onAnswer } = dependencies
  // Random, so that no text of a document can be taken for a mark.
  const id = randomUUID()
  const marks = { pre: `<${id}>`, post: `</${id}>` }

  function typesOf(asked: readonly string[] | undefined): readonly string[] {
    if (!asked || asked.length === 0) return sources.types
    for (const type of asked) if (!sources.types.includes(type)) throw unknownType(type, sources.types)
    return asked
  }

  async function nearTo(caller: Principal, { starred = [], recent = [] }: SearchRequest): Promise<Near> {
    const given = { starred: starred.slice(0, maxNear).map(lower), recent: recent.slice(0, maxNear).map(lower) }
    if (caller.type !== 'user') return { owners: [], ...given }
    // Ownership only moves results a little: where it cannot be found out, they are found all the same.
    const info = await identity.userInfo(caller.userEntityRef).catch(() => undefined)
    return { owners: info?.ownershipEntityRefs.slice(0, maxNear) ?? [], ...given }
  }

  async function toQuery(caller: Principal, request: SearchRequest): Promise<EngineQuery> {
    const { maxTermLength, permissions } = settings()
    const term = request.term ?? ''
    if (term.length > maxTermLength) throw termTooLong(maxTermLength)
    const asked = typesOf(request.types)
    const [types, near] = await Promise.all([visibilityOf(caller, asked), nearTo(caller, request)])
    return { term, types, filters: request.filters ?? {}, near, budgetMs: permissions.queryLatencyBudgetMs }
  }

  function pageOf({ pageCursor, pageLimit }: SearchRequest): { readonly page: number; readonly limit: number } {
    const { maxPageLimit, pageLimit: defaultLimit } = settings()
    const limit = pageLimit ?? Math.min(defaultLimit, maxPageLimit)
    if (limit > maxPageLimit) throw pageTooLarge(maxPageLimit)
    const page = pageCursor === undefined || pageCursor === '' ? 0 : decodePageCursor(pageCursor)
    if (page === undefined) throw invalidCursor()
    return { page, limit }
  }

  async function requireIndex(types: readonly string[]): Promise<void> {
    if (types.length > 0 && !(await indexPresence.hasAny(types))) throw missingIndex(types)
  }

  return {
    /** A page of results, as JSON. */
    async query(caller: Principal, request: SearchRequest): Promise<string> {
      const began = performance.now()
      const { page, limit } = pageOf(request)
      const query = await toQuery(caller, request)
      const answer = await engine.query({ ...query, offset: page * limit, limit, marks, explain: request.explain ?? false })
      if (answer.count === 0 && answer.total === 0) await requireIndex([...query.types.keys()])
      const { term } = query
      onAnswer({ caller, term, total: answer.total, tookMs: performance.now() - began, isPerson: answer.isPerson })
      const parts = {
        ...(answer.total !== undefined && { numberOfResults: answer.total }),
        ...(answer.hasMore && limit > 0 && { nextPageCursor: encodePageCursor(page + 1) }),
        ...(page > 0 && { previousPageCursor: encodePageCursor(page - 1) }),
      }
      const rest = JSON.stringify(parts).slice(1)
      return `{"results":${answer.results}${rest === '}' ? rest : `,${rest}`}`
    },

    async facets(caller: Principal, request: SearchRequest): Promise<ResultFacets> {
      const query = await toQuery(caller, request)
      const { types, fields, isComplete } = await engine.facets(query, (request.fields ?? []).slice(0, maxFields))
      const counts = new Map(types.map(({ type, count }) => [type, count]))
      return {
        types: [...query.types.keys()].map(type => ({ type, count: counts.get(type) ?? 0 })),
        fields: Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, [...values]])),
        complete: isComplete,
      }
    },
  }
}

function lower(text: string): string {
  return text.toLowerCase()
}

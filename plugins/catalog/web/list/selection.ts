import { catalogApi, tryParseEntityRef, type EntityFilter, type EntityPage, type EntityQuery } from '@portico/catalog/common'
import { stringifyFilter, type FilterGroup } from '@portico/catalog/common'
import { query } from '@portico/core/web'
import { conditionsOf, type Condition } from './filters/filter.ts'
import type { IndexFilters } from './filters/index-state.ts'
import type { IndexModel, UserList } from './index-model.ts'

/** A search: all of some conditions, and where there are alternatives one of those too. An empty list of alternatives finds nothing. */
export interface Selection {
  readonly all: readonly Condition[]
  readonly any?: readonly (readonly Condition[])[]
}

/** The user: what they own, what they have starred. */
export interface Viewer {
  readonly ownershipRefs: readonly string[]
  readonly starred: ReadonlySet<string>
}

/** Some proxies refuse longer addresses; the query is then sent in a body. */
const maxFilterLength = 4000

/** The selection of filters, in one of the user's lists. */
export function selectionOf(filters: IndexFilters, viewer: Viewer, model: IndexModel, list: UserList = filters.user): Selection {
  const { kind, values } = filters
  const chosen = model.filters(kind).flatMap(filter => (values[filter.id] ? conditionsOf(filter, values[filter.id] ?? []) : []))
  const all: Condition[] = [['kind', [kind]], ...chosen]
  if (list === 'owned') all.push(['relations.ownedBy', viewer.ownershipRefs])
  return list === 'starred' ? { all, any: toStarredGroups(viewer.starred, kind) } : { all }
}

/** The starred entities of a kind by name alone, for counting; the answer is then filtered by full ref. */
export function starredByName(filters: IndexFilters, viewer: Viewer, model: IndexModel): Selection {
  const names = [...viewer.starred].flatMap(ref => tryParseEntityRef(ref)?.name ?? [])
  return { all: [...selectionOf(filters, viewer, model, 'all').all, ['metadata.name', [...new Set(names)]]] }
}

function toStarredGroups(starred: ReadonlySet<string>, kind: string): Condition[][] {
  const names = new Map<string, string[]>()
  for (const ref of starred) {
    const parts = tryParseEntityRef(ref)
    if (parts?.kind === kind) names.set(parts.namespace, [...(names.get(parts.namespace) ?? []), parts.name])
  }
  return [...names].map(([namespace, found]) => [
    ['metadata.namespace', [namespace]],
    ['metadata.name', found],
  ])
}

/** Whether nothing can be found, so that no request is needed. */
export function isNothing({ all, any }: Selection): boolean {
  return any?.length === 0 || all.some(([, values]) => values.length === 0)
}

/** A selection as a filter, which fits an address; undefined where only a query can say it. */
export function toFilter({ all, any = [[]] }: Selection): FilterGroup[] | undefined {
  const groups = any.map(more => [...all, ...more])
  const fits = groups.every(group => new Set(group.map(([field]) => field)).size === group.length)
  const values = groups.flat().flatMap(([, found]) => found)
  if (!fits || values.some(value => value.includes(','))) return undefined
  const filter: FilterGroup[] = groups.map(group => Object.fromEntries(group))
  return stringifyFilter(filter).join().length > maxFilterLength ? undefined : filter
}

/** A selection as a query, which can say everything. */
export function toEntityQuery({ all, any }: Selection): EntityQuery {
  const conditions = all.map(toPart)
  return { $all: any ? [...conditions, { $any: any.map(group => ({ $all: group.map(toPart) })) }] : conditions }
}

function toPart([field, values]: Condition): EntityQuery {
  return { [field]: { $in: values } }
}

/** The same for the catalog's client. */
export function toClientSelection(selection: Selection): { readonly filter: EntityFilter } | { readonly query: EntityQuery } {
  const filter = toFilter(selection)
  return filter ? { filter } : { query: toEntityQuery(selection) }
}

export interface PageRequest {
  readonly text?: string
  readonly limit: number
  readonly offset?: number
  readonly cursor?: string | undefined
  readonly orderField?: string
  /** As it was at a moment. */
  readonly asOf?: string | undefined
  readonly fields: readonly string[]
}

type PageQuery = ReturnType<typeof query<typeof catalogApi.queryEntities>>

/** One page of what a selection finds, as a query of the portal's cache. */
export function pageQuery(
  selection: Selection,
  { text = '', limit, offset = 0, cursor, orderField, asOf, fields }: PageRequest,
): PageQuery {
  const filter = toFilter(selection)
  if (filter) {
    const joined = fields.join(',')
    if (cursor !== undefined) return query(catalogApi.queryEntities, { query: { cursor, limit, fields: joined } })
    return query(catalogApi.queryEntities, {
      query: {
        filter: stringifyFilter(filter),
        fields: joined,
        limit,
        ...(offset > 0 && { offset }),
        ...(orderField !== undefined && { orderField }),
        ...(text !== '' && { fullTextFilterTerm: text }),
        ...(asOf !== undefined && { asOf }),
      },
    })
  }
  const [field = '', order] = orderField?.split(',') ?? []
  const body = {
    limit,
    fields: [...fields],
    ...(cursor === undefined
      ? {
          query: toEntityQuery(selection),
          ...(offset > 0 && { offset }),
          ...(orderField !== undefined && { orderBy: [{ field, order: order === 'desc' ? ('desc' as const) : ('asc' as const) }] }),
          ...(text !== '' && { fullTextFilter: { term: text } }),
          ...(asOf !== undefined && { asOf }),
        }
      : { cursor }),
  }
  // Both routes answer with the same page.
  return query(catalogApi.queryEntitiesByPredicate, { body }) as unknown as PageQuery
}

export const nothing: EntityPage = { items: [], totalItems: 0, pageInfo: {} }

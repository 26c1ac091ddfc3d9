import {
  catalogApi,
  decodeQueryCursor,
  encodeQueryCursor,
  entityRefOf,
  matches,
  parseFilterParams,
  parseOrderField,
  parseQuery,
  searchPairs,
  type Entity,
  type EntityOrder,
  type EntityPredicate,
} from '@portico/catalog/common'
import type { Reply, Route } from '@portico/core/common'

interface Asked {
  readonly url: string
  readonly body: unknown
}

interface PageRequest {
  readonly predicate: EntityPredicate | undefined
  readonly term: string
  readonly order: EntityOrder | undefined
  readonly limit: number
  readonly offset: number
  readonly origin: Record<string, unknown>
}

/** A fake catalog in memory that answers the routes of the list by the catalog's own rules. */
export function catalogAnswers(entities: readonly Entity[]) {
  const find = (predicate: EntityPredicate | undefined) =>
    entities.filter(entity => predicate === undefined || matches(predicate, searchPairs(entity)))

  function page({ predicate, term, order, limit, offset, origin }: PageRequest) {
    const words = term.toLowerCase()
    const named = (entity: Entity) =>
      [entity.metadata.name, entity.metadata.title, (entity.spec?.['profile'] as { displayName?: string } | undefined)?.displayName]
        .filter(text => text !== undefined)
        .some(text => text.toLowerCase().includes(words))
    const found = sorted(find(predicate).filter(named), order)
    const cursor = (at: number) =>
      encodeQueryCursor({ orderFields: [], orderFieldValues: [], isPrevious: false, totalItems: at, ...origin } as never)
    return {
      items: found.slice(offset, offset + limit),
      totalItems: found.length,
      pageInfo: {
        ...(offset + limit < found.length && limit > 0 && { nextCursor: cursor(offset + limit) }),
        ...(offset > 0 && { prevCursor: cursor(Math.max(0, offset - limit)) }),
      },
    }
  }

  function byQuery(request: Asked) {
    const search = new URL(request.url).searchParams
    const cursor = search.get('cursor')
    const known = cursor === null ? undefined : (decodeQueryCursor(cursor) as unknown as Record<string, unknown>)
    const filter = (known?.['filter'] as string[] | undefined) ?? search.getAll('filter')
    const orderField = (known?.['orderField'] as string | undefined) ?? search.get('orderField')
    return page({
      predicate: parseFilterParams(filter),
      term: search.get('fullTextFilterTerm') ?? '',
      order: orderField ? parseOrderField(orderField) : undefined,
      limit: Number(search.get('limit') ?? 200),
      offset: known ? Number(known['totalItems']) : Number(search.get('offset') ?? 0),
      origin: { filter, ...(orderField && { orderField }) },
    })
  }

  return [
    answerTo(catalogApi.queryEntities, byQuery),
    answerTo(catalogApi.queryEntitiesByPredicate, ({ body }) => {
      const { query, limit = 200, offset = 0, fullTextFilter, orderBy } = body as Record<string, never>
      const { term = '' } = (fullTextFilter ?? {}) as { term?: string }
      return page({
        predicate: parseQuery(query),
        term,
        order: (orderBy as EntityOrder[] | undefined)?.[0],
        limit,
        offset,
        origin: { query },
      })
    }),
    answerTo(catalogApi.listEntities, ({ url }) => sorted(find(parseFilterParams(new URL(url).searchParams.getAll('filter'))), undefined)),
    answerTo(catalogApi.getEntitiesByRefs, ({ body }) => ({
      items: (body as { entityRefs: string[] }).entityRefs.map(ref => entities.find(entity => entityRefOf(entity) === ref) ?? null),
    })),
    answerTo(catalogApi.getEntityFacets, ({ url }) => {
      const search = new URL(url).searchParams
      const found = find(parseFilterParams(search.getAll('filter')))
      return { facets: Object.fromEntries(search.getAll('facet').map(facet => [facet, countValues(found, facet.toLowerCase())])) }
    }),
  ]
}

function answerTo<R extends Route>(route: R, answer: (asked: Asked) => Reply<R>) {
  return { route, answer }
}

function sorted(entities: readonly Entity[], order: EntityOrder | undefined): Entity[] {
  const read = (entity: Entity) =>
    searchPairs(entity).find(([key]) => key === (order?.field ?? 'metadata.name').toLowerCase())?.[1] ?? '\uffff'
  const direction = order?.order === 'desc' ? -1 : 1
  return [...entities].sort((a, b) => (read(a) < read(b) ? -1 : read(a) > read(b) ? 1 : 0) * direction)
}

function countValues(entities: readonly Entity[], facet: string) {
  const counts = new Map<string, number>()
  for (const entity of entities) {
    for (const [key, value] of searchPairs(entity))
      if (key === facet && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1))
}

/** An entity of a test, in short. */
export function entityOf(
  kind: string,
  name: string,
  {
    owner,
    system,
    spec = {},
    status,
    ...metadata
  }: Readonly<Record<string, unknown>> & { owner?: string; system?: string; spec?: object } = {},
): Entity {
  const relations = [
    ...(owner === undefined ? [] : [{ type: 'ownedBy', targetRef: owner }]),
    ...(system === undefined ? [] : [{ type: 'partOf', targetRef: system }]),
  ]
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind,
    metadata: { name, ...metadata },
    spec: { ...spec },
    relations,
    ...(status !== undefined && { status: status as NonNullable<Entity['status']> }),
  }
}

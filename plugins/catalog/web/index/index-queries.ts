import { catalogApi } from '@portico/catalog/common'
import { query } from '@portico/core/web'
import { fieldsOf } from './entity-row.ts'
import type { IndexState } from './filters.ts'
import { toOrderParam } from './order.ts'
import { pageQuery, type Selection } from './selection.ts'
import type { PagingMode } from './settings.ts'

export const nameFields = ['kind', 'metadata.name', 'metadata.namespace']

/** The page of rows that a state shows. */
export function rowsQuery({ filters, limit, offset, cursor, order }: IndexState, selection: Selection, mode: PagingMode) {
  return pageQuery(selection, {
    text: filters.text.trim(),
    limit,
    fields: fieldsOf(filters.kind),
    orderField: toOrderParam(order),
    ...(mode === 'cursor' ? { cursor } : { offset }),
  })
}

/** Every entity of a kind, where pages are made in the browser. */
export function everythingQuery(kind: string) {
  return query(catalogApi.listEntities, {
    query: { filter: [`kind=${kind}`], fields: fieldsOf(kind, { whole: true }).join(','), order: ['asc:metadata.name'] },
  })
}

/** How many a selection finds. */
export function countQuery(selection: Selection) {
  return pageQuery(selection, { limit: 0, fields: nameFields })
}

/** The kinds that there are. */
export function kindsQuery() {
  return query(catalogApi.getEntityFacets, { query: { facet: ['kind'] } })
}

/** What the small filters of a kind offer. */
export function kindFacetsQuery(kind: string) {
  return query(catalogApi.getEntityFacets, {
    query: { facet: ['spec.type', 'spec.lifecycle', 'metadata.namespace'], filter: [`kind=${kind}`] },
  })
}

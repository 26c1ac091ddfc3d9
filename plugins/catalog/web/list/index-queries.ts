import { catalogApi, stringifyFilter } from '@portico/catalog/common'
import { query } from '@portico/core/web'
import { fieldsOf } from './row-fields.ts'
import { conditionsOf, type Condition } from './filters/filter.ts'
import type { IndexState } from './filters/index-state.ts'
import type { IndexModel, PagingMode } from './index-model.ts'
import { toMoment } from '../time/use-moment.ts'
import { orderFieldOf } from './order.ts'
import { pageQuery, toFilter, type Selection } from './selection.ts'

export const nameFields = ['kind', 'metadata.name', 'metadata.namespace']

/** The page of rows that a state shows. */
export function rowsQuery(
  { filters, limit, offset, cursor, order, asOf }: IndexState,
  selection: Selection,
  { mode, model }: { readonly mode: PagingMode; readonly model: IndexModel },
) {
  const sort = orderFieldOf(order, model.columns(filters.kind))
  return pageQuery(selection, {
    text: filters.text.trim(),
    limit,
    fields: fieldsOf(filters.kind, model),
    orderField: `${sort.field},${sort.order}`,
    ...(mode === 'cursor' ? { cursor } : { offset }),
    asOf: toMoment(asOf),
  })
}

/** Every entity of a kind, where pages are made in the browser. */
export function everythingQuery(kind: string, model: IndexModel) {
  return query(catalogApi.listEntities, {
    query: { filter: [`kind=${kind}`], fields: fieldsOf(kind, model, { whole: true }).join(','), order: ['asc:metadata.name'] },
  })
}

/** How many a selection finds, or found at a moment. */
export function countQuery(selection: Selection, asOf?: string) {
  return pageQuery(selection, { limit: 0, fields: nameFields, asOf: toMoment(asOf) })
}

/** The kinds that there are, or that some conditions find. */
export function kindsQuery(conditions: readonly Condition[] = []) {
  const filter = conditions.length > 0 ? toFilter({ all: conditions }) : undefined
  return query(catalogApi.getEntityFacets, { query: { facet: ['kind'], ...(filter && { filter: stringifyFilter(filter) }) } })
}

/** What the filters by status ask for: they hold for every kind. */
export function statusConditions({ kind, values }: IndexState['filters'], model: IndexModel): readonly Condition[] {
  const status = model.filters(kind).filter(({ place }) => place === 'status')
  return status.flatMap(filter => (values[filter.id]?.length ? conditionsOf(filter, values[filter.id] ?? []) : []))
}

/** What the small filters of a kind offer. */
export function kindFacetsQuery(kind: string, model: IndexModel) {
  const small = model.filters(kind).filter(({ large = false, place }) => !large && place !== 'more')
  const facet = small.flatMap(({ facet: field }) => field ?? [])
  return query(catalogApi.getEntityFacets, { query: { facet, filter: [`kind=${kind}`] } })
}

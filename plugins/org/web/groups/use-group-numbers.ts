import { catalogApi, type EntityFacets } from '@portico/catalog/common'
import { query, useQuery } from '@portico/core/web'
import { useMemo } from 'react'

/** How many groups and people are directly in each group. Two requests, however many groups there are. */
export function useGroupNumbers() {
  const children = useQuery(
    query(catalogApi.getEntityFacetsByPredicate, { body: { facets: ['relations.childof'], query: { kind: 'group' } } }),
  )
  const members = useQuery(
    query(catalogApi.getEntityFacetsByPredicate, { body: { facets: ['relations.memberof'], query: { kind: 'user' } } }),
  )
  return {
    children: useMemo(() => toNumbers(children.data, 'relations.childof'), [children.data]),
    members: useMemo(() => toNumbers(members.data, 'relations.memberof'), [members.data]),
  }
}

export type GroupNumbers = ReturnType<typeof useGroupNumbers>

/** Undefined while loading. */
function toNumbers(facets: EntityFacets | undefined, facet: string): ReadonlyMap<string, number> | undefined {
  const counts = facets?.facets[facet]
  return facets && new Map((counts ?? []).map(({ value, count }) => [value.toLowerCase(), count]))
}

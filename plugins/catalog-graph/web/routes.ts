import { defineExternalRouteRef, defineRouteRef } from '@portico/core/web'

/** The page of the graph. What it shows is in its query string. */
export const catalogGraphRoute = defineRouteRef({ id: 'catalog-graph' })

/** The page of an entity in the graph. */
export const catalogEntityRoute = defineExternalRouteRef({
  id: 'catalog-entity',
  params: ['namespace', 'kind', 'name'],
  optional: true,
  defaultTarget: 'catalog.catalogEntity',
})

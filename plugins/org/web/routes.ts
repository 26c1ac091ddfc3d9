import { defineExternalRouteRef, defineRouteRef } from '@portico/core/web'

/** The chart of all groups. */
export const orgChartRoute = defineRouteRef({ id: 'org-chart' })

/** The graph of the catalog, where it is installed. */
export const catalogGraphRoute = defineExternalRouteRef({
  id: 'catalog-graph',
  optional: true,
  defaultTarget: 'catalog-graph.catalogGraph',
})

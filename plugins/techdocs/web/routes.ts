import { defineRouteRef } from '@portico/core/web'

/** All docs. */
export const docsIndexRoute = defineRouteRef({ id: 'techdocs-index' })

/** The docs of one entity. Their pages are paths below it. */
export const docRootRoute = defineRouteRef({ id: 'techdocs-reader', params: ['namespace', 'kind', 'name'] })

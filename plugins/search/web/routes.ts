import { defineRouteRef } from '@portico/core/web'

/** The search page. */
export const searchRoute = defineRouteRef({ id: 'search' })

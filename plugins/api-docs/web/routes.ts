import { defineRouteRef } from '@portico/core/web'

/** The list of APIs. */
export const apiDocsRoute = defineRouteRef({ id: 'api-docs' })

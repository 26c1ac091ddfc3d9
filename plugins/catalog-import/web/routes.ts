import { defineRouteRef } from '@portico/core/web'

/** The page where existing components are registered; `register-component` of other plugins leads here. */
export const catalogImportRoute = defineRouteRef({ id: 'catalog-import' })

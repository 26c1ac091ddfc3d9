import { defineExternalRouteRef, defineRouteRef } from '@portico/core/web'

/** The settings page. Tabs are paths below it. */
export const settingsRoute = defineRouteRef({ id: 'user-settings' })

/** The page of an entity, where the portal has one. */
export const catalogEntityRoute = defineExternalRouteRef({
  id: 'user-settings-catalog-entity',
  params: ['namespace', 'kind', 'name'],
  optional: true,
  defaultTarget: 'catalog.catalogEntity',
})

import { defineExternalRouteRef, defineRouteRef } from '@portico/core/web'

/** The index of the catalog. */
export const catalogIndexRoute = defineRouteRef({ id: 'catalog-index' })

/** What is wrong in the catalog. */
export const catalogHealthRoute = defineRouteRef({ id: 'catalog-health' })

/** The page of one entity. Tabs are paths below it. */
export const entityRoute = defineRouteRef({ id: 'catalog-entity', params: ['namespace', 'kind', 'name'] })

/** The page that creates components. */
export const createComponentRoute = defineExternalRouteRef({
  id: 'create-component',
  optional: true,
  defaultTarget: 'scaffolder.root',
})

/** The page that registers existing components. */
export const registerComponentRoute = defineExternalRouteRef({
  id: 'register-component',
  optional: true,
  defaultTarget: 'catalog-import.importPage',
})

/** The documentation of an entity. */
export const viewTechDocsRoute = defineExternalRouteRef({
  id: 'view-techdocs',
  params: ['namespace', 'kind', 'name'],
  optional: true,
  defaultTarget: 'techdocs.docRoot',
})

/** The page that runs a template. */
export const createFromTemplateRoute = defineExternalRouteRef({
  id: 'create-from-template',
  params: ['namespace', 'templateName'],
  optional: true,
  defaultTarget: 'scaffolder.selectedTemplate',
})

/** Where to go after an entity was unregistered or deleted; the index where nothing is bound. */
export const unregisterRedirectRoute = defineExternalRouteRef({ id: 'unregister-redirect', optional: true })

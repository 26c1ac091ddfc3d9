import { defineExternalRouteRef, defineRouteRef, defineSubRouteRef } from '@portico/core/web'

/** The list of templates: the root of every page of the scaffolder. */
export const rootRoute = defineRouteRef({ id: 'scaffolder' })

/** The form of a template by its name alone, in the default namespace. */
export const legacySelectedTemplateRoute = defineSubRouteRef({
  id: 'scaffolder/legacy-selected-template',
  parent: rootRoute,
  path: '/templates/:templateName',
})

/** The form of a template. Its pages are paths below it. */
export const selectedTemplateRoute = defineSubRouteRef({
  id: 'scaffolder/selected-template',
  parent: rootRoute,
  path: '/templates/:namespace/:templateName',
})

/** A run of a template. */
export const taskRoute = defineSubRouteRef({ id: 'scaffolder/task', parent: rootRoute, path: '/tasks/:taskId' })

/** Where existing components are registered. */
export const registerComponentRoute = defineExternalRouteRef({
  id: 'register-component',
  optional: true,
  defaultTarget: 'catalog-import.importPage',
})

/** The docs of a template. */
export const viewTechDocRoute = defineExternalRouteRef({
  id: 'view-techdoc',
  params: ['namespace', 'kind', 'name'],
  optional: true,
  defaultTarget: 'techdocs.docRoot',
})

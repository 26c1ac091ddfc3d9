import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import { changeRoutes } from './changes/change-routes.ts'
import { definitionRoutes } from './definitions/definition-routes.ts'
import type { Definitions } from './definitions/open-definitions.ts'
import { tryRoutes } from './try/try-routes.ts'

/** The routes of API docs. */
export function apiDocsRoutes({ definitions }: { readonly definitions: Definitions }): Handlers<typeof apiDocsApi> {
  return { ...definitionRoutes(definitions), ...changeRoutes(), ...tryRoutes() }
}

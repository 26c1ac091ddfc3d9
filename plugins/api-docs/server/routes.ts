import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import { changeRoutes } from './changes/change-routes.ts'
import { definitionRoutes } from './definitions/definition-routes.ts'
import type { tryRoutes } from './try/try-routes.ts'

/** The routes of API docs. */
export function apiDocsRoutes({ trying }: { readonly trying: ReturnType<typeof tryRoutes> }): Handlers<typeof apiDocsApi> {
  return { ...definitionRoutes(), ...changeRoutes(), ...trying }
}

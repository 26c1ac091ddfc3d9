import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import { changeRoutes } from './changes/change-routes.ts'
import type { Changes } from './changes/open-changes.ts'
import { definitionRoutes } from './definitions/definition-routes.ts'
import type { Definitions } from './definitions/open-definitions.ts'
import { tryRoutes } from './try/try-routes.ts'

/** The routes of API docs. */
export function apiDocsRoutes({
  definitions,
  changes,
}: {
  readonly definitions: Definitions
  readonly changes: Changes
}): Handlers<typeof apiDocsApi> {
  return { ...definitionRoutes(definitions), ...changeRoutes(changes), ...tryRoutes() }
}

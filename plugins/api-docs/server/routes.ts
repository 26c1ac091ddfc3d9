import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import { changeRoutes } from './changes/change-routes.ts'
import type { Changes } from './changes/open-changes.ts'
import { definitionRoutes } from './definitions/definition-routes.ts'
import type { Definitions } from './definitions/open-definitions.ts'
import type { tryRoutes } from './try/try-routes.ts'

interface Dependencies {
  readonly definitions: Definitions
  readonly changes: Changes
  readonly trying: ReturnType<typeof tryRoutes>
}

/** The routes of API docs. */
export function apiDocsRoutes({ definitions, changes, trying }: Dependencies): Handlers<typeof apiDocsApi> {
  return { ...definitionRoutes(definitions), ...changeRoutes(changes), ...trying }
}

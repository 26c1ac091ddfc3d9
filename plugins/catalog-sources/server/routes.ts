import type { Catalog, RootLocation } from '@portico/catalog/server'
import type { catalogSourcesApi, LocationState } from '@portico/catalog-sources/common'
import type { Audit, Handlers } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import { hostNotFound } from './errors.ts'
import { scimRoutes } from './scim/scim-routes.ts'
import type { Scim } from './scim/scim.ts'
import { maxRunMs, type Sources } from './sources/sources.ts'

const defaultLocations = 100

interface RouteDependencies {
  readonly sources: Sources
  readonly scim: Scim
  readonly catalog: Pick<Catalog, 'roots'>
  readonly integrations: Pick<Integrations, 'check'>
  readonly audit: Audit
  /** When sources run next, by id; those that only run when somebody asks are not there. */
  readonly nextRuns: () => Promise<ReadonlyMap<string, string>>
}

/** The routes by which administrators see and run sources, and of identity providers that push people. */
export function catalogSourcesRoutes({
  sources,
  scim,
  catalog,
  integrations,
  audit,
  nextRuns,
}: RouteDependencies): Handlers<typeof catalogSourcesApi> {
  return {
    ...scimRoutes(scim),
    listSources: async () => {
      const next = await nextRuns()
      const items = await sources.states()
      return { items: items.map(item => ({ ...item, ...(next.has(item.id) && { nextRunAt: next.get(item.id) }) })) }
    },
    // It goes on when whoever asked for it leaves the page.
    runSource: async ({ params, body, caller, request }) => {
      const run = await sources.run(params.id, { force: body.force, signal: AbortSignal.timeout(maxRunMs) })
      const details = { force: body.force, removed: run.removed }
      const result = run.result === 'completed' ? 'success' : 'failure'
      await audit.record({ caller, action: 'catalog-sources.source.run', subject: params.id, result, details, requestId: request.id })
      return run
    },
    dryRunSource: ({ params }) => sources.dryRun(params.id, AbortSignal.timeout(maxRunMs)),
    pauseSource: async ({ params, body, caller, request }) => {
      await sources.pause(params.id, body.isPaused)
      const action = body.isPaused ? 'catalog-sources.source.pause' : 'catalog-sources.source.resume'
      await audit.record({ caller, action, subject: params.id, result: 'success', requestId: request.id })
    },
    listLocations: async ({ query: { limit = defaultLocations, offset = 0 } }) => {
      const { items, total } = await catalog.roots({ limit, offset })
      return { items: items.map(toLocationState), totalItems: total }
    },
    listHosts: () => ({ items: sources.hosts() }),
    checkHost: async ({ params }) => {
      const found = await integrations.check(params.host)
      if (!found) throw hostNotFound(params.host)
      const { isFine, message, scopes, missingScopes } = found
      return { ...(isFine !== undefined && { isFine }), message, scopes: [...scopes], missingScopes: [...missingScopes] }
    },
  }
}

function toLocationState({ readAt, nextReadAt, ...location }: RootLocation): LocationState {
  return {
    ...location,
    ...(readAt && { readAt: readAt.toISOString() }),
    ...(nextReadAt && { nextReadAt: nextReadAt.toISOString() }),
  }
}

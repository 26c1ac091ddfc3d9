import type { Catalog, RootLocation } from '@portico/catalog/server'
import type { catalogSourcesApi, LocationState } from '@portico/catalog-sources/common'
import type { Audit, Handlers } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import { hostNotFound } from './errors.ts'
import type { Scim } from './scim/scim.ts'
import { maxRunMs, type Sources } from './sources.ts'

const defaultLocations = 100

type Routes = Handlers<typeof catalogSourcesApi>

interface Dependencies {
  readonly sources: Sources
  readonly catalog: Pick<Catalog, 'roots'>
  readonly integrations: Pick<Integrations, 'check'>
  readonly audit: Audit
  /** When sources run next, by id; those that only run when somebody asks are not there. */
  readonly nextRuns: () => Promise<ReadonlyMap<string, string>>
}

/** What administrators see of sources and hosts, and do with them. */
export function sourceRoutes({
  sources,
  catalog,
  integrations,
  audit,
  nextRuns,
}: Dependencies): Pick<Routes, Exclude<keyof Routes, `${string}Scim${string}`>> {
  return {
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

/** What an identity provider pushes, and asks for. */
export function scimRoutes(scim: Scim): Pick<Routes, Extract<keyof Routes, `${string}Scim${string}`>> {
  return {
    getScimConfig: () => scim.config(),
    listScim: ({ params, query }) => scim.list(params.type, query),
    getScim: ({ params }) => scim.get(params.type, params.id),
    createScim: ({ params, stream }) => scim.create(params.type, stream),
    replaceScim: ({ params, stream }) => scim.replace(params.type, params.id, stream),
    changeScim: ({ params, stream }) => scim.change(params.type, params.id, stream),
    deleteScim: ({ params }) => scim.remove(params.type, params.id),
  }
}

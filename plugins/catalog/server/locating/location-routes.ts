import {
  decodeLocationCursor,
  encodeLocationCursor,
  entityDeletePermission,
  entityRefreshPermission,
  locationReadPermission,
  parseEntityRef,
  parseQuery,
  stringifyEntityRef,
  type AddedLocation,
  type catalogApi,
} from '@portico/catalog/common'
import { notFoundError } from '@portico/core/common'
import { bytes, type Audit, type Handlers, type Permissions, type Principal } from '@portico/core/server'
import { Readable } from 'node:stream'
import { entityNotFound, locationNotFound } from '../errors.ts'
import type { createLocationAnalysis } from './analyze-location.ts'
import type { createPreview } from '../previewing/preview-entities.ts'
import type { Processing } from '../processing/create-processing.ts'
import { joinChunks } from '../processing/process/preview.ts'
import type { Entities } from '../reading/entities.ts'
import type { Feed } from '../reading/feed.ts'

export interface LocationRouteDependencies {
  readonly processing: Processing
  readonly entities: Entities
  readonly feed: Feed
  readonly permissions: Permissions
  readonly audit: Audit
  readonly analyze: ReturnType<typeof createLocationAnalysis>
  readonly preview: ReturnType<typeof createPreview>
}

type LocationRoutes =
  | 'deleteEntityByUid'
  | 'refreshEntity'
  | 'analyzeLocation'
  | 'previewEntities'
  | 'listLocations'
  | 'addLocation'
  | 'queryLocations'
  | 'getLocation'
  | 'updateLocation'
  | 'deleteLocation'
  | 'getLocationByEntity'

/** The routes by which users bring entities in, have them read again, and remove them. */
export function locationRoutes(dependencies: LocationRouteDependencies): Pick<Handlers<typeof catalogApi>, LocationRoutes> {
  const { processing, entities, feed, permissions, audit, analyze, preview } = dependencies
  const { locations } = processing

  async function mayReadLocations(caller: Principal): Promise<boolean> {
    const [decision] = await permissions.authorize(caller, [{ permission: locationReadPermission }])
    return decision?.result === 'ALLOW'
  }

  /** The writer must be able to read it. */
  async function seen(revision: number | undefined): Promise<void> {
    if (revision !== undefined) await feed.reached(revision)
  }

  const record = (caller: Principal, action: string, subject: string, requestId: string) =>
    audit.record({ caller, action, subject, result: 'success', requestId })

  return {
    async deleteEntityByUid({ params, caller, request }) {
      const found = await entities.byUid(caller, params.uid).catch(missing)
      if (!found) return
      await permissions.require(caller, entityDeletePermission, found.ref)
      const deleted = await processing.deleteByUid(params.uid)
      if (!deleted) return
      await seen(deleted.revision)
      await record(caller, 'catalog.entity.delete', deleted.ref, request.id)
    },
    async refreshEntity({ body, caller }) {
      const ref = stringifyEntityRef(parseEntityRef(body.entityRef))
      // What a caller may not read is not there, also for those who may refresh everything.
      if ((await entities.visibility(caller)) !== 'all') await entities.byRef(caller, ref)
      await permissions.require(caller, entityRefreshPermission, ref)
      if (!(await processing.refresh(ref))) throw entityNotFound(ref)
    },
    analyzeLocation: ({ body }) => analyze(body.location, body.catalogFilename ?? body.catalogFileName),
    previewEntities: ({ body, caller }) => preview(caller, body),
    listLocations: async ({ caller }) => ((await mayReadLocations(caller)) ? (await locations.list()).map(data => ({ data })) : []),
    async addLocation({ query, body, caller, request }) {
      if (query.dryRun) {
        const { location, exists, entities: found } = await locations.dryRun(body)
        const opening = JSON.stringify({ location, exists }).slice(0, -1)
        return bytes<AddedLocation>(Readable.from(joinChunks(`${opening},"entities":[`, found, ']}')))
      }
      const added = await locations.add(body, query)
      await record(caller, 'catalog.location.create', `${body.type}:${body.target}`, request.id)
      return added
    },
    async queryLocations({ body, caller }) {
      if (!(await mayReadLocations(caller))) return { items: [], totalItems: 0, pageInfo: {} }
      const from = body.cursor === undefined ? undefined : decodeLocationCursor(body.cursor)
      const limit = body.limit ?? from?.limit
      const query = from?.query ?? body.query
      const { items, totalItems, next } = await locations.query({
        limit,
        after: from?.id,
        ...(query && { predicate: isEmptyAll(query) ? { any: [] } : parseQuery(query) }),
      })
      const cursor =
        next !== undefined && encodeLocationCursor({ id: next, ...(limit !== undefined && { limit }), ...(query && { query }) })
      return { items: [...items], totalItems, pageInfo: cursor ? { nextCursor: cursor } : {} }
    },
    async getLocation({ params, caller }) {
      if (!(await mayReadLocations(caller))) throw locationNotFound(params.id)
      return locations.get(params.id)
    },
    async updateLocation({ params, body, caller, request }) {
      const { location, revision } = await locations.update(params.id, body)
      await seen(revision)
      await record(caller, 'catalog.location.update', `${body.type}:${body.target}`, request.id)
      return location
    },
    async deleteLocation({ params, caller, request }) {
      const { type, target } = await locations.get(params.id)
      const { revision } = await locations.remove(params.id)
      await seen(revision)
      await record(caller, 'catalog.location.delete', `${type}:${target}`, request.id)
    },
    async getLocationByEntity({ params, caller }) {
      const ref = stringifyEntityRef(params)
      if (!(await mayReadLocations(caller))) throw locationNotFound(ref)
      const entity = JSON.parse((await entities.byRef(caller, ref)).bytes.toString()) as {
        metadata: { annotations?: Record<string, string> }
      }
      const location = await locations.byOrigin(entity.metadata.annotations?.['backstage.io/managed-by-origin-location'])
      if (!location) throw locationNotFound(`of ${ref}`)
      return location
    },
  }
}

/** Here, unlike among entities, an empty `$all` finds nothing: clients of the reference count on it. */
function isEmptyAll(query: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(query['$all']) && query['$all'].length === 0
}

/** Removing what is not there is not an error. */
function missing(error: unknown): undefined {
  if (error instanceof Error && error.name === notFoundError('').name) return undefined
  throw error
}

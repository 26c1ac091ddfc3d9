import { parseEntityRef, stringifyEntityRef, type catalogApi, type Entity, type UnprocessedEntity } from '@portico/catalog/common'
import { toErrorFields, AppError, notFoundError } from '@portico/core/common'
import { answer, type Handlers, type Principal } from '@portico/core/server'
import { ancestryNotAllowed, entityNotFound } from '../errors.ts'
import { explain } from './explain.ts'
import type { History } from '../history/history.ts'
import type { Processing } from '../processing/create-processing.ts'
import type { Entities } from '../reading/entities.ts'
import type { Feed } from '../reading/feed.ts'
import type { AccessFilter } from '../reading/access-filter.ts'

export interface InsightRouteDependencies {
  readonly processing: Processing
  readonly entities: Entities
  readonly feed: Feed
  readonly history: History
}

type InsightRoutes =
  | 'getEntityAncestry'
  | 'getEntityHistory'
  | 'listChanges'
  | 'listRecentChanges'
  | 'explainEntity'
  | 'validateEntity'
  | 'listFailedEntities'
  | 'listPendingEntities'
  | 'deleteUnprocessedEntity'

/** The routes that say where entities come from, how they changed, and what is wrong with them. */
export function insightRoutes({
  processing,
  entities,
  feed,
  history,
}: InsightRouteDependencies): Pick<Handlers<typeof catalogApi>, InsightRoutes> {
  /** The access filter for a caller who may read an entity as it is. What is not there any more may be looked at by those who may see everything. */
  async function accessFilterOf(caller: Principal, ref: string): Promise<AccessFilter> {
    const accessFilter = await entities.accessFilter(caller)
    if (!accessFilter.isFree) await entities.byRef(caller, ref)
    return accessFilter
  }

  /** Documents that failed or wait, as far as the caller could read the entities that they want to be. */
  async function readable(caller: Principal, list: Promise<UnprocessedEntity[]>): Promise<UnprocessedEntity[]> {
    const accessFilter = await entities.accessFilter(caller)
    return (await list).filter(({ unprocessed_entity: document }) => accessFilter.canReadDocument(document))
  }

  async function validate(body: { readonly entity?: unknown; readonly location?: unknown }): Promise<readonly object[]> {
    if (typeof body.entity !== 'object' || body.entity === null) return [{ name: 'InputError', message: 'entity: an object is needed' }]
    if (typeof body.location !== 'string' || !body.location.startsWith('url:')) {
      return [{ name: 'InputError', message: "location: a location ref that begins with 'url:' is needed" }]
    }
    try {
      return (await processing.validate(body.entity, body.location)).map(({ name, message }) => ({ name, message }))
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return [toErrorFields(error)]
      throw error
    }
  }

  return {
    async getEntityAncestry({ params, caller }) {
      const ref = stringifyEntityRef(params)
      if ((await entities.visibility(caller)) === 'nothing') throw ancestryNotAllowed(ref)
      await entities.byRef(caller, ref)
      const ancestors = (await processing.ancestry(ref)) ?? []
      const { items } = JSON.parse(
        String(
          await entities.byRefs(
            caller,
            ancestors.map(each => each.ref),
            {},
          ),
        ),
      ) as { items: (Entity | null)[] }
      const { knows = () => true } = await entities.accessFilter(caller)
      const visible = ancestors.flatMap(({ parentRefs }, i) =>
        items[i] ? [{ entity: items[i], parentEntityRefs: parentRefs.filter(knows) }] : [],
      )
      if (visible.length === 0) throw entityNotFound(ref)
      return { rootEntityRef: ref, items: visible }
    },
    async getEntityHistory({ params, query, caller }) {
      const ref = stringifyEntityRef(params)
      const page = await history.ofEntity(ref, query, await entities.accessFilter(caller))
      // A caller who may read an earlier version may see that; a caller who may read none must not learn that there are any.
      if (page.items.length === 0) await accessFilterOf(caller, ref)
      return page
    },
    listChanges: async ({ query, caller }) => history.changes(query, await entities.accessFilter(caller)),
    listRecentChanges: async ({ body, caller }) => history.recent(body, await entities.accessFilter(caller)),
    async explainEntity({ params, caller }) {
      const ref = stringifyEntityRef(params)
      const accessFilter = await accessFilterOf(caller, ref)
      const all = await processing.explainDetails(ref)
      const details = {
        ...all,
        sources: all.sources.filter(({ document }) => document === undefined || accessFilter.canReadDocument(document)),
      }
      // A caller that learns that it was read again must find what was read. While the index is loaded the database answers.
      const { revision = 0 } = details.entity ?? details.deleted ?? {}
      if (feed.revision !== -1) await feed.reached(revision)
      return explain(details)
    },
    async validateEntity({ body }) {
      const errors = await validate(body)
      // Clients of the reference read this list instead of the default body of an error.
      return errors.length > 0 ? answer({ errors } as never, { status: 400 }) : undefined
    },
    listFailedEntities: async ({ query, caller }) => ({
      type: 'failed' as const,
      entities: await readable(caller, processing.unprocessed.failed(ownerOf(query.owner))),
    }),
    listPendingEntities: async ({ query, caller }) => ({
      type: 'pending' as const,
      entities: await readable(caller, processing.unprocessed.pending(ownerOf(query.owner))),
    }),
    async deleteUnprocessedEntity({ params }) {
      if (!(await processing.unprocessed.remove(params.id))) throw notFoundError(`There is nothing unprocessed with the id ${params.id}`)
    },
  }
}

function ownerOf(owner: string | undefined): string | undefined {
  return owner === undefined ? undefined : stringifyEntityRef(parseEntityRef(owner, { defaultKind: 'group' }))
}

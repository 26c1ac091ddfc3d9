import { parseEntityRef, stringifyEntityRef, type catalogApi, type Entity } from '@portico/catalog/common'
import { toErrorFields, AppError, notFoundError } from '@portico/core/common'
import { answer, type Handlers, type Principal } from '@portico/core/server'
import { ancestryNotAllowed, entityNotFound } from '../errors.ts'
import { explain } from '../explaining/explain.ts'
import type { History } from '../history/history.ts'
import type { Processing } from '../processing/create-processing.ts'
import type { Entities } from '../reading/entities.ts'
import type { Feed } from '../reading/feed.ts'

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
  /** What is not there any more may be looked at by those who may see everything. */
  async function requireSight(caller: Principal, ref: string): Promise<void> {
    if ((await entities.sight(caller)) === 'all') return
    await entities.byRef(caller, ref)
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
      if ((await entities.sight(caller)) === 'nothing') throw ancestryNotAllowed(ref)
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
      const visible = ancestors.flatMap(({ parentRefs }, i) => (items[i] ? [{ entity: items[i], parentEntityRefs: [...parentRefs] }] : []))
      if (visible.length === 0) throw entityNotFound(ref)
      return { rootEntityRef: ref, items: visible }
    },
    async getEntityHistory({ params, query, caller }) {
      const ref = stringifyEntityRef(params)
      await requireSight(caller, ref)
      return history.ofEntity(ref, query)
    },
    async listChanges({ query, caller }) {
      const page = await history.changes(query)
      if ((await entities.sight(caller)) === 'all') return page
      const { items } = JSON.parse(
        String(
          await entities.byRefs(
            caller,
            page.items.map(change => change.ref),
            { fields: ['kind'] },
          ),
        ),
      ) as { items: unknown[] }
      return { ...page, items: page.items.filter((_, i) => items[i] !== null) }
    },
    async explainEntity({ params, caller }) {
      const ref = stringifyEntityRef(params)
      await requireSight(caller, ref)
      const facts = await processing.explainFacts(ref)
      // Whoever hears that it was read again must find what was read. While the index is loaded the database answers.
      const { revision = 0 } = facts.entity ?? facts.deleted ?? {}
      if (feed.revision !== -1) await feed.reached(revision)
      return explain(facts)
    },
    async validateEntity({ body }) {
      const errors = await validate(body)
      // Clients of the reference read this list instead of the usual body of an error.
      return errors.length > 0 ? answer({ errors } as never, { status: 400 }) : undefined
    },
    listFailedEntities: async ({ query }) => ({
      type: 'failed' as const,
      entities: await processing.unprocessed.failed(ownerOf(query.owner)),
    }),
    listPendingEntities: async ({ query }) => ({
      type: 'pending' as const,
      entities: await processing.unprocessed.pending(ownerOf(query.owner)),
    }),
    async deleteUnprocessedEntity({ params }) {
      if (!(await processing.unprocessed.forget(params.id))) throw notFoundError(`There is nothing unprocessed with the id ${params.id}`)
    },
  }
}

function ownerOf(owner: string | undefined): string | undefined {
  return owner === undefined ? undefined : stringifyEntityRef(parseEntityRef(owner, { defaultKind: 'group' }))
}

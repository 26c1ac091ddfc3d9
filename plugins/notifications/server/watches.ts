import { catalogPaths, entityReadPermission, parseEntityRef, stringifyEntityRef, type Entity } from '@portico/catalog/common'
import type { Catalog, CatalogChanged } from '@portico/catalog/server'
import type { Permissions, UserPrincipal } from '@portico/core/server'
import type { NotificationPayload, WatchEvent } from '@portico/notifications/common'
import { entityNotReadable, recipientInvalid, tooManyWatches } from './errors.ts'
import type { NotificationDraft } from './notification-extensions.ts'
import type { Watch, WatchStore } from './store/watch-store.ts'

export interface WatchesDependencies {
  readonly store: WatchStore
  readonly catalog: Pick<Catalog, 'getEntities' | 'getEntity'>
  readonly permissions: Pick<Permissions, 'authorize'>
  readonly send: (draft: NotificationDraft) => Promise<unknown>
}

const maxPerUser = 500
const catalogOrigin = 'plugin:catalog'

export interface WatchedNews {
  readonly origin: string
  readonly entityRef: string
  readonly event: WatchEvent
  readonly payload: NotificationPayload
}

/** Tells users about entities that they watch. */
export function createWatches({ store, catalog, permissions, send }: WatchesDependencies) {
  async function mayRead(caller: UserPrincipal, ref: string): Promise<boolean> {
    const [decision] = await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }])
    return decision?.result === 'ALLOW'
  }

  async function tell(watches: readonly Watch[], payload: NotificationPayload, isReadable: boolean, origin = catalogOrigin): Promise<void> {
    const users: string[] = []
    // Somebody who may no longer read an entity is told nothing about it; of one that is gone nobody can be asked.
    for (const { user, entityRef } of watches)
      if (!isReadable || (await mayRead({ type: 'user', userEntityRef: user }, entityRef))) users.push(user)
    if (users.length > 0) await send({ origin, recipients: { type: 'entity', entityRef: users }, payload })
  }

  async function onEntity(ref: string, entity: Entity | undefined, watches: readonly Watch[]): Promise<void> {
    const errors = errorsOf(entity)
    const isBroken = errors !== '' && watches.some(watch => watch.errors !== errors)
    const wanting = (event: 'changed' | 'broken') => watches.filter(({ events }) => events.includes(event))
    if (isBroken) await tell(wanting('broken'), brokenPayload(ref, errors), true)
    const told = new Set(isBroken ? wanting('broken').map(({ user }) => user) : [])
    const left = wanting('changed').filter(({ user }) => !told.has(user))
    await tell(left, changedPayload(ref, entity), entity !== undefined)
    if (watches.some(watch => watch.errors !== errors)) await store.setErrors(ref, errors)
  }

  return {
    events: async (user: string, entityRef: string) => ({ events: [...(await store.eventsOf(user, toRef(entityRef)))] }),

    async put(caller: UserPrincipal, given: string, events: readonly WatchEvent[]): Promise<{ events: WatchEvent[] }> {
      const ref = toRef(given)
      const entity = events.length > 0 ? await catalog.getEntity(ref) : undefined
      if (events.length > 0 && (!entity || !(await mayRead(caller, ref)))) throw entityNotReadable(ref)
      const chosen = [...new Set(events)].sort()
      if (!(await store.put(caller.userEntityRef, ref, chosen, { errors: errorsOf(entity), max: maxPerUser })))
        throw tooManyWatches(maxPerUser)
      return { events: chosen }
    },

    /** What another plugin has to tell about an entity. */
    async onNews({ entityRef, event, payload, origin }: WatchedNews): Promise<void> {
      const watches = await store.ofEntities([toRef(entityRef)])
      const wanting = watches.filter(({ events }) => events.includes(event))
      await tell(wanting, payload, true, origin)
    },

    /** One revision of the catalog. */
    async onChange({ updated, deleted }: Pick<CatalogChanged, 'updated' | 'deleted'>): Promise<void> {
      const watches = await store.ofEntities([...updated, ...deleted])
      const refs = [...new Set(watches.map(({ entityRef }) => entityRef))]
      const entities = refs.length > 0 ? await catalog.getEntities(refs) : []
      for (const [index, ref] of refs.entries())
        await onEntity(
          ref,
          entities[index],
          watches.filter(({ entityRef }) => entityRef === ref),
        )
    },
  }
}

function toRef(ref: string): string {
  try {
    return stringifyEntityRef(parseEntityRef(ref))
  } catch {
    throw recipientInvalid(ref)
  }
}

/** The errors that processing has found, as one text; empty without any. */
function errorsOf(entity: Entity | undefined): string {
  const items = entity?.status?.items ?? []
  return items
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message)
    .sort()
    .join('\n')
    .slice(0, 2000)
}

function nameOf(ref: string): string {
  const { kind, name } = parseEntityRef(ref)
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}`
}

function changedPayload(ref: string, entity: Entity | undefined): NotificationPayload {
  const title = entity ? `${nameOf(ref)} has changed` : `${nameOf(ref)} was removed from the catalog`
  return { title, link: catalogPaths.entity(ref), severity: 'normal', topic: 'entity-changed', scope: `changed:${ref}`.slice(0, 255) }
}

function brokenPayload(ref: string, errors: string): NotificationPayload {
  return {
    title: `${nameOf(ref)} has errors`,
    description: errors,
    link: catalogPaths.entity(ref),
    severity: 'high',
    topic: 'entity-broken',
    scope: `broken:${ref}`.slice(0, 255),
  }
}

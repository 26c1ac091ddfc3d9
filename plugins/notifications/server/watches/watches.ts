import { catalogPaths, entityReadPermission, type Entity } from '@portico/catalog/common'
import type { Catalog, CatalogChanged, EntityProblem } from '@portico/catalog/server'
import type { Jobs, Permissions, UserPrincipal } from '@portico/core/server'
import type { NotificationPayload, WatchEvent } from '@portico/notifications/common'
import { z } from 'zod'
import { toRecipientRef } from '../sending/recipients.ts'
import { entityNotReadable, tooManyWatches } from '../errors.ts'
import type { NotificationDraft } from '../notification-extensions.ts'
import { nameOf, toRuleNews, toRulePayload } from './rule-news.ts'
import type { Watch, WatchStore } from './watch-store.ts'

export interface WatchesDependencies {
  readonly store: WatchStore
  readonly catalog: Pick<Catalog, 'getEntities' | 'getEntity' | 'problemsOf'>
  readonly jobs: Jobs
  readonly permissions: Pick<Permissions, 'authorize'>
  readonly send: (draft: NotificationDraft) => Promise<unknown>
}

const maxPerUser = 500
const refsAtOnce = 1000
const checkAfterSeconds = 1
const catalogOrigin = 'plugin:catalog'

export interface WatchedNews {
  readonly origin: string
  readonly entityRef: string
  readonly event: WatchEvent
  readonly payload: NotificationPayload
}

export type Watches = ReturnType<typeof createWatches>

/** Tells users about entities that they watch. */
export function createWatches({ store, catalog, jobs, permissions, send }: WatchesDependencies) {
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

  /** Tells watchers which rules an entity began to break and which no longer. Returns who was told. */
  async function tellRules(ref: string, watches: readonly Watch[], problems: readonly EntityProblem[]): Promise<ReadonlySet<string>> {
    const told = new Set<string>()
    // Watchers mostly know the same: they are told together.
    const byKnown = Map.groupBy(watches, ({ problems: known }) => JSON.stringify(known))
    for (const group of byKnown.values()) {
      const known = group[0]!.problems
      const news = known && toRuleNews(known, problems)
      if (known && !news) continue
      if (news) {
        await tell(group, toRulePayload(ref, news), true)
        for (const { user } of group) told.add(user)
      }
      await store.setProblems(
        ref,
        group.map(({ user }) => user),
        problems,
      )
    }
    return told
  }

  async function onEntity(
    ref: string,
    entity: Entity | undefined,
    watches: readonly Watch[],
    problems: readonly EntityProblem[],
  ): Promise<void> {
    const told = entity ? await tellRules(ref, watches.filter(wants('broken')), problems) : new Set()
    const left = watches.filter(wants('changed')).filter(({ user }) => !told.has(user))
    await tell(left, changedPayload(ref, entity), entity !== undefined)
  }

  /** What breaks a rule without having changed: something that it refers to has, or its source. */
  async function checkRules(): Promise<void> {
    const watches = await store.ofRules()
    const byRef = Map.groupBy(watches, ({ entityRef }) => entityRef)
    const refs = [...byRef.keys()]
    for (let at = 0; at < refs.length; at += refsAtOnce) {
      const part = refs.slice(at, at + refsAtOnce)
      const [problems, entities] = await Promise.all([catalog.problemsOf(part), catalog.getEntities(part)])
      for (const [index, ref] of part.entries()) if (entities[index]) await tellRules(ref, byRef.get(ref)!, problems.get(ref) ?? [])
    }
  }

  const checks = jobs.define({ name: 'check-watched-rules', payload: z.object({}), concurrency: 1, attempts: 3, run: checkRules })

  /** Many revisions that follow each other are one check. */
  async function checkSoon(): Promise<void> {
    if (await store.hasRules()) await checks.add({}, { key: 'all', startAfterSeconds: checkAfterSeconds })
  }

  return {
    events: async (user: string, entityRef: string) => ({ events: [...(await store.eventsOf(user, toRecipientRef(entityRef)))] }),

    async put(caller: UserPrincipal, given: string, events: readonly WatchEvent[]): Promise<{ events: WatchEvent[] }> {
      const ref = toRecipientRef(given)
      const entity = events.length > 0 ? await catalog.getEntity(ref) : undefined
      if (events.length > 0 && (!entity || !(await mayRead(caller, ref)))) throw entityNotReadable(ref)
      const chosen = [...new Set(events)].sort()
      const problems = events.includes('broken') ? ((await catalog.problemsOf([ref])).get(ref) ?? []) : []
      if (!(await store.put(caller.userEntityRef, ref, chosen, { problems, max: maxPerUser }))) throw tooManyWatches(maxPerUser)
      return { events: chosen }
    },

    /** What another plugin has to tell about an entity. */
    async onNews({ entityRef, event, payload, origin }: WatchedNews): Promise<void> {
      const watches = await store.ofEntities([toRecipientRef(entityRef)])
      const wanting = watches.filter(({ events }) => events.includes(event))
      await tell(wanting, payload, true, origin)
    },

    /** One revision of the catalog. */
    async onChange({ revision, created, updated, deleted }: CatalogChanged): Promise<void> {
      if (created.length + deleted.length > 0) await checkSoon()
      const watches = await store.ofEntities([...updated, ...deleted])
      const byRef = Map.groupBy(watches, ({ entityRef }) => entityRef)
      const refs = [...byRef.keys()]
      if (refs.length === 0) return
      const onRules = refs.filter(ref => byRef.get(ref)!.some(wants('broken')))
      const [entities, problems] = await Promise.all([catalog.getEntities(refs, { revision }), catalog.problemsOf(onRules)])
      for (const [index, ref] of refs.entries()) await onEntity(ref, entities[index], byRef.get(ref)!, problems.get(ref) ?? [])
    },

    checkSoon,
  }
}

function wants(event: 'changed' | 'broken'): (watch: Watch) => boolean {
  return ({ events }) => events.includes(event)
}

function changedPayload(ref: string, entity: Entity | undefined): NotificationPayload {
  const title = entity ? `${nameOf(ref)} has changed` : `${nameOf(ref)} was removed from the catalog`
  return { title, link: catalogPaths.entity(ref), severity: 'normal', topic: 'entity-changed', scope: `changed:${ref}`.slice(0, 255) }
}

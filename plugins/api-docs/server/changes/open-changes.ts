import type { Catalog } from '@portico/catalog/server'
import type { Core } from '@portico/core/server'
import { notificationsOn } from '@portico/notifications/server'
import { z } from 'zod'
import { definitionRead } from '../api-definitions-service.ts'
import type { ReadingLimits } from '../config.ts'
import type { Definitions } from '../definitions/open-definitions.ts'
import { createBreakingNews } from './breaking-news.ts'
import { createComparisons } from './comparisons.ts'
import { createComparisonStore } from './comparison-store.ts'
import { createVersions } from './versions.ts'

const keptDays = 90

interface Dependencies {
  readonly catalog: Catalog
  readonly definitions: Pick<Definitions, 'texts' | 'readings' | 'process'>
  readonly limits: ReadingLimits
}

/** What changed in definitions: compared when one has changed, and when somebody asks. */
export function openChanges(core: Core, { catalog, definitions, limits }: Dependencies) {
  const { events, jobs, scheduler } = core.work
  const store = createComparisonStore(core.db)
  const comparisons = createComparisons({ ...definitions, store, limits })
  const versions = createVersions({ definitions: catalog.definitions, comparisons })
  const news = createBreakingNews({ catalog, versions, comparisons, store, notifications: notificationsOn(events) })

  const queue = jobs.define({
    name: 'compare-definitions',
    payload: z.object({ entityRef: z.string(), textId: z.string().optional(), previousTextId: z.string().optional() }),
    concurrency: 1,
    attempts: 3,
    timeoutSeconds: 600,
    async run({ payload: { entityRef, textId, previousTextId } }) {
      if (textId !== undefined) await news.tell({ entityRef, textId, previousTextId })
      await versions.prepare(entityRef)
    },
  })
  const prepare = async (entityRef: string) => void (await queue.add({ entityRef }, { key: entityRef }))

  events.subscribe({
    id: 'compare-definitions',
    events: [definitionRead],
    run: async ({ payload }) => void (await queue.add(payload, { key: `${payload.entityRef} ${payload.textId}` })),
  })
  scheduler.schedule({
    id: 'delete-comparisons',
    description: 'Deletes comparisons of definitions that nobody has looked at for long',
    frequency: { hours: 24 },
    initialDelay: { minutes: 20 },
    timeout: { minutes: 5 },
    run: async () => void (await store.deleteUnused(keptDays)),
  })
  return { versions, comparisons, permissions: core.security.permissions, prepare }
}

export type Changes = ReturnType<typeof openChanges>

import type { Catalog } from '@portico/catalog/server'
import type { Facts } from '@portico/connectors/server'
import type { Core } from '@portico/core/server'
import type { buildsSections } from '../config.ts'
import type { SummarySource } from '../summaries.ts'
import { buildFinished } from '../webhooks/webhooks.ts'
import { createBuildFacts } from './build-facts.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'versions'>
  readonly facts: Facts
  readonly sources: () => readonly SummarySource[]
}

/** Keeps facts of builds where the config asks for them: on a schedule, and when a host tells of a build. */
export function followBuildFacts(core: Core<typeof buildsSections>, { catalog, facts, sources }: Dependencies): void {
  const every = core.config.builds.facts?.every
  if (every === undefined) return
  const reading = createBuildFacts({ catalog, facts, sources, everyMs: every, log: core.log })
  core.work.scheduler.schedule({
    id: 'read-facts',
    description: 'Asks build systems about all entities, for facts',
    frequency: every,
    timeout: { hours: 6 },
    initialDelay: { seconds: 20 },
    run: signal => reading.readAll(signal),
  })
  core.work.events.subscribe({
    id: 'builds.facts',
    events: [buildFinished],
    run: ({ payload }) => reading.readSome(payload.entityRefs),
  })
}

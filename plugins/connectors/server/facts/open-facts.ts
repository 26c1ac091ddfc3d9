import { catalogChanged, type Catalog } from '@portico/catalog/server'
import { definitionsChanged } from '@portico/connectors/common'
import type { Core } from '@portico/core/server'
import { signalsOn } from '@portico/signals/server'
import { createDefinitions } from './definitions.ts'
import { registerFactActions } from './fact-actions.ts'
import { factRoutes } from './fact-routes.ts'
import { createFactStore } from './fact-store.ts'
import { createFactSignals } from './fact-signals.ts'
import { createFacts } from './facts.ts'
import { followIndexedFacts } from './indexed-facts.ts'
import { createFactPushing } from './push-facts.ts'
import { createPushedFactStore } from './pushed-fact-store.ts'
import { createFactReading } from './read-facts.ts'
import { createVisibleEntities } from './visible-entities.ts'

const dayMs = 86_400_000
/** Each value is kept for a week, the last of each hour for a month, and the last of each day after that. */
const wholeMs = 7 * dayMs
const hourlyMs = 31 * dayMs

/** Everything about facts, with what keeps them tidy. */
export function openFacts(core: Core, { catalog, retentionMs }: { readonly catalog: Catalog; readonly retentionMs: () => number }) {
  const { events, scheduler } = core.work
  const { permissions, audit } = core.security
  const store = createFactStore(core.db)
  const definitions = createDefinitions()
  const signals = createFactSignals({ catalog, signals: signalsOn(events), log: core.log })
  core.onStop(signals.stop)
  const facts = createFacts({ store, definitions, events, signals })
  const visible = createVisibleEntities({ catalog, permissions })
  const reading = createFactReading({ store, definitions, facts, visible })
  const pushing = createFactPushing({ catalog, store, pushed: createPushedFactStore(core.db), definitions, facts, events, audit })
  followIndexedFacts(core, { catalog, store, definitions })
  registerFactActions(core.actions, { reading, definitions })
  core.onStart(pushing.read)
  core.onStop(
    events.listen([definitionsChanged], () => {
      pushing.read().catch((error: unknown) => core.log.warn({ error }, 'which facts programs have described could not be read'))
    }),
  )
  events.subscribe({
    id: 'connectors.remove-facts',
    events: [catalogChanged],
    run: async ({ payload }) => {
      const still = await catalog.versionsOf(payload.deleted, { revision: payload.revision })
      const gone = payload.deleted.filter((_, at) => still[at] === undefined)
      if (gone.length > 0) await store.removeEntities(gone)
    },
  })
  scheduler.schedule({
    id: 'thin-facts',
    description: 'Of the values that facts had, keeps fewer the older they are',
    frequency: { hours: 24 },
    timeout: { minutes: 30 },
    initialDelay: { minutes: 15 },
    async run() {
      const now = Date.now()
      await store.thin(new Date(now - wholeMs), '1 hour')
      await store.thin(new Date(now - hourlyMs), '1 day')
      await store.prune(new Date(now - retentionMs()))
    },
  })
  return { store, definitions, facts, visible, reading, routes: factRoutes({ reading, pushing, definitions }) }
}

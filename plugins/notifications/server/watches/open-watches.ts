import { catalogChanged, type Catalog } from '@portico/catalog/server'
import type { Core } from '@portico/core/server'
import type { NotificationDraft } from '../notification-extensions.ts'
import { createWatchStore } from './watch-store.ts'
import { createWatches } from './watches.ts'

interface Dependencies {
  readonly catalog: Catalog
  readonly send: (draft: NotificationDraft) => Promise<unknown>
}

/** The watches of users, which tell them of what changes in the catalog. */
export function openWatches({ db, work, security }: Pick<Core, 'db' | 'work' | 'security'>, { catalog, send }: Dependencies) {
  const { events, jobs, scheduler } = work
  const watches = createWatches({ store: createWatchStore(db), catalog, jobs, permissions: security.permissions, send })
  events.subscribe({ id: 'tell-watchers', events: [catalogChanged], run: ({ payload }) => watches.onChange(payload) })
  scheduler.schedule({
    id: 'check-watched-rules',
    description: 'Looks for watched entities that break a rule without having changed, such as those of a source that cannot be read',
    frequency: { minutes: 2 },
    timeout: { minutes: 1 },
    initialDelay: { minutes: 2 },
    run: () => watches.checkSoon(),
  })
  return watches
}

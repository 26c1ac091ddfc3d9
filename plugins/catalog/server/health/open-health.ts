import type { KindDefinition } from '@portico/catalog/common'
import type { Core } from '@portico/core/server'
import type { CatalogSection } from '../config.ts'
import type { Processing } from '../processing/create-processing.ts'
import type { Entities } from '../reading/entities.ts'
import type { Feed } from '../reading/feed.ts'
import { createDetailStore } from './detail-store.ts'
import { createEntityProblems } from './entity-problems.ts'
import { createHealth } from './health.ts'
import { createHealthStore } from './health-store.ts'
import { createSnapshots } from './snapshot.ts'

interface Dependencies {
  /** The config as it is now. */
  readonly section: () => CatalogSection
  readonly kinds: () => readonly KindDefinition[]
  readonly entities: Entities
  readonly feed: Feed
  readonly processing: Processing
}

// A busy server may be so late without anything being wrong.
const overdueMs = 600_000

/** What is wrong in the catalog: for its page, and for other plugins. */
export function openHealth({ db, security }: Pick<Core, 'db' | 'security'>, dependencies: Dependencies) {
  const { section, kinds, entities, feed, processing } = dependencies
  const snapshots = createSnapshots({
    store: createHealthStore(db),
    kinds,
    // A source is overdue when it has missed its turn twice.
    graceMs: () => Math.max(overdueMs, (section().processingInterval || 0) * 2),
  })
  const detailsOf = createDetailStore(db)
  const health = createHealth({
    snapshots,
    detailsOf,
    entities,
    feed,
    permissions: security.permissions,
    refreshEntity: processing.refresh,
    refreshSource: processing.refreshSource,
  })
  return { health, problemsOf: createEntityProblems({ snapshots, detailsOf, isHidingNames: () => section().hideNames }) }
}

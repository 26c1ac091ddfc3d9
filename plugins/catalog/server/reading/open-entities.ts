import { entityResourceType, type KindDefinition } from '@portico/catalog/common'
import type { Core } from '@portico/core/server'
import { toRetentionMs, type CatalogSection } from '../config.ts'
import { createAsOf } from '../history/as-of.ts'
import { createHistoryStore } from '../history/history-store.ts'
import { createAccess, createRuledEntities } from './access.ts'
import { createBulkTexts } from './bulk-texts.ts'
import { createEntities } from './entities.ts'
import { createFeed } from './feed.ts'
import { createSavedEntityIndex } from './saved-entity-index-store.ts'
import { createTextStore } from './text-store.ts'
import { createTexts } from './texts.ts'

interface Dependencies {
  /** The config as it is now. */
  readonly section: () => CatalogSection
  readonly kinds: () => readonly KindDefinition[]
}

// A notification that was lost with a connection is made up for within this time.
const followEveryMs = 10_000

/** Everything that reads entities: the stored texts, the index that follows them, and both as they were in the past. */
export function openEntities(core: Core, { section, kinds }: Dependencies) {
  const { db, log, onStart, onWarmUp, onStop } = core
  const { permissions } = core.security
  const store = createTextStore(db)
  const feed = createFeed({ store, log, saved: createSavedEntityIndex(core, () => toRetentionMs(section().history)) })
  const texts = createTexts({ feed, store })
  const historyStore = createHistoryStore(db)
  // Texts come from the database and the index from this process: the ETag stands for both alike.
  async function latest(): Promise<number> {
    await feed.reached(await store.revision())
    return feed.revision
  }
  const entities = createEntities({
    feed,
    texts,
    bulk: createBulkTexts({ feed, store }),
    asOf: createAsOf({ store: historyStore, latest }),
    access: createAccess(permissions),
    kinds,
    isHidingNames: () => section().hideNames,
  })
  permissions.loadWith(entityResourceType, createRuledEntities({ feed, texts }))

  let timer: NodeJS.Timeout | undefined
  onStart(() => {
    timer = setInterval(() => void feed.follow(), followEveryMs).unref()
    // Reading by name works at once; lists wait for the index, which is loaded meanwhile.
    void feed.follow()
  })
  onWarmUp(async () => void (await feed.ready()))
  onStop(async () => {
    clearInterval(timer)
    await feed.stop()
  })
  return { entities, feed, texts, historyStore, latest }
}

import type { Catalog } from '@portico/catalog/server'
import type { Core } from '@portico/core/server'
import type { Search } from '@portico/search/server'
import type { ReadingLimits } from '../config.ts'
import { registerDefinitions } from '../search/definitions-search.ts'
import { createDefinitionTexts } from './definition-texts.ts'
import { startPreparing } from './preparing.ts'
import { createReadingProcess } from './reading-process.ts'
import { createReadings } from './readings.ts'
import { createReadingStore } from './reading-store.ts'

interface Dependencies {
  readonly catalog: Catalog
  readonly search: Search
  readonly limits: ReadingLimits
}

/** Definitions, what was read from them, and the work that reads them. */
export function openDefinitions(core: Core, { catalog, search, limits }: Dependencies) {
  const store = createReadingStore(core.db)
  const process = createReadingProcess({ log: core.log, limits })
  core.onStop(process.stop)
  const texts = createDefinitionTexts(catalog.definitions)
  const readings = createReadings({ store, process, limits })
  startPreparing(core, { catalog, texts, readings, store, search: registerDefinitions({ search, catalog, store }) })
  core.work.scheduler.schedule({
    id: 'delete-readings',
    description: 'Deletes what was read from definitions and is used least',
    frequency: { hours: 1 },
    initialDelay: { minutes: 10 },
    timeout: { minutes: 5 },
    run: async () => void (await store.deleteLeastUsed(limits.cacheMegabytes * 1_000_000)),
  })
  return { texts, readings, process, store, permissions: core.security.permissions }
}

export type Definitions = ReturnType<typeof openDefinitions>

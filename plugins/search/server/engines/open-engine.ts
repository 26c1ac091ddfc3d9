import type { Core } from '@portico/core/server'
import type { SearchSection } from '../config.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { createGroupVersionStore } from '../documents/group-version-store.ts'
import type { TypeRules } from '../search-index/search-index.ts'
import { createElasticsearchEngine } from './elasticsearch/elasticsearch-engine.ts'
import type { SearchEngine } from './engine.ts'
import { createPortalEngine } from './portal/portal-engine.ts'

interface Dependencies {
  readonly store: DocumentStore
  readonly section: SearchSection
  /** As they are now: plugins come and go. */
  readonly rules: () => Readonly<Record<string, TypeRules>>
}

/** The engine that the config names: a cluster, or the portal itself. */
export function openEngine({ db, log, work }: Pick<Core, 'db' | 'log' | 'work'>, { store, section, rules }: Dependencies): SearchEngine {
  const { elasticsearch: cluster, languages } = section
  return cluster
    ? createElasticsearchEngine({ settings: cluster, languages, log, rules })
    : createPortalEngine({ store, versions: createGroupVersionStore(db), log, work, languages, rules })
}

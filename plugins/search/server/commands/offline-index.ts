import { defineEvent } from '@portico/core/common'
import { defineService, type Logger, type OfflineCore } from '@portico/core/server'
import type { SearchResult } from '@portico/search/common'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SearchTables } from '../migrations/tables.ts'
import { createDocumentStore } from '../documents/document-store.ts'
import { createCollationStore } from '../documents/collation-store.ts'
import { followDocuments } from '../engines/portal/follow.ts'
import { createSearcher } from '../engines/portal/searcher.ts'
import { catalogFields } from '../catalog/catalog-document.ts'
import { createMatcher } from '../search-index/match.ts'
import { loadLanguages } from '../text/languages.ts'

/** By this a command asks the servers for a run. */
export const runRequested = defineEvent('search.run', z.object({ types: z.array(z.string()).readonly() }))

/** The index for the command line: it needs the database, and no server. */
export interface OfflineIndex {
  query(
    term: string,
    options: { readonly types?: readonly string[]; readonly limit: number },
  ): Promise<{ readonly total: number; readonly results: SearchResult[] }>
  types(): Promise<readonly { readonly type: string; readonly documents: number }[]>
  /** Asks the running servers to read all documents of the types again. */
  requestRun(types: readonly string[]): Promise<void>
}

export const offlineIndexService = defineService<OfflineIndex>('search.offline-index')

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => quiet }

export function createOfflineIndex(db: Kysely<SearchTables>, { events }: Pick<OfflineCore, 'events'>): OfflineIndex {
  const store = createDocumentStore(db)
  const runs = createCollationStore(db)
  // Types that plugins rank in their own way, and languages of the config, are known only to a server: here all are ranked as entities are, in English.
  const rules = () => ({ fields: catalogFields, boost: 1 })
  return {
    async query(term, { types, limit }) {
      const follower = followDocuments({ store, log: quiet, rulesOf: rules })
      await follower.follow()
      const { index } = follower
      const languages = await loadLanguages(['english'])
      const searcher = createSearcher({ index, matcher: createMatcher(index, rules, languages), languages, bodies: store.bodies })
      const visibility = new Map((types ?? index.types).map(type => [type, 'all' as const]))
      const near = { owners: [], starred: [], recent: [] }
      const page = {
        term,
        types: visibility,
        filters: {},
        near,
        budgetMs: 0,
        offset: 0,
        limit,
        marks: { pre: '', post: '' },
        explain: true,
      }
      const { results, total = 0 } = await searcher.page(page, async () => [])
      return { total, results: JSON.parse(results) as SearchResult[] }
    },
    types: async () => {
      const sizes = await store.sizes()
      const known = await runs.list()
      return [...new Set([...known.map(({ type }) => type), ...sizes.map(({ type }) => type)])].map(type => ({
        type,
        documents: sizes.find(size => size.type === type)?.documents ?? 0,
      }))
    },
    requestRun: types => events.publish(runRequested, { types }),
  }
}

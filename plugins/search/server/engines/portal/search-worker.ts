import { bytesOf } from '@portico/core/server/index-store'
import type { ThreadDatabaseOptions } from '@portico/core/server/thread-database'
import { collectGarbage, giveBackSpareMemory, serveWorker, type ServedWorker, type WorkerSide } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import { parentPort, workerData } from 'node:worker_threads'
import { openSearchDatabase } from '../../documents/thread-database-store.ts'
import { createMatcher } from '../../search-index/match.ts'
import type { TypeRules } from '../../search-index/search-index.ts'
import { loadLanguages, type LanguageName } from '../../text/languages.ts'
import type { EngineAnswer, EngineFacets } from '../engine.ts'
import { createSavedSearchIndex, followDocuments } from './follow.ts'
import { createSearcher } from './searcher.ts'
import type { ThreadPage, ThreadQuery } from './thread-query.ts'

/** What the thread is told at its start. */
export interface SearchThreadData {
  readonly connection: ThreadDatabaseOptions['connection']
  readonly types: Readonly<Record<string, TypeRules>>
  readonly languages: readonly LanguageName[]
  /** An index of fewer documents is dropped, with its thread, when nobody has asked for this long. */
  readonly idle: { readonly maxDocuments: number; readonly afterMs: number }
}

export type SearchMethods = {
  readonly query: (id: number, query: ThreadPage) => Promise<EngineAnswer>
  readonly facets: (id: number, query: ThreadQuery, fields: readonly string[]) => Promise<EngineFacets>
  /** Of which there have been documents since the thread was opened. */
  readonly types: () => Promise<readonly string[]>
  readonly size: () => number
  /** From now on documents are read by these rules. */
  readonly useTypes: (types: SearchThreadData['types']) => void
  /** Reads what has changed. */
  readonly follow: () => Promise<void>
}

const maxBodyBytes = 8_000_000
const followEveryMs = 10_000

if (parentPort) await serveWorker(parentPort, side => load(workerData as SearchThreadData, side))

/** The thread that holds the index and answers queries, so that neither indexing nor searching holds up other requests. */
async function load(
  { connection, types: typesAtStart, languages: languageNames, idle }: SearchThreadData,
  { log, call, notify, recordStatement, idle: reportIdle }: WorkerSide,
): Promise<ServedWorker<SearchMethods>> {
  const { store, parts, close } = openSearchDatabase({
    connection,
    recordStatement,
    onLost: error => log.warn({ error: error.message }, 'a database connection of the search index was lost'),
  })
  let types = typesAtStart
  const rulesOf = (type: string): TypeRules => types[type] ?? { fields: {}, boost: 1 }
  const languages = await loadLanguages(languageNames)
  const cached = new LRUCache<number, string>({ maxSize: maxBodyBytes, sizeCalculation: body => body.length + 50 })
  const follower = followDocuments({
    store,
    log,
    rulesOf,
    saved: createSavedSearchIndex(parts, { log, types, rulesOf }),
    onStep: id => void cached.delete(id),
    onMade: collectGarbage,
  })
  let searcher: ReturnType<typeof createSearcher> | undefined
  let askedAt = Date.now()

  async function bodies(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>()
    for (const id of ids) {
      const body = cached.get(id)
      if (body !== undefined) found.set(id, body)
    }
    for (const [id, body] of await store.bodies(ids.filter(id => !found.has(id)))) {
      cached.set(id, body)
      found.set(id, body)
    }
    return found
  }

  async function ready() {
    askedAt = Date.now()
    if (searcher) return searcher
    void follower.follow()
    await follower.opened
    const { index } = follower
    return (searcher ??= createSearcher({ index, matcher: createMatcher(index, rulesOf, languages), languages, bodies }))
  }

  const check = (id: number) => (type: string, _key: string, refs: readonly string[]) => call<readonly boolean[]>('check', id, type, refs)
  const timer = setInterval(() => {
    void follower.follow()
    if (follower.index.size >= idle.maxDocuments || Date.now() - askedAt < idle.afterMs) return
    notify('closing')
    reportIdle(undefined)
  }, followEveryMs)
  timer.unref()
  const stopGivingBack = giveBackSpareMemory()

  return {
    methods: {
      query: async (id, query) => (await ready()).page(query, check(id)),
      facets: async (id, query, fields) => (await ready()).facets(query, fields, check(id)),
      types: async () => (await ready(), follower.index.types),
      size: () => bytesOf(follower.index),
      useTypes: next => void (types = next),
      follow: () => follower.follow(),
    },
    // Woken after each call; what is new is read when the server says so.
    wake: () => void (searcher ?? follower.follow()),
    async stop() {
      clearInterval(timer)
      stopGivingBack()
      await follower.stop()
      await close()
      return false
    },
  }
}

import { AppError } from '@portico/core/common'
import type { Core, Logger } from '@portico/core/server'
import { createLongLivedWorker } from '@portico/core/server/worker'
import { randomUUID } from 'node:crypto'
import { revisionChannel, type DocumentRow, type DocumentStore } from '../../documents/document-store.ts'
import type { GroupVersionStore } from '../../documents/group-version-store.ts'
import { createTypeSizes } from '../../documents/type-sizes.ts'
import type { TypeRules } from '../../search-index/search-index.ts'
import type { LanguageName } from '../../text/languages.ts'
import type { EngineQuery, EngineRun, SearchEngine, TypeVisibility } from '../engine.ts'
import type { SearchMethods, SearchThreadData } from './search-worker.ts'
import type { ThreadVisibility } from './thread-query.ts'

export interface PortalEngineOptions {
  readonly store: DocumentStore
  readonly versions: GroupVersionStore
  readonly log: Logger
  readonly work: Pick<Core['work'], 'connection' | 'recordStatement' | 'notifications'>
  readonly languages: readonly LanguageName[]
  /** As they are now: plugins come and go. */
  readonly rules: () => Readonly<Record<string, TypeRules>>
}

// The index of a small portal is made again in less time than anybody notices; a thread that nobody needs costs more memory than the index.
const idle = { maxDocuments: 5000, afterMs: 10 * 60_000 }
const heapMegabytes = 2048
// Documents are garbage as soon as their words are in the index.
const youngMegabytes = 8

/** Documents in the portal's PostgreSQL, found by an index in the memory of each replica, in a thread of its own. */
export function createPortalEngine({ store, versions, log, work, languages, rules }: PortalEngineOptions): SearchEngine {
  const sizes = createTypeSizes(store)
  const checks = new Map<number, ReadonlyMap<string, TypeVisibility>>()
  let last = 0
  let isNeeded = false
  let unsubscribe: (() => void) | undefined

  const worker = createLongLivedWorker<SearchMethods>({
    module: new URL('./search-worker.ts', import.meta.url),
    name: 'search',
    log,
    recordStatement: work.recordStatement,
    heapMegabytes,
    youngMegabytes,
    idle: { minMs: 0, closeAfterMs: 1000 },
    open: () => ({
      data: { connection: work.connection, types: rules(), languages, idle } satisfies SearchThreadData,
      handlers: {
        // Changes do not wake it any more; the next query does.
        closing: () => void (isNeeded = false),
        check: async (id: number, type: string, refs: readonly string[]) => {
          const rule = checks.get(id)?.get(type)
          return rule === undefined || rule === 'all' ? refs.map(() => rule === 'all') : rule.check(refs)
        },
      },
      onDeath: reason => log.error({ reason }, 'the thread that searches died; it is opened again'),
    }),
    interrupted: () => new AppError('Error', 'The search was interrupted. Try again', { code: 'search.interrupted' }),
  })

  /** Calls with the answers to what the thread may ask meanwhile. */
  async function withChecks<T>(types: EngineQuery['types'], run: (id: number, sent: ThreadVisibility) => Promise<T>) {
    const id = (last += 1)
    isNeeded = true
    checks.set(id, types)
    try {
      return await run(id, new Map([...types].map(([type, rule]) => [type, rule === 'all' ? rule : rule.key])))
    } finally {
      checks.delete(id)
    }
  }

  return {
    name: 'portal',
    async start() {
      const onChange = () => {
        if (isNeeded) worker.call('follow').catch((error: unknown) => log.warn({ error }, 'the search index could not be woken'))
      }
      unsubscribe = work.notifications.on(revisionChannel, { onMessage: onChange, onGap: onChange })
      isNeeded = (await store.count()) >= idle.maxDocuments
      if (isNeeded) worker.wake()
    },
    async warmUp() {
      if (isNeeded) await worker.call('types')
    },
    async stop() {
      unsubscribe?.()
      await worker.stop()
    },
    useTypes() {
      if (isNeeded)
        worker.call('useTypes', rules()).catch((error: unknown) => log.warn({ error }, 'the search does not know new types yet'))
    },
    prepare() {
      isNeeded = true
      worker.wake()
    },
    async beginRun(type): Promise<EngineRun> {
      const run = randomUUID()
      const startedAt = await store.now()
      await store.discardOthers(type, run)
      return {
        add: rows => store.stage(run, type, unique(rows)),
        count: () => store.countStaged(run),
        publish: () => store.publish(run, type, startedAt).finally(sizes.expire),
        discard: () => store.discard(run),
      }
    },
    async replaceGroups(type, groups, rows) {
      await store.replaceGroups(type, groups, rows).finally(sizes.expire)
    },
    versions: {
      ...versions,
      now: store.now,
      replace: (type, groups, rows, readAt) => store.replaceGroups(type, groups, rows, readAt).finally(sizes.expire),
      keepOnly: (type, listed, since) => store.keepOnly(type, listed, since).finally(sizes.expire),
    },
    query: ({ types, ...query }) => withChecks(types, (id, sent) => worker.call('query', id, { ...query, types: sent })),
    facets: ({ types, ...query }, fields) => withChecks(types, (id, sent) => worker.call('facets', id, { ...query, types: sent }, fields)),
    types: () => worker.call('types'),
    sizes: sizes.read,
    size: async () => (isNeeded ? worker.call('size') : undefined),
  }
}

/** Of two documents with one location the later counts. */
function unique(rows: readonly DocumentRow[]): DocumentRow[] {
  return [...new Map(rows.map(row => [row.location, row])).values()]
}

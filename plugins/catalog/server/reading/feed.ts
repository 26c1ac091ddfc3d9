import type { Entity } from '@portico/catalog/common'
import { unavailableError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { createFollower, type SavedIndex } from '@portico/core/server/index-store'
import { createEntityIndex, type EntityIndex } from '../entity-index/entity-index.ts'
import type { FeedRow, TextStore } from './text-store.ts'

const waitMs = 5000
// Everything is read again after a start; a hundred thousand entities take some ten seconds, and waiting beats a refusal.
const loadMs = 60_000
const minSaved = 1000
// The order that every list begins with.
const firstOrder = [{ field: 'metadata.name', direction: 'asc' }] as const

/** What the log calls it. */
export const indexName = 'the index of the catalog'

export interface FeedDependencies {
  readonly store: TextStore
  readonly log: Logger
  /** Where the index is saved; without it, it is made again at every start. */
  readonly saved?: SavedIndex<EntityIndex>
}

/** Keeps this process's index equal to the catalog in the database. */
export function createFeed({ store, log, saved }: FeedDependencies) {
  const listeners = new Set<(row: FeedRow) => void>()

  function apply(index: EntityIndex, { id, ref, coreRevision, head, tail }: FeedRow): void {
    if (tail === undefined) return index.apply([{ id, ref, entity: undefined }])
    if (index.hasCore(ref, coreRevision)) return index.applyStitched(ref, JSON.parse(`{${tail}}`) as Pick<Entity, 'relations' | 'status'>)
    index.apply([{ id, ref, coreRevision, entity: JSON.parse(`${head},${tail}}`) as Entity }])
  }

  /** With the heads of those that came without and that the index does not know: they were left out, or following ended half-way. */
  async function complete(index: EntityIndex, rows: readonly FeedRow[]): Promise<readonly FeedRow[]> {
    const isPartial = ({ ref, coreRevision, head, tail }: FeedRow) =>
      head === undefined && tail !== undefined && !index.hasCore(ref, coreRevision)
    const partial = rows.filter(isPartial).map(({ id }) => id)
    if (partial.length === 0) return rows
    const whole = await store.rowsOf(partial)
    // A later step reports what has been deleted meanwhile.
    return rows.flatMap(row => (isPartial(row) ? (whole.get(row.id) ?? []) : [row]))
  }

  const follower = createFollower<FeedRow, EntityIndex>({
    store,
    log,
    name: indexName,
    create: createEntityIndex,
    saved,
    minSaved,
    batchSize: 1000,
    complete,
    apply,
    remove: (index, { id, ref }) => index.apply([{ id, ref, entity: undefined }]),
    onRow: row => listeners.forEach(listener => listener(row)),
    // Sorted now rather than in the first request.
    onOpen: index => index.prepare({ order: firstOrder }),
  })

  return {
    get index() {
      return follower.index
    },
    get revision() {
      return follower.revision
    },
    follow: follower.follow,
    stop: follower.stop,
    /** The listener is called with every change just before the index is updated. */
    onStep: (listener: (row: FeedRow) => void): void => void listeners.add(listener),
    /** Returns when this process has seen a revision, so that the writer can read it; gives up after some seconds. */
    reached: (wanted: number): Promise<void> => follower.reached(wanted, waitMs),
    /** The index, once it holds the whole catalog. */
    async ready(): Promise<EntityIndex> {
      await follower.reached(0, loadMs)
      if (follower.revision === -1) throw unavailableError('The catalog is still being loaded', { code: 'catalog.loading' })
      return follower.index
    },
  }
}

export type Feed = ReturnType<typeof createFeed>

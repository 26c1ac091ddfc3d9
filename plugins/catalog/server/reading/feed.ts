import type { Entity } from '@portico/catalog/common'
import { unavailableError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { createTurn } from '@portico/core/server/worker'
import { createEntityIndex } from '../entity-index/entity-index.ts'
import type { IndexSnapshots } from './index-snapshots.ts'
import type { FeedRow, TextStore } from './text-store.ts'

const piece = 1000
const waitMs = 5000
// Everything is read again after a start; a hundred thousand entities take some ten seconds, and waiting beats a refusal.
const loadMs = 60_000
// The index is saved when the catalog has been quiet for so long, and this share of it has changed since the last time.
const quietMs = 5000
const worthSavingShare = 0.05
// The order that every list begins with.
const firstOrder = [{ field: 'metadata.name', direction: 'asc' }] as const

export interface FeedDependencies {
  readonly store: TextStore
  readonly log: Logger
  /** Where the index is saved; without it, it is made again at every start. */
  readonly snapshots?: IndexSnapshots
}

/** Keeps this process's index equal to the catalog in the database: loads it once, then follows every revision. */
export function createFeed({ store, log, snapshots }: FeedDependencies) {
  let index = createEntityIndex()
  // Up to which revision the index has everything; and the same once it is the whole catalog and may be read.
  let position = -1
  let revision = -1
  let unsaved = 0
  let isStopped = false
  let saveTimer: NodeJS.Timeout | undefined
  let saving: Promise<void> | undefined
  let following: Promise<void> | undefined
  let again = false
  const listeners = new Set<(row: FeedRow) => void>()
  const waiting = new Set<{ readonly revision: number; readonly done: () => void }>()

  function applyRow({ id, ref, coreRevision, head, tail }: FeedRow): void {
    if (tail === undefined) return index.apply([{ id, ref, entity: undefined }])
    if (index.hasCore(ref, coreRevision)) return index.applyStitched(ref, JSON.parse(`{${tail}}`) as Pick<Entity, 'relations' | 'status'>)
    index.apply([{ id, ref, coreRevision, entity: JSON.parse(`${head},${tail}}`) as Entity }])
  }

  /** With the heads of those that came without and that the index does not know: they were left out, or following ended half-way. */
  async function completed(rows: readonly FeedRow[]): Promise<readonly FeedRow[]> {
    const isPartial = ({ ref, coreRevision, head, tail }: FeedRow) =>
      head === undefined && tail !== undefined && !index.hasCore(ref, coreRevision)
    const partial = rows.filter(isPartial).map(({ id }) => id)
    if (partial.length === 0) return rows
    const whole = await store.rowsOf(partial)
    // A later step reports what has been deleted meanwhile.
    return rows.flatMap(row => (isPartial(row) ? (whole.get(row.id) ?? []) : [row]))
  }

  /** One that cannot be indexed is not found until it changes, and holds up no other. */
  function applyIsolated(row: FeedRow): void {
    try {
      applyRow(row)
    } catch (error) {
      log.error({ error, ref: row.ref }, `${row.ref} could not be indexed; it is left out of lists until it changes`)
      index.apply([{ id: row.id, ref: row.ref, entity: undefined }])
    }
  }

  async function apply(rows: readonly FeedRow[]): Promise<void> {
    const turn = createTurn()
    for (const row of await completed(rows)) {
      if (isStopped) throw new Error('The server stops')
      for (const listener of listeners) listener(row)
      applyIsolated(row)
      unsaved += 1
      if (turn.isOver()) await turn.next()
    }
  }

  function reach(next: number): void {
    revision = next
    for (const wait of waiting) {
      if (wait.revision > revision) continue
      waiting.delete(wait)
      wait.done()
    }
  }

  /** Takes the index as it was saved, or reads all entities. */
  async function load(): Promise<void> {
    const saved = await snapshots?.load()
    if (saved) {
      index = saved.index
      position = saved.revision
      // It is saved again, so that the database has it too.
      if (!saved.isCopied) unsaved = index.size
      return
    }
    // Read before the entities: whatever changes meanwhile is then read again, which does no harm.
    const start = await store.revision()
    for (let last = 0; ;) {
      const rows = await store.pieceAfter(last, piece)
      await apply(rows)
      const end = rows.at(-1)
      if (!end) break
      last = end.id
    }
    position = start
  }

  async function catchUp(): Promise<void> {
    if (position === -1) await load()
    do {
      again = false
      // Read before the rows: what is committed meanwhile has a later revision, and must not count as seen.
      const known = await store.revision()
      for (;;) {
        const rows = await store.stepsAfter(position, piece)
        await apply(rows)
        const last = rows.at(-1)
        if (!last) break
        position = last.revision
        await arrive(known)
      }
      // A revision without visible changes leaves no row behind.
      position = Math.max(position, known)
      await arrive(known)
    } while (again)
  }

  /** Lets readers have what is there, as soon as that is the catalog as it was when it was begun to be read. */
  async function arrive(known: number): Promise<void> {
    if (position < known && revision === -1) return
    // Sorted now rather than in the first request.
    if (revision === -1) await index.prepare({ order: firstOrder })
    reach(position)
  }

  /** Reads what is new. Never rejects: what failed is tried again with the next wake-up. */
  async function follow(): Promise<void> {
    if (isStopped) return
    again = true
    clearTimeout(saveTimer)
    following ??= catchUp()
      .catch((error: unknown) => {
        if (!isStopped) log.warn({ error }, 'the index could not follow the catalog; it will try again')
      })
      .finally(() => {
        following = undefined
        const isWorthSaving = snapshots && revision !== -1 && unsaved > index.size * worthSavingShare
        if (isWorthSaving && !isStopped) saveTimer = setTimeout(() => void save(), quietMs).unref()
      })
    await following
  }

  function save(): Promise<void> {
    saving ??= (async () => {
      const before = unsaved
      if (await snapshots?.save(index, () => position)) unsaved -= before
    })().finally(() => (saving = undefined))
    return saving
  }

  async function reached(wanted: number, timeoutMs = waitMs): Promise<void> {
    if (revision >= wanted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const wait = { revision: wanted, done: resolve }
    waiting.add(wait)
    void follow()
    const timer = setTimeout(resolve, timeoutMs)
    await promise
    clearTimeout(timer)
    waiting.delete(wait)
  }

  return {
    get index() {
      return index
    },
    follow,
    /** Saves the index if it has changed. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(saveTimer)
      await Promise.all([following, saving])
      if (revision !== -1 && unsaved > 0) await save()
    },
    /** The listener is called with every change just before the index is updated. */
    onStep: (listener: (row: FeedRow) => void): void => void listeners.add(listener),
    /** Returns when this process has seen a revision, so that the writer can read it; gives up after some seconds. */
    reached: (wanted: number): Promise<void> => reached(wanted),
    get revision() {
      return revision
    },
    /** The index, once it holds the whole catalog. */
    async ready() {
      if (revision === -1) await reached(0, loadMs)
      if (revision === -1) throw unavailableError('The catalog is still being loaded', { code: 'catalog.loading' })
      return index
    },
  }
}

export type Feed = ReturnType<typeof createFeed>

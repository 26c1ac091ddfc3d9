import type { Entity } from '@portico/catalog/common'
import { unavailableError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createEntityIndex } from '../entity-index/entity-index.ts'
import type { FeedRow, TextStore } from './text-store.ts'

// A request takes some ten turns of the event loop, and may wait for this in each of them.
const turnMs = 1.5
const piece = 1000
const waitMs = 5000
// Everything is read again after a start; a hundred thousand entities take some ten seconds, and waiting beats a refusal.
const loadMs = 60_000

/** Keeps this process's index equal to the catalog in the database: loads it once, then follows every revision. */
export function createFeed({ store, log }: { readonly store: TextStore; readonly log: Logger }) {
  const index = createEntityIndex()
  let revision = -1
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
    let began = performance.now()
    for (const row of await completed(rows)) {
      for (const listener of listeners) listener(row)
      applyIsolated(row)
      if (performance.now() - began < turnMs) continue
      await nextTurn()
      began = performance.now()
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

  async function load(): Promise<void> {
    // Read before the entities: whatever changes meanwhile is then read again, which does no harm.
    const start = await store.revision()
    for (let last = 0; ;) {
      const rows = await store.pieceAfter(last, piece)
      await apply(rows)
      const end = rows.at(-1)
      if (!end) break
      last = end.id
    }
    // The order that every list begins with is sorted now rather than in the first request.
    index.query({ order: [{ field: 'metadata.name', direction: 'asc' }], limit: 1 })
    reach(start)
  }

  async function catchUp(): Promise<void> {
    if (revision === -1) await load()
    do {
      again = false
      // Read before the rows: what is committed meanwhile has a later revision, and must not count as seen.
      const known = await store.revision()
      for (;;) {
        const rows = await store.stepsAfter(revision, piece)
        await apply(rows)
        const last = rows.at(-1)
        if (!last) break
        reach(last.revision)
      }
      // A revision without visible changes leaves no row behind.
      if (known > revision) reach(known)
    } while (again)
  }

  /** Reads what is new. Never rejects: what failed is tried again with the next wake-up. */
  function follow(): Promise<void> {
    again = true
    following ??= catchUp()
      .catch((error: unknown) => log.warn({ error }, 'the index could not follow the catalog; it will try again'))
      .finally(() => (following = undefined))
    return following
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
    index,
    follow,
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

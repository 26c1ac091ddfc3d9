import type { Logger } from '../operations/log.ts'
import { runInTurns, type Steps } from '../work/steps.ts'
import { createTurn } from '../work/turn.ts'
import type { SavedIndex, StorableIndex } from './saved-index.ts'

/** A place in the order in which things changed: all up to this number of this revision. */
export interface ChangePlace {
  readonly revision: number
  readonly id: number
}

/** What an index is made of. Revisions are committed in order: nothing appears before a place later. */
export interface ChangeStore<Row extends ChangePlace> {
  revision(): Promise<number>
  /** Everything by number, a batch at a time. */
  batchAfter(id: number, limit: number): Promise<readonly Row[]>
  /** What has come, changed or gone after a place, in order. */
  changesAfter(place: ChangePlace, limit: number): Promise<readonly Row[]>
}

export interface FollowerDependencies<Row extends ChangePlace, Index extends StorableIndex> {
  readonly store: ChangeStore<Row>
  readonly log: Logger
  /** What the log calls the index: `the search index`. */
  readonly name: string
  readonly create: () => Index
  /** Where the index is saved; without it, it is made again at every start. */
  readonly saved?: SavedIndex<Index> | undefined
  /** An index of fewer is made faster than it is worth to save. */
  readonly minSaved: number
  readonly batchSize: number
  /** For how long others wait for the work on the index, at most. */
  readonly turnMs?: number
  /** Reads what rows lack before they are applied. */
  readonly complete?: (index: Index, rows: readonly Row[]) => Promise<readonly Row[]>
  readonly apply: (index: Index, row: Row) => void
  /** After a row could not be applied. */
  readonly remove: (index: Index, row: Row) => void
  /** Called with every row, just before it is applied. */
  readonly onRow?: (row: Row) => void
  /** The index was made of everything, and not loaded. */
  readonly onMade?: (index: Index) => void
  /** The index is up to date for the first time, and nobody was answered yet. */
  readonly onOpen?: (index: Index) => Promise<void>
  /** Called when the index is up to date. */
  readonly tidy?: (index: Index) => Steps | undefined
}

// All of a revision.
const maxId = Number.MAX_SAFE_INTEGER
// The index is saved when this share of it has changed since, and before what was saved is too old to be used.
const worthSavingShare = 0.05
const maxSavedMs = 24 * 3_600_000
const saveEveryMs = 60_000
// Until it is tried again where somebody could not wait for its end.
const abortedMs = 5000
// A server that stops waits for no more than this.
const stopMs = 10_000

export type Follower<Row extends ChangePlace, Index extends StorableIndex> = ReturnType<typeof createFollower<Row, Index>>

/** Keeps an index equal to what is in the database: loads it once, as it was saved or from everything, then follows every revision. */
export function createFollower<Row extends ChangePlace, Index extends StorableIndex>(dependencies: FollowerDependencies<Row, Index>) {
  const { store, log, name, saved, batchSize, turnMs, complete, apply, remove, onRow } = dependencies
  let index = dependencies.create()
  let place: ChangePlace | undefined
  // Up to which revision the index has everything, once it may be read.
  let revision = -1
  let unsaved = 0
  let savedAt = Date.now()
  let triedAt = -Infinity
  let again = false
  let following: Promise<void> | undefined
  let saving: { readonly ended: Promise<void>; readonly abort: () => void } | undefined
  const stopped = new AbortController()
  const opened = Promise.withResolvers<void>()
  const waiting = new Set<{ readonly revision: number; readonly done: () => void }>()

  /** One that cannot be indexed is not found until it changes, and holds up no other. */
  function applyOne(row: Row): void {
    onRow?.(row)
    unsaved += 1
    try {
      apply(index, row)
    } catch (error) {
      log.error(
        { error, row: 'ref' in row ? row.ref : row.id },
        `an entry of ${name} could not be indexed; it is left out until it changes`,
      )
      remove(index, row)
    }
  }

  async function applyAll(rows: readonly Row[]): Promise<void> {
    const turn = createTurn(turnMs)
    for (const row of complete ? await complete(index, rows) : rows) {
      stopped.signal.throwIfAborted()
      applyOne(row)
      if (turn.isOver()) await turn.next()
    }
  }

  async function open(): Promise<ChangePlace> {
    // Read before the rest: what changes meanwhile is read again, which does no harm.
    const start = await store.revision()
    const loaded = await saved?.load(start)
    if (loaded) {
      index = loaded.index
      return { revision: loaded.revision, id: maxId }
    }
    for (let last = 0; ;) {
      const rows = await store.batchAfter(last, batchSize)
      await applyAll(rows)
      const end = rows.at(-1)
      if (!end) break
      last = end.id
    }
    dependencies.onMade?.(index)
    return { revision: start, id: maxId }
  }

  async function catchUp(): Promise<void> {
    // The index is not changed while it is saved.
    await saving?.ended
    place ??= await open()
    do {
      again = false
      // Read before the rows: what is committed meanwhile has a later revision, and must not count as seen.
      const known = await store.revision()
      for (;;) {
        const rows: readonly Row[] = await store.changesAfter(place, batchSize)
        await applyAll(rows)
        const last = rows.at(-1)
        if (!last) break
        place = { revision: last.revision, id: last.id }
        // There may be more of the last revision.
        await arrive(known, last.revision - 1)
      }
      // A revision in which nothing has changed leaves no row behind.
      place = { revision: Math.max(known, place.revision), id: maxId }
      await arrive(known, place.revision)
      const steps = dependencies.tidy?.(index)
      if (steps) await runInTurns(steps, turnMs)
    } while (again)
  }

  /** Lets readers have what is there, as soon as that is what was there when it was begun to be read. */
  async function arrive(known: number, seen: number): Promise<void> {
    if (revision === -1 && seen < known) return
    if (revision === -1) await dependencies.onOpen?.(index)
    revision = Math.max(revision, seen)
    opened.resolve()
    for (const wait of waiting) if (wait.revision <= revision) wait.done()
  }

  function isWorthSaving(): boolean {
    if (!saved || index.size < dependencies.minSaved) return false
    // Where following has failed, the index may have a part of a revision.
    const isWhole = revision !== -1 && place?.id === maxId
    return isWhole && (unsaved > index.size * worthSavingShare || Date.now() - savedAt > maxSavedMs)
  }

  const save = (signal: AbortSignal) =>
    saved!.save(index, place!.revision, { minChanged: Math.ceil(index.size * worthSavingShare), signal })

  /** Saves the index where that is worth it. What changes meanwhile waits for it, unless somebody waits for what has changed. */
  function saveIfWorthIt(): void {
    const now = Date.now()
    if (saving || now - triedAt < saveEveryMs || !isWorthSaving()) return
    triedAt = now
    const needed = new AbortController()
    const signal = AbortSignal.any([needed.signal, stopped.signal])
    const ended = save(signal)
      .then(isSaved => {
        if (needed.signal.aborted) triedAt = now - saveEveryMs + abortedMs
        if (!isSaved) return
        unsaved = 0
        savedAt = now
      })
      .finally(() => (saving = undefined))
    saving = { ended, abort: () => needed.abort() }
  }

  /** Reads what is new. Never rejects: what failed is tried again with the next wake-up. */
  function follow(): Promise<void> {
    if (stopped.signal.aborted) return Promise.resolve()
    again = true
    following ??= catchUp()
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) log.warn({ error }, `${name} could not follow what has changed; it will try again`)
      })
      .finally(() => {
        following = undefined
        if (!stopped.signal.aborted) saveIfWorthIt()
      })
    return following
  }

  return {
    get index() {
      return index
    },
    /** Up to which revision the index has everything; -1 until it has been up to date once. */
    get revision() {
      return revision
    },
    follow,
    /** When the index is up to date for the first time. */
    opened: opened.promise,
    /** Returns when the index has seen a revision; gives up after a time. */
    async reached(wanted: number, timeoutMs: number): Promise<void> {
      if (revision >= wanted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wait = { revision: wanted, done: resolve }
      waiting.add(wait)
      saving?.abort()
      void follow()
      const timer = setTimeout(resolve, timeoutMs)
      await promise
      clearTimeout(timer)
      waiting.delete(wait)
    },
    /** Saves what is worth it, so that the next start reads little. */
    async stop(): Promise<void> {
      const isFollowing = following !== undefined
      stopped.abort(new Error('The server stops'))
      await Promise.all([following, saving?.ended])
      if (!isFollowing && isWorthSaving()) await save(AbortSignal.timeout(stopMs))
    },
  }
}

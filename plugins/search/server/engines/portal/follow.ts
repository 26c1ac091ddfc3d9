import type { Logger } from '@portico/core/server'
import { createTurn, runInTurns } from '@portico/core/server/worker'
import type { SearchDocument } from '@portico/search/common'
import type { ChangePlace, DocumentReadingStore, DocumentStep } from '../../documents/document-reading-store.ts'
import type { SearchIndex } from '../../index/search-index.ts'
import type { IndexSnapshots } from './index-snapshots.ts'

// Questions wait for at most this much of the work on the index.
const turnMs = 4
const piece = 500
// Entries of documents that are gone are removed when they are this share of all.
const maxWastedShare = 0.25
const minWasted = 1000
// The index is saved when this share of it has changed since, and before what was saved is too old to be used. Few documents are read faster.
const worthSavingShare = 0.05
const maxSavedMs = 24 * 3_600_000
const minSavedDocuments = 5000
const saveEveryMs = 60_000
// All documents of a revision.
const maxId = Number.MAX_SAFE_INTEGER

/** Keeps an index equal to the documents in the database: loads them once, then follows every revision. */
export function createFollower({
  store,
  index,
  log,
  revision,
  snapshots,
  onStep,
  onLoaded = () => {},
}: {
  readonly store: DocumentReadingStore
  readonly index: SearchIndex
  readonly log: Logger
  /** Of the documents that the index has already. */
  readonly revision?: number | undefined
  /** Where the index is saved; without it, it is made again at every start. */
  readonly snapshots?: IndexSnapshots
  /** Called for every document that changes. */
  readonly onStep: (id: number) => void
  /** Called when the index was made of all documents, before anybody is answered. */
  readonly onLoaded?: () => void
}) {
  let place: ChangePlace | undefined = revision === undefined ? undefined : { revision, id: maxId }
  let unsaved = 0
  let savedAt = Date.now()
  let triedAt = -Infinity
  let isLoaded = false
  let saving: Promise<void> | undefined
  let following: Promise<void> | undefined
  let again = false
  const loaded = Promise.withResolvers<void>()

  function apply({ id, type, body }: DocumentStep): void {
    onStep(id)
    unsaved += 1
    if (body === undefined) return index.remove(id)
    try {
      index.put(id, type, JSON.parse(body) as SearchDocument)
    } catch (error) {
      log.error({ error, id, type }, 'a document could not be indexed; it is left out until it changes')
      index.remove(id)
    }
  }

  async function applyAll(steps: readonly DocumentStep[]): Promise<void> {
    const turn = createTurn(turnMs)
    for (const step of steps) {
      apply(step)
      if (turn.isOver()) await turn.next()
    }
  }

  async function load(): Promise<ChangePlace> {
    // Read before the documents: what changes meanwhile is read again, which does no harm.
    const start = await store.revision()
    for (let last = 0; ;) {
      const steps = await store.pieceAfter(last, piece)
      await applyAll(steps)
      const end = steps.at(-1)
      if (!end) break
      last = end.id
    }
    index.settle()
    onLoaded()
    return { revision: start, id: maxId }
  }

  async function sweep(): Promise<void> {
    if (index.wasted < Math.max(minWasted, index.size * maxWastedShare)) return
    await runInTurns(index.sweep(), turnMs)
  }

  async function catchUp(): Promise<void> {
    // The index is not changed while it is saved.
    await saving
    place ??= await load()
    do {
      again = false
      const known = await store.revision()
      // After a failure it may be within a revision.
      for (let isBehind = known > place.revision || place.id < maxId; isBehind;) {
        const steps: readonly DocumentStep[] = await store.stepsAfter(place, piece)
        await applyAll(steps)
        place = steps.at(-1) ?? place
        isBehind = steps.length === piece
        // While somebody writes much, the end is far; what was there at the beginning is enough for the first questions.
        if (place.revision > known) arrive()
      }
      // A revision in which nothing has changed leaves no document behind.
      place = { revision: Math.max(known, place.revision), id: maxId }
      arrive()
      await sweep()
    } while (again)
  }

  function arrive(): void {
    isLoaded = true
    loaded.resolve()
  }

  /** Saves the index where that is worth it. What changes meanwhile waits for it. */
  function saveIfWorthIt(): void {
    const now = Date.now()
    const isWorthIt = unsaved > index.size * worthSavingShare || now - savedAt > maxSavedMs
    // Where following has failed, the index has a part of a revision.
    const isWhole = place?.id === maxId
    if (!snapshots || !isWhole || saving || !isWorthIt || index.size < minSavedDocuments || now - triedAt < saveEveryMs) return
    triedAt = now
    saving = save(snapshots, place!.revision).finally(() => (saving = undefined))
  }

  async function save(to: IndexSnapshots, its: number): Promise<void> {
    if (!(await to.save(index, its, Math.ceil(index.size * worthSavingShare)))) return
    unsaved = 0
    savedAt = Date.now()
  }

  return {
    /** Reads what is new. Never rejects: what failed is tried again with the next wake-up. */
    follow(): Promise<void> {
      again = true
      following ??= catchUp()
        .catch((error: unknown) => log.warn({ error }, 'the search index could not follow the documents; it will try again'))
        .finally(() => {
          following = undefined
          saveIfWorthIt()
        })
      return following
    },
    /** When the index holds all documents for the first time. */
    loaded: loaded.promise,
    get isLoaded() {
      return isLoaded
    },
  }
}

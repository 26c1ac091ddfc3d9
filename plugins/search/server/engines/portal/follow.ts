import type { Logger } from '@portico/core/server'
import { createTurn } from '@portico/core/server/worker'
import type { SearchDocument } from '@portico/search/common'
import type { ChangePlace, DocumentReadingStore, DocumentStep } from '../../documents/document-reading-store.ts'
import type { SearchIndex } from '../../index/search-index.ts'

// Questions wait for at most this much of the work on the index.
const turnMs = 4
const piece = 500
// Entries of documents that are gone are removed when they are this share of all.
const maxWastedShare = 0.25
const minWasted = 1000

/** Keeps an index equal to the documents in the database: loads them once, then follows every revision. */
export function createFollower({
  store,
  index,
  log,
  onStep,
  onLoaded = () => {},
}: {
  readonly store: DocumentReadingStore
  readonly index: SearchIndex
  readonly log: Logger
  /** Called for every document that changes. */
  readonly onStep: (id: number) => void
  /** Called when the index holds all documents for the first time, before anybody is answered. */
  readonly onLoaded?: () => void
}) {
  let revision = -1
  let following: Promise<void> | undefined
  let again = false
  const loaded = Promise.withResolvers<void>()

  function apply({ id, type, body }: DocumentStep): void {
    onStep(id)
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

  async function load(): Promise<void> {
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
    revision = start
    loaded.resolve()
  }

  async function sweep(): Promise<void> {
    if (index.wasted < Math.max(minWasted, index.size * maxWastedShare)) return
    const turn = createTurn(turnMs)
    for (const _ of index.sweep()) if (turn.isOver()) await turn.next()
  }

  async function catchUp(): Promise<void> {
    if (revision === -1) await load()
    do {
      again = false
      const known = await store.revision()
      if (known === revision) continue
      let place: ChangePlace = { revision, id: Number.MAX_SAFE_INTEGER }
      for (;;) {
        const steps = await store.stepsAfter(place, piece)
        await applyAll(steps)
        place = steps.at(-1) ?? place
        if (steps.length < piece) break
      }
      revision = Math.max(known, place.revision)
      await sweep()
    } while (again)
  }

  return {
    /** Reads what is new. Never rejects: what failed is tried again with the next wake-up. */
    follow(): Promise<void> {
      again = true
      following ??= catchUp()
        .catch((error: unknown) => log.warn({ error }, 'the search index could not follow the documents; it will try again'))
        .finally(() => (following = undefined))
      return following
    },
    /** When the index holds all documents for the first time. */
    loaded: loaded.promise,
    get revision() {
      return revision
    },
  }
}

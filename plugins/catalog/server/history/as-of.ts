import { stringifyEntityRef, type Entity, type EntityPredicate } from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import { createTurn } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import { createEntityIndex, type EntityIndex, type IndexQuery } from '../entity-index/entity-index.ts'
import { comparePositions, type SortPosition } from '../entity-index/sorted-views.ts'
import { partsOf, toText, type EntityText } from '../reading/texts.ts'
import { undo } from './undo.ts'
import { isBeginning, type ChangeRecord, type HistoryStore } from './history-store.ts'

/** What was different at a moment: the entities that have changed since, as they were. */
interface Overlay {
  readonly index: EntityIndex
  /** Their JSON, by number. */
  readonly texts: ReadonlyMap<number, string>
  readonly changed: ReadonlySet<string>
}

/** One entity of a page: by number in the catalog as it is, or as a text that is no longer there. */
export type PastItem = { readonly id: number } | { readonly text: EntityText }

type Turn = ReturnType<typeof createTurn>

const maxOverlays = 8
// Of their texts; the index of an overlay takes about as much again. One that is larger is kept alone.
const maxOverlaysLength = 64_000_000

/**
 * The catalog as it was at a moment. What has not changed since is asked of the index as it is; only what has changed is
 * brought back from the history, so a look at yesterday costs what happened since yesterday.
 */
export function createAsOf({ store, latest }: { readonly store: HistoryStore; readonly latest: () => Promise<number> }) {
  const overlays = new LRUCache<string, Promise<Overlay>>({ max: maxOverlays, maxSize: maxOverlaysLength })

  async function build(moment: Date): Promise<Overlay> {
    const oldest = await store.oldest()
    if (oldest && moment < oldest.at && !isBeginning(oldest)) {
      throw inputError(`The history begins at ${oldest.at.toISOString()}; before that nothing is known`, { code: 'catalog.before-history' })
    }
    const first = await store.firstSince(moment)
    const index = createEntityIndex()
    const texts = new Map<number, string>()
    // Thousands may have changed since, and others wait meanwhile.
    const turn = createTurn()

    function add(entity: Entity | undefined, text: string | undefined): void {
      if (!entity) return
      const id = texts.size + 1
      texts.set(id, text ?? JSON.stringify(entity))
      index.apply([{ id, ref: stringifyEntityRef(entity), entity }])
    }

    // Most changes say how the entity was, or that it was not there. Where only relations changed, what came after is taken back too.
    const isSaid = ({ kind, finalBefore }: ChangeRecord) => kind !== 'updated' || finalBefore !== undefined
    for (const change of first.filter(isSaid)) {
      add(undo(change, undefined), change.finalBefore)
      if (turn.isOver()) await turn.next()
    }
    const unsaid = first.filter(change => !isSaid(change))
    for (const entity of (await statesBefore(unsaid, turn)).values()) {
      add(entity, undefined)
      if (turn.isOver()) await turn.next()
    }
    return { index, texts, changed: new Set(first.map(change => change.ref)) }
  }

  async function statesBefore(first: readonly ChangeRecord[], turn: Turn): Promise<Map<string, Entity | undefined>> {
    const states = new Map<string, Entity | undefined>()
    const oldest = first.toSorted((a, b) => a.revision - b.revision || a.sequence - b.sequence)[0]
    if (!oldest) return states
    const begins = new Map(first.map(change => [change.ref, change]))
    const refs = [...begins.keys()]
    for (const [ref, { text }] of await store.statesOf(refs)) {
      states.set(ref, JSON.parse(text) as Entity)
      if (turn.isOver()) await turn.next()
    }
    for (const change of await store.ofEntitiesFrom(refs, oldest)) {
      const begin = begins.get(change.ref)
      // One of them may have changed before the moment too, after the oldest of all.
      if (begin && (change.revision > begin.revision || (change.revision === begin.revision && change.sequence >= begin.sequence)))
        states.set(change.ref, undo(change, states.get(change.ref)))
      if (turn.isOver()) await turn.next()
    }
    return states
  }

  async function overlayAt(moment: string): Promise<Overlay> {
    const key = `${await latest()} ${moment}`
    const known = overlays.get(key)
    if (known) return known
    const made = build(new Date(moment))
    overlays.set(key, made, { size: 1 })
    made.then(
      ({ texts }) => {
        // How large it is, is known only now; the cache takes the size of a value once.
        if (overlays.delete(key)) overlays.set(key, made, { size: sizeOf(texts) })
      },
      () => overlays.delete(key),
    )
    return made
  }

  return {
    /** Some entities as they were, of those that met a predicate then; undefined for the others. */
    async byRefs(
      current: EntityIndex,
      refs: readonly (string | undefined)[],
      predicate: EntityPredicate | undefined,
      moment: string,
    ): Promise<(PastItem | undefined)[]> {
      const { index, texts, changed } = await overlayAt(moment)
      return refs.map(ref => {
        const isPast = ref !== undefined && changed.has(ref)
        const source = isPast ? index : current
        const id = ref === undefined || !source.meets(ref, predicate) ? undefined : source.idOf(ref)
        if (id === undefined) return undefined
        return isPast ? toPastItem(texts, id) : { id }
      })
    },
    async query(current: EntityIndex, query: IndexQuery, moment: string) {
      const { index, texts, changed } = await overlayAt(moment)
      // Both are asked for the whole page from the start where an offset counts over the two together.
      const { offset = 0, ...ask } = query
      const wide = { ...ask, limit: query.limit === 0 ? 0 : query.limit + offset }
      const now = current.query({ ...wide, except: changed })
      const past = index.query(wide)
      const [nowPositions, pastPositions] = [now.positions, past.positions]
      const items: { readonly position: SortPosition; readonly id: number; readonly isPast: boolean }[] = [
        ...now.ids.map((id, i) => ({ position: nowPositions[i]!, id, isPast: false })),
        ...past.ids.map((id, i) => ({ position: pastPositions[i]!, id, isPast: true })),
      ].sort((a, b) => comparePositions(a.position, b.position, query.order))
      const backwards = query.from?.backwards === true
      const page = backwards ? items.slice(-query.limit || items.length) : items.slice(offset, offset + query.limit)
      const more = items.length > page.length + (backwards ? 0 : offset)
      const hasNext = backwards || more || Boolean(now.next ?? past.next)
      const hasPrevious = backwards ? more || Boolean(now.previous ?? past.previous) : query.from !== undefined || offset > 0
      const [first, last] = [page[0], page.at(-1)]
      return {
        items: page.map(({ id, isPast }) => (isPast ? toPastItem(texts, id) : { id })),
        total: now.total + past.total,
        ...(last && hasNext && { next: last.position }),
        ...(first && hasPrevious && { previous: first.position }),
      }
    },
  }
}

export type AsOf = ReturnType<typeof createAsOf>

function toPastItem(texts: Overlay['texts'], id: number): PastItem {
  return { text: toText(partsOf(JSON.parse(texts.get(id)!) as Entity)) }
}

function sizeOf(texts: Overlay['texts']): number {
  let length = 1
  for (const text of texts.values()) length += text.length
  return Math.min(length, maxOverlaysLength)
}

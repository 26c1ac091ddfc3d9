import { decodeChangeCursor, encodeChangeCursor, type ChangePage, type EntityHistory, type HistoryEntry } from '@portico/catalog/common'
import type { Judge } from '../reading/judge.ts'
import type { ChangePlace, ChangeRecord, HistoryStore } from './history-store.ts'
import { documentOf } from './undo.ts'
import { stepsOf, stepsOfMany, visiblePart } from './versions.ts'

const defaultLimit = 50
const maxLimit = 500
/** So many changes are looked at for one answer; a caller who may read few of them goes on from there. */
const maxScanned = 5000

/** What changed: of one entity with its documents, and of the whole catalog as a feed. Each caller is told what it may read. */
export function createHistory(store: HistoryStore) {
  /** Changes after a place, without their versions where nobody has to look at them. */
  async function told(changes: readonly ChangeRecord[], judge: Judge) {
    const steps = judge.isFree
      ? changes.map(change => ({ change, before: undefined, after: undefined }))
      : await stepsOfMany(store, changes)
    return steps.flatMap(step => {
      const part = visiblePart(step, judge)
      if (!part) return []
      const { before: _before, after: _after, ...change } = part
      return [change]
    })
  }

  return {
    /** The newest change first. Each page begins with the entity as it is now and takes back what came since. */
    async ofEntity(
      ref: string,
      ask: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
      judge: Judge,
    ): Promise<EntityHistory> {
      const limit = Math.min(ask.limit ?? defaultLimit, maxLimit)
      const from = ask.cursor === undefined ? undefined : decodeChangeCursor(ask.cursor)
      const items: HistoryEntry[] = []
      for await (const step of stepsOf(store, ref)) {
        if (from && !isBefore(step.change, from)) continue
        const part = visiblePart(step, judge)
        if (!part) continue
        const last = items.at(-1)
        // There is more only if there is something more that may be told.
        if (last && items.length === limit) return { items, pageInfo: { nextCursor: encodeChangeCursor(placeOf(last)) } }
        const { before, after, ...change } = part
        items.push({ ...change, ...(before && { before: documentOf(before) }), ...(after && { after: documentOf(after) }) })
      }
      return { items, pageInfo: {} }
    },

    async changes(ask: { readonly after?: string | undefined; readonly limit?: number | undefined }, judge: Judge): Promise<ChangePage> {
      const limit = Math.min(ask.limit ?? defaultLimit, maxLimit)
      const start = ask.after === undefined ? { revision: 0, sequence: 0 } : decodeChangeCursor(ask.after)
      const oldest = await store.oldest()
      const items: ChangePage['items'] = []
      let place: ChangePlace = start
      let hasMore = true
      let first: ChangeRecord | undefined
      for (let scanned = 0; hasMore && items.length < limit && scanned < maxScanned; scanned += limit) {
        const found = await store.after(place, limit + 1)
        first ??= found[0]
        const looked = found.slice(0, limit)
        const visible = (await told(looked, judge)).slice(0, limit - items.length)
        items.push(...visible)
        // A page that is full ends with the last change that it tells of, others with the last that was looked at.
        const isFull = items.length === limit
        const end = (isFull ? items.at(-1) : looked.at(-1)) ?? place
        hasMore = found.length > limit || (isFull && looked.some(change => isBefore(end, change)))
        place = placeOf(end)
      }
      return {
        items,
        cursor: encodeChangeCursor(place),
        hasMore,
        // What was forgotten lies before the oldest that is left, after what the caller has seen.
        hasGap:
          ask.after !== undefined && oldest !== undefined && oldest.revision > start.revision + 1 && first?.revision !== start.revision + 1,
      }
    },
  }
}

export type History = ReturnType<typeof createHistory>

function placeOf({ revision, sequence }: ChangePlace): ChangePlace {
  return { revision, sequence }
}

function isBefore(left: ChangePlace, right: ChangePlace): boolean {
  return left.revision < right.revision || (left.revision === right.revision && left.sequence < right.sequence)
}

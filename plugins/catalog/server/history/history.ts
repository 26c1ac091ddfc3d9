import {
  decodeChangeCursor,
  encodeChangeCursor,
  recentChangeLimits,
  type ChangePage,
  type EntityHistory,
  type HistoryEntry,
  type RecentChanges,
} from '@portico/catalog/common'
import type { AccessFilter } from '../reading/access-filter.ts'
import type { ChangePosition, ChangeRecord, HistoryStore } from './history-store.ts'
import { documentOf } from './undo.ts'
import { stepsOf, stepsOfMany, visiblePart } from './versions.ts'

const defaultLimit = 50
const maxLimit = 500
/** So many changes are looked at for one answer; a caller who may read few of them goes on from there. */
const maxScanned = 5000

/** What changed: of one entity with its documents, and of the whole catalog as a feed. Each caller gets what it may read. */
export function createHistory(store: HistoryStore) {
  /** Changes after a position, without their versions where no permission depends on them. */
  async function visibleChanges(changes: readonly ChangeRecord[], accessFilter: AccessFilter) {
    const steps = accessFilter.isFree
      ? changes.map(change => ({ change, before: undefined, after: undefined }))
      : await stepsOfMany(store, changes)
    return steps.flatMap(step => {
      const part = visiblePart(step, accessFilter)
      if (!part) return []
      const { before: _before, after: _after, ...change } = part
      return [change]
    })
  }

  return {
    /** The newest change first. Each page begins with the entity as it is now and takes back what came since. */
    async ofEntity(
      ref: string,
      request: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
      accessFilter: AccessFilter,
    ): Promise<EntityHistory> {
      const limit = Math.min(request.limit ?? defaultLimit, maxLimit)
      const from = request.cursor === undefined ? undefined : decodeChangeCursor(request.cursor)
      const items: HistoryEntry[] = []
      for await (const step of stepsOf(store, ref)) {
        if (from && !isBefore(step.change, from)) continue
        const part = visiblePart(step, accessFilter)
        if (!part) continue
        const last = items.at(-1)
        // There is a next page only if another change is visible.
        if (last && items.length === limit) return { items, pageInfo: { nextCursor: encodeChangeCursor(positionOf(last)) } }
        const { before, after, ...change } = part
        items.push({ ...change, ...(before && { before: documentOf(before) }), ...(after && { after: documentOf(after) }) })
      }
      return { items, pageInfo: {} }
    },

    /** The last changes of some entities. Of those that a caller may not read, fewer are answered. */
    async recent(
      request: { readonly entityRefs: readonly string[]; readonly limit?: number | undefined },
      accessFilter: AccessFilter,
    ): Promise<RecentChanges> {
      const refs = [...new Set(request.entityRefs.map(ref => ref.toLowerCase()))]
      const found = refs.length === 0 ? [] : await store.newestOf(refs, request.limit ?? recentChangeLimits.defaultItems)
      // Versions are found from the oldest change on.
      return { items: (await visibleChanges(found.toReversed(), accessFilter)).reverse() }
    },

    async changes(
      request: { readonly after?: string | undefined; readonly limit?: number | undefined },
      accessFilter: AccessFilter,
    ): Promise<ChangePage> {
      const limit = Math.min(request.limit ?? defaultLimit, maxLimit)
      const start = request.after === undefined ? { revision: -1, sequence: 0 } : decodeChangeCursor(request.after)
      const oldest = await store.oldest()
      const items: ChangePage['items'] = []
      let position: ChangePosition = start
      let hasMore = true
      let first: ChangeRecord | undefined
      for (let scanned = 0; hasMore && items.length < limit && scanned < maxScanned; scanned += limit) {
        const found = await store.after(position, limit + 1)
        first ??= found[0]
        const looked = found.slice(0, limit)
        const visible = (await visibleChanges(looked, accessFilter)).slice(0, limit - items.length)
        items.push(...visible)
        // A page that is full ends with its last change, others with the last that was looked at.
        const isFull = items.length === limit
        const end = (isFull ? items.at(-1) : looked.at(-1)) ?? position
        hasMore = found.length > limit || (isFull && looked.some(change => isBefore(end, change)))
        position = positionOf(end)
      }
      return {
        items,
        cursor: encodeChangeCursor(position),
        hasMore,
        // What retention has deleted lies between the last change that the caller has seen and the oldest that is left.
        hasGap:
          request.after !== undefined &&
          oldest !== undefined &&
          oldest.revision > start.revision + 1 &&
          first?.revision !== start.revision + 1,
      }
    },
  }
}

export type History = ReturnType<typeof createHistory>

function positionOf({ revision, sequence }: ChangePosition): ChangePosition {
  return { revision, sequence }
}

function isBefore(left: ChangePosition, right: ChangePosition): boolean {
  return left.revision < right.revision || (left.revision === right.revision && left.sequence < right.sequence)
}

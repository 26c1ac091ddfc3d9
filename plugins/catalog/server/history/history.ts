import { decodeChangeCursor, encodeChangeCursor, type ChangePage, type Entity, type EntityHistory } from '@portico/catalog/common'
import type { ChangeRecord, HistoryStore } from './history-store.ts'
import { documentOf, undo } from './undo.ts'

const defaultLimit = 50
const largestLimit = 500

/** What changed: of one entity with its documents, and of the whole catalog as a feed. */
export function createHistory(store: HistoryStore) {
  return {
    /** The newest change first. Each page begins with the entity as it is now and takes back what came since. */
    async ofEntity(
      ref: string,
      ask: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
    ): Promise<EntityHistory> {
      const limit = Math.min(ask.limit ?? defaultLimit, largestLimit)
      const place = ask.cursor === undefined ? undefined : decodeChangeCursor(ask.cursor)
      let state = toEntity((await store.textsOf([ref])).get(ref))
      if (place) state = await stateAt(ref, place, state)
      const changes = await store.ofEntity(ref, place, limit + 1)
      const items = changes.slice(0, limit).map(change => {
        const after = change.kind === 'deleted' ? undefined : state
        const before = undo(change, state)
        state = before
        return { ...toChange(change), ...(before && { before: documentOf(before) }), ...(after && { after: documentOf(after) }) }
      })
      const last = items.at(-1)
      const nextCursor =
        changes.length > limit && last ? encodeChangeCursor({ revision: last.revision, sequence: last.sequence }) : undefined
      return { items, pageInfo: nextCursor === undefined ? {} : { nextCursor } }
    },

    async changes(ask: { readonly after?: string | undefined; readonly limit?: number | undefined }): Promise<ChangePage> {
      const limit = Math.min(ask.limit ?? defaultLimit, largestLimit)
      const place = ask.after === undefined ? { revision: 0, sequence: 0 } : decodeChangeCursor(ask.after)
      const [found, oldest] = await Promise.all([store.after(place, limit + 1), store.oldest()])
      const items = found.slice(0, limit).map(toChange)
      const { revision, sequence } = items.at(-1) ?? place
      return {
        items,
        cursor: encodeChangeCursor({ revision, sequence }),
        hasMore: found.length > limit,
        // What was forgotten lies before the oldest that is left, after what the caller has seen.
        hasGap:
          ask.after !== undefined &&
          oldest !== undefined &&
          oldest.revision > place.revision + 1 &&
          found[0]?.revision !== place.revision + 1,
      }
    },
  }

  /** The entity after the change at a place: now, less all that came later. */
  async function stateAt(ref: string, place: { revision: number; sequence: number }, now: Entity | undefined): Promise<Entity | undefined> {
    let state = now
    for (const change of await store.ofEntity(ref, undefined, 1_000_000)) {
      if (change.revision < place.revision || (change.revision === place.revision && change.sequence <= place.sequence)) {
        return change.revision === place.revision && change.sequence === place.sequence ? undo(change, state) : state
      }
      state = undo(change, state)
    }
    return state
  }
}

export type History = ReturnType<typeof createHistory>

function toChange({ finalBefore: _text, ...change }: ChangeRecord) {
  return change
}

function toEntity(text: string | undefined): Entity | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Entity)
}

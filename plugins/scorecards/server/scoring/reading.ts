import type { Catalog } from '@portico/catalog/server'
import type { Principal } from '@portico/core/server'
import { LRUCache } from 'lru-cache'
import type { Documents } from '../documents/documents.ts'
import type { Causes } from '../results/cause-store.ts'
import { shortName } from '../results/facets.ts'
import type { ResultIndex, ResultView } from '../results/result-index.ts'
import type { EntityResults, ResultStore } from '../results/result-store.ts'
import type { Visibility, VisibleEntities } from '../results/visibility.ts'
import { createBoard, type Board } from './board.ts'

/** What a caller sees at a moment. */
export interface Sight {
  readonly board: Board
  readonly view: ResultView
  readonly visible: VisibleEntities
  readonly caller: Principal
  readonly asOf: string
  /** The same where the answer is. */
  readonly key: string
}

export interface ReadingDependencies {
  readonly index: ResultIndex
  readonly documents: Pick<Documents, 'current'>
  readonly causes: Causes
  readonly visibility: Visibility
  readonly store: ResultStore
  readonly catalog: Pick<Catalog, 'getEntities'>
}

const answersKept = 200
const answerMs = 60_000

/** What all answers begin with: results, documents, and what the caller may see of them. */
export function createReading({ index, documents, causes, visibility, store, catalog }: ReadingDependencies) {
  const answers = new LRUCache<string, Promise<{ readonly value: unknown }>>({ max: answersKept, ttl: answerMs })
  let board: Board | undefined
  let boardKey = ''

  function currentBoard(): Board {
    const key = `${documents.current().stamp} ${index.now().stamp}`
    if (!board || key !== boardKey) {
      board = createBoard(documents.current(), causes)
      boardKey = key
    }
    return board
  }

  async function sightOf(caller: Principal, asOf?: string): Promise<Sight> {
    await index.ready()
    const view = asOf === undefined ? index.now() : await index.at(new Date(asOf))
    const visible = await visibility.of(caller, view)
    const known = currentBoard()
    return {
      board: known,
      view,
      visible,
      caller,
      asOf: asOf ?? new Date().toISOString(),
      key: `${known.stamp} ${view.stamp} ${visible.key}`,
    }
  }

  return {
    sightOf,
    board: currentBoard,
    canSee: visibility.canSee,
    visibleAmong: visibility.among,
    /** The sight of the same caller some days before. */
    earlier: (sight: Sight, days: number): Promise<Sight> => {
      const day = new Date(Date.parse(sight.asOf) - days * 86_400_000)
      return sightOf(sight.caller, new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate())).toISOString())
    },
    *entitiesOf({ view, visible }: Sight): Generator<EntityResults> {
      for (const each of view.entities.values()) if (visible.isAll || visible.has(each.ref)) yield each
    },
    /** Answers that many ask for are made once, as long as nothing changes. */
    async cached<T>(key: string, make: () => T | Promise<T>): Promise<T> {
      const known = answers.get(key)
      if (known) return (await known).value as T
      const made = (async () => ({ value: (await make()) as unknown }))()
      made.catch(() => answers.delete(key))
      answers.set(key, made)
      const { value } = await made
      // What was not there yet is asked for again: it may come without any change that empties the cache.
      if (value === undefined) answers.delete(key)
      return value as T
    },
    /** Titles of groups, domains and systems; of those that the caller may not see, the name in the ref. */
    async titlesOf({ caller }: Pick<Sight, 'caller'>, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const unique = [...new Set(refs)].filter(ref => ref.includes(':'))
      const [entities, seen] = await Promise.all([
        catalog.getEntities(unique),
        Promise.all(unique.map(ref => visibility.canSee(caller, ref))),
      ])
      return new Map(
        unique.map((ref, at) => {
          const entity = seen[at] ? entities[at] : undefined
          const profile = entity?.spec?.['profile'] as { displayName?: unknown } | undefined
          const title = entity?.metadata.title ?? (typeof profile?.displayName === 'string' ? profile.displayName : undefined)
          return [ref, title ?? shortName(ref)]
        }),
      )
    },
    beginning: store.beginning,
  }
}

export type Reading = ReturnType<typeof createReading>

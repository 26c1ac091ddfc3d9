import {
  parseEntityRef,
  stringifyEntityRef,
  timelineLimits,
  type Entity,
  type Timeline,
  type TimelineMarks,
  type TimelinePart,
} from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import { LRUCache } from 'lru-cache'
import type { AccessFilter } from '../reading/access-filter.ts'
import { isBeginning, type HistoryStore } from './history-store.ts'
import type { PartCount, TimelineScope, TimelineStore } from './timeline-store.ts'

const maxRemembered = 50
// Those who may not read everything are told of removals that they may read, among so many.
const maxFiltered = 200
// A history of a moment has a length too.
const minLengthMs = 1000

/** When things changed, so that a moment of the past can be chosen. */
export function createTimeline({
  store,
  history,
  latest,
  now = Date.now,
}: {
  readonly store: TimelineStore
  readonly history: Pick<HistoryStore, 'oldest'>
  readonly latest: () => Promise<number>
  readonly now?: () => number
}) {
  const known = new LRUCache<string, { readonly at: number; readonly parts: readonly TimelinePart[] }>({ max: maxRemembered })

  async function partsOf(scope: TimelineScope, from: Date, to: Date, count: number, isCounted: boolean): Promise<TimelinePart[]> {
    const counts = isCounted ? await store.counts(scope, from, to, count) : []
    const length = (to.getTime() - from.getTime()) / count
    const at = (index: number) => new Date(index === count ? to.getTime() : Math.round(from.getTime() + index * length)).toISOString()
    const countOf = (part: number, kind: PartCount['kind']) => counts.find(each => each.part === part && each.kind === kind)?.count ?? 0
    return Array.from({ length: count }, (_, index) => ({
      from: at(index),
      to: at(index + 1),
      created: countOf(index + 1, 'created'),
      updated: countOf(index + 1, 'updated'),
      deleted: countOf(index + 1, 'deleted'),
    }))
  }

  return {
    async timeline(
      request: { readonly kind?: string | undefined; readonly entityRef?: string | undefined; readonly parts?: number | undefined },
      accessFilter: AccessFilter,
    ): Promise<Timeline> {
      const oldest = await history.oldest()
      if (!oldest) return { parts: [], beginsWithNothing: true, isCounted: accessFilter.isFree }
      const count = request.parts ?? timelineLimits.defaultParts
      const scope = {
        kind: request.kind?.toLowerCase(),
        entityRef: request.entityRef === undefined ? undefined : stringifyEntityRef(parseEntityRef(request.entityRef)),
      }
      const key = JSON.stringify([scope, count, accessFilter.isFree, await latest()])
      const before = known.get(key)
      // Just before the first change, so that the first part holds it.
      const from = new Date(Math.floor(oldest.at.getTime()) - 1)
      const to = new Date(Math.max(now(), from.getTime() + minLengthMs))
      // The parts of a history that does not grow move by little within a minute.
      const isFresh = before !== undefined && to.getTime() - before.at < 60_000
      const parts = isFresh ? before.parts : await partsOf(scope, from, to, count, accessFilter.isFree)
      if (!isFresh) known.set(key, { at: to.getTime(), parts })
      return { parts: [...parts], beginsWithNothing: isBeginning(oldest), isCounted: accessFilter.isFree }
    },

    async marks(
      request: { readonly from: string; readonly to: string; readonly entityRefs: readonly string[]; readonly kind?: string | undefined },
      accessFilter: AccessFilter,
    ): Promise<TimelineMarks> {
      const [from, to] = [new Date(request.from), new Date(request.to)]
      if (from > to) throw inputError('from is later than to', { code: 'catalog.moments-reversed' })
      const refs = request.entityRefs.map(ref => ref.toLowerCase())
      const [marks, removed] = await Promise.all([
        refs.length > 0 ? store.marks(refs, from, to) : [],
        store.removed(request.kind?.toLowerCase(), from, to, accessFilter.isFree ? timelineLimits.removed : maxFiltered),
      ])
      const readable = accessFilter.isFree ? removed : removed.filter(({ last }) => accessFilter.canRead(JSON.parse(last) as Entity))
      return {
        items: marks.map(({ ref, is_new, fields }) => ({
          entityRef: ref,
          change: is_new ? ('created' as const) : ('updated' as const),
          // Which fields changed says something about the version before, which may not be theirs to read.
          fields: accessFilter.isFree ? fields : [],
        })),
        removed: readable.slice(0, timelineLimits.removed).map(({ ref }) => ref),
        removedTotal: accessFilter.isFree ? (removed[0]?.total ?? 0) : readable.length,
      }
    },
  }
}

export type TimelineRules = ReturnType<typeof createTimeline>

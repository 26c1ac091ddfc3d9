import type { Entity } from '@portico/catalog/common'
import { kindInRef } from './entity-refs.ts'
import type { ViewState } from './view-state.ts'

/** An entity in the graph. */
export interface Member {
  readonly ref: string
  /** How many relations away from the nearest root. */
  readonly distance: number
  /** Undefined where the catalog has no such entity, or does not show it to this user. */
  readonly entity: Entity | undefined
}

/** What is left out of the graph: further targets of one entity's relations of one type. */
export interface LeftOut {
  readonly from: string
  readonly relation: string
  readonly count: number
}

export interface Neighbourhood {
  /** In the order in which they were found: the nearest first. */
  readonly members: ReadonlyMap<string, Member>
  readonly leftOut: readonly LeftOut[]
  /** Why no further entities could be loaded; undefined where all could. What is nearer is kept. */
  readonly failure: Error | undefined
}

/** Loads entities by ref, in their order; undefined where there is none. */
export type LoadEntities = (refs: readonly string[]) => Promise<readonly (Entity | undefined)[]>

export type NeighbourhoodQuery = Pick<ViewState, 'rootEntityRefs' | 'maxDepth' | 'selectedKinds' | 'selectedRelations' | 'expanded'>

/** How much is shown before the rest is summarised. */
export interface Limits {
  /** At most so many targets of one relation type for each entity. */
  readonly perRelation: number
  /** At most so many entities in all, besides those that were asked for by opening a summary. */
  readonly members: number
}

/** As much as fits a screen and can still be read. */
export const pageLimits: Limits = { perRelation: 10, members: 120 }

/** However many summaries are opened, not many more than this: the rest could not be drawn. */
const maxMembers = 4_000

/** The fields of an entity that the graph needs. */
export const graphFields = [
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  'spec.type',
  'spec.lifecycle',
  'spec.profile.displayName',
  'relations',
]

/**
 * The entities around some roots: one request for each distance, never more entities than can be drawn and read.
 * What does not fit is counted. A failure further out keeps what is nearer.
 */
export async function walkNeighbourhood(
  around: NeighbourhoodQuery,
  load: LoadEntities,
  limits: Limits = pageLimits,
): Promise<Neighbourhood> {
  const members = new Map<string, Member>()
  const rest: { readonly from: string; readonly relation: string; readonly refs: readonly string[] }[] = []
  let ring: readonly string[] = around.rootEntityRefs
  let room = Math.max(limits.members, ring.length) - ring.length
  let failure: Error | undefined
  for (let distance = 0; ring.length > 0; distance++) {
    let entities: readonly (Entity | undefined)[]
    try {
      entities = await load(ring)
    } catch (error) {
      if (distance === 0) throw error
      failure = error as Error
      ring.forEach(ref => members.delete(ref))
      break
    }
    ring.forEach((ref, index) => members.set(ref, { ref, distance, entity: entities[index] }))
    if (distance >= around.maxDepth) break
    const next: string[] = []
    const add = (ref: string) => {
      members.set(ref, { ref, distance: distance + 1, entity: undefined })
      next.push(ref)
    }
    for (const from of ring) {
      for (const [relation, refs] of targetsByRelation(members.get(from)?.entity, around)) {
        const fresh = refs.filter(ref => !members.has(ref))
        const free = Math.min(limits.perRelation, room, fresh.length)
        room -= free
        // A summary that was opened shows what it promised, as long as the whole can be drawn.
        const shown = Math.min(free + extraOf(around, from, relation), Math.max(free, maxMembers - members.size))
        fresh.slice(0, shown).forEach(add)
        if (fresh.length > shown) rest.push({ from, relation, refs: fresh.slice(shown) })
      }
    }
    ring = next
  }
  const leftOut = rest
    .map(({ from, relation, refs }) => ({ from, relation, count: refs.filter(ref => !members.has(ref)).length }))
    .filter(({ from, count }) => count > 0 && members.has(from))
  return { members, leftOut, failure }
}

/** The targets of an entity's relations by type, as far as the view selects them; each list sorted by ref. */
export function targetsByRelation(
  entity: Entity | undefined,
  { selectedKinds, selectedRelations }: Pick<ViewState, 'selectedKinds' | 'selectedRelations'>,
): Map<string, readonly string[]> {
  const byType = new Map<string, Set<string>>()
  for (const { type, targetRef } of entity?.relations ?? []) {
    if (selectedRelations.length > 0 && !selectedRelations.includes(type)) continue
    const target = targetRef.toLowerCase()
    if (selectedKinds.length > 0 && !selectedKinds.includes(kindInRef(target))) continue
    const targets = byType.get(type) ?? new Set()
    byType.set(type, targets.add(target))
  }
  return new Map([...byType].map(([type, targets]) => [type, [...targets].sort()]))
}

function extraOf({ expanded }: NeighbourhoodQuery, from: string, relation: string): number {
  return expanded.find(each => each.from === from && each.relation === relation)?.extra ?? 0
}

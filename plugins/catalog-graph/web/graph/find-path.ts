import type { Entity } from '@portico/catalog/common'
import { kindInRef } from './entity-refs.ts'
import type { LoadEntities } from './neighbourhood.ts'
import { inverseOf } from './relation-pairs.ts'
import type { ViewState } from './view-state.ts'

/** One entity on a path, and how the one before it is related to it. */
export interface PathStep {
  readonly ref: string
  readonly entity: Entity | undefined
  readonly relation: string | undefined
}

export type PathSearch =
  | { readonly result: 'found'; readonly steps: readonly PathStep[] }
  /** There is none: everything that can be reached from one end was visited. */
  | { readonly result: 'none' }
  /** Too many entities lie between for a search in the browser. */
  | { readonly result: 'gave-up'; readonly looked: number }

interface Side {
  /** Each entity that was reached, and from where; the end itself from nowhere. */
  readonly reached: Map<string, { readonly from: string; readonly relation: string } | undefined>
  ring: readonly string[]
}

/** The search gives up after visiting so many entities. */
export const maxVisited = 3000

/**
 * A shortest path between two entities, whichever way the relations point. Searches from both ends at once, always on the
 * side where less is open, with one round of requests a step.
 */
export async function findPath(
  start: string,
  end: string,
  view: Pick<ViewState, 'selectedKinds' | 'selectedRelations'>,
  load: LoadEntities,
): Promise<PathSearch> {
  const known = new Map<string, Entity | undefined>()
  const sides: readonly [Side, Side] = [begin(start), begin(end)]
  if (start === end) return finish(start, sides, known, load)
  for (;;) {
    const near = sides[0].ring.length <= sides[1].ring.length ? sides[0] : sides[1]
    const far = near === sides[0] ? sides[1] : sides[0]
    if (near.ring.length === 0) return { result: 'none' }
    if (known.size + near.ring.length > maxVisited) return { result: 'gave-up', looked: known.size }
    const entities = await load(near.ring)
    near.ring.forEach((ref, index) => known.set(ref, entities[index]))
    const meeting = grow(near, far, known, view)
    if (meeting !== undefined) return finish(meeting, sides, known, load)
  }
}

function begin(ref: string): Side {
  return { reached: new Map([[ref, undefined]]), ring: [ref] }
}

/** Goes one step further on one side; the entity at which it meets the other side, if it does. */
function grow(near: Side, far: Side, known: ReadonlyMap<string, Entity | undefined>, view: Parameters<typeof findPath>[2]) {
  const next: string[] = []
  for (const from of near.ring) {
    for (const { type, targetRef } of known.get(from)?.relations ?? []) {
      const ref = targetRef.toLowerCase()
      if (near.reached.has(ref) || !isWanted(type, view) || !mayPass(ref, far, view)) continue
      near.reached.set(ref, { from, relation: type })
      if (far.reached.has(ref)) return ref
      next.push(ref)
    }
  }
  near.ring = next
  return undefined
}

function isWanted(type: string, { selectedRelations }: Parameters<typeof findPath>[2]): boolean {
  return selectedRelations.length === 0 || selectedRelations.includes(type) || selectedRelations.includes(inverseOf(type) ?? '')
}

/** The ends of the path may be of any kind; entities between them must be of the selected kinds. */
function mayPass(ref: string, far: Side, { selectedKinds }: Parameters<typeof findPath>[2]): boolean {
  return (
    selectedKinds.length === 0 || selectedKinds.includes(kindInRef(ref)) || (far.reached.get(ref) === undefined && far.reached.has(ref))
  )
}

async function finish(
  meeting: string,
  [first, second]: readonly [Side, Side],
  known: Map<string, Entity | undefined>,
  load: LoadEntities,
): Promise<PathSearch> {
  const before: { ref: string; relation: string | undefined }[] = []
  for (let ref: string | undefined = meeting; ref !== undefined; ref = first.reached.get(ref)?.from) {
    before.unshift({ ref, relation: first.reached.get(ref)?.relation })
  }
  const after: typeof before = []
  for (let step = second.reached.get(meeting); step; step = second.reached.get(step.from)) {
    // Seen from the other end, the relation is read in the opposite direction.
    after.push({ ref: step.from, relation: inverseOf(step.relation) ?? step.relation })
  }
  const path = [...before, ...after]
  const unknown = path.map(({ ref }) => ref).filter(ref => !known.has(ref))
  if (unknown.length > 0) {
    const entities = await load(unknown)
    unknown.forEach((ref, index) => known.set(ref, entities[index]))
  }
  return { result: 'found', steps: path.map(({ ref, relation }) => ({ ref, relation, entity: known.get(ref) })) }
}

import type { Change, Entity } from '@portico/catalog/common'
import type { AccessFilter } from '../reading/access-filter.ts'
import type { ChangePosition, ChangeRecord, HistoryStore } from './history-store.ts'
import { undo } from './undo.ts'

/** A change with the versions of the entity on both sides of it. */
export interface Step {
  readonly change: ChangeRecord
  readonly before: Entity | undefined
  readonly after: Entity | undefined
}

const batch = 200

/** The changes of an entity, the newest first, each taken back from the entity as it is now. */
export async function* stepsOf(store: HistoryStore, ref: string): AsyncGenerator<Step> {
  const now = (await store.statesOf([ref])).get(ref)
  const walk = createWalk(now)
  for (let position: ChangePosition | undefined; ;) {
    const changes = await store.ofEntity(ref, position, batch)
    for (const change of changes) {
      const step = walk(change)
      if (step) yield step
    }
    position = changes.at(-1)
    if (changes.length < batch) return
  }
}

/** The same for changes of many entities, in their own order. What is known of each is gathered for all of them at once. */
export async function stepsOfMany(store: HistoryStore, changes: readonly ChangeRecord[]): Promise<Step[]> {
  const [first] = changes
  if (!first) return []
  const refs = [...new Set(changes.map(({ ref }) => ref))]
  const states = await store.statesOf(refs)
  const walks = new Map(refs.map(ref => [ref, createWalk(states.get(ref))]))
  const steps = new Map<string, Step>()
  for (const change of await store.ofEntitiesFrom(refs, first)) {
    const step = walks.get(change.ref)?.(change)
    if (step) steps.set(keyOf(change), step)
  }
  return changes.map(change => steps.get(keyOf(change)) ?? { change, before: undefined, after: undefined })
}

/** Takes back one change after another. What was changed after the entity was read is passed over: its version is not known. */
function createWalk(now: { readonly text: string; readonly revision: number } | undefined): (change: ChangeRecord) => Step | undefined {
  let state = now && (JSON.parse(now.text) as Entity)
  return change => {
    if (now && change.revision > now.revision) return undefined
    const after = change.kind === 'deleted' ? undefined : state
    const before = undo(change, state)
    state = before
    return { change, before, after }
  }
}

function keyOf({ revision, sequence }: ChangePosition): string {
  return `${revision} ${sequence}`
}

/**
 * What of a change is visible. It is visible to callers who may read the version that it made (or the last one, for a deletion). The
 * version before it, and the difference, are visible only if that version may be read too.
 */
export function visiblePart(
  { change, before, after }: Step,
  accessFilter: AccessFilter,
): (Change & Pick<Step, 'before' | 'after'>) | undefined {
  const { finalBefore: _text, ...shown } = change
  if (!accessFilter.canRead(change.kind === 'deleted' ? before : after)) return undefined
  if (!accessFilter.canRead(before) && change.kind === 'updated')
    return { ...shown, fields: [], relationsAdded: [], relationsRemoved: [], before: undefined, after }
  const { knows } = accessFilter
  const kept = (relations: Change['relationsAdded']) => (knows ? relations.filter(({ targetRef }) => knows(targetRef)) : relations)
  return { ...shown, relationsAdded: kept(shown.relationsAdded), relationsRemoved: kept(shown.relationsRemoved), before, after }
}

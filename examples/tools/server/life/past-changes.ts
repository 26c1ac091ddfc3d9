import type { Entity } from '@portico/catalog/common'
import type { PastChange } from '@portico/catalog/server'
import { isRecord } from '@portico/core/common'

/** As in `data/history.yaml`. Days are before the beginning of the catalog's own history. */
export interface HistoryData {
  readonly beginning: number
  readonly came: Readonly<Record<string, number>>
  readonly changes: readonly ChangeData[]
  readonly removed: readonly { readonly days: number; readonly entity: Entity }[]
}

interface ChangeData {
  readonly ref: string
  readonly days: number
  readonly was?: Readonly<Record<string, unknown>>
  readonly definition?: readonly { readonly now: string; readonly was: string }[]
}

const dayMs = 86_400_000

/** What became of the entities in the month before, found by going back from how they are. */
export function toPastChanges(data: HistoryData, entities: ReadonlyMap<string, Entity>, begins: Date): PastChange[] {
  const before = (days: number) => new Date(begins.getTime() - days * dayMs)
  const past: PastChange[] = []
  for (const [ref, now] of entities) {
    let entity = now
    const changes = data.changes.filter(change => change.ref === ref).sort((a, b) => a.days - b.days)
    for (const change of changes) {
      past.push({ at: before(change.days), entity })
      entity = undone(entity, change)
    }
    past.push({ at: before(data.came[ref] ?? data.beginning), entity })
  }
  for (const { days, entity } of data.removed) {
    past.push({ at: before(data.beginning), entity }, { at: before(days), removed: `${entity.kind}:default/${entity.metadata.name}` })
  }
  return past
}

/** An entity as it was before a change. */
function undone(entity: Entity, { was = {}, definition }: ChangeData): Entity {
  const before = merge(entity, was) as Entity
  if (!definition) return before
  const text = definition.reduce((found, { now, was: old }) => found.replace(now, old), String(before.spec?.['definition']))
  return { ...before, spec: { ...before.spec, definition: text } }
}

/** Objects are merged, null removes, anything else replaces. */
function merge(value: unknown, was: unknown): unknown {
  if (!isRecord(was)) return was
  const merged: Record<string, unknown> = { ...(isRecord(value) ? value : {}) }
  for (const [key, part] of Object.entries(was)) {
    if (part === null) delete merged[key]
    else merged[key] = merge(merged[key], part)
  }
  return merged
}

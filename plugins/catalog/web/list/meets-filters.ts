import type { Entity } from '@portico/catalog/common'
import type { EntityRow } from './entity-row.ts'
import type { IndexFilters } from './filters/index-state.ts'
import type { IndexModel } from './index-model.ts'
import type { Viewer } from './selection.ts'

/** Whether a row meets the filters, where everything is in the browser. */
export function meetsFilters(row: EntityRow, filters: IndexFilters, viewer: Viewer, model: IndexModel, list = filters.user): boolean {
  const { entity, resolved } = row
  if (list === 'owned' && !resolved.owners.some(ref => viewer.ownershipRefs.includes(ref))) return false
  if (list === 'starred' && !viewer.starred.has(resolved.entityRef)) return false
  const chosen = model.filters(filters.kind).filter(({ id }) => filters.values[id])
  return chosen.every(({ id, matches }) => matches?.(row, filters.values[id] ?? []) ?? true) && meetsText(entity, filters.text)
}

/** Every word is a tag, or is contained in the name, the title or the display name. */
export function meetsText(entity: Entity, text: string): boolean {
  const words = lower(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const { name, title, tags = [] } = entity.metadata
  const profile = entity.spec?.['profile'] as { displayName?: unknown } | undefined
  const names = [name, title, profile?.displayName].filter(value => typeof value === 'string').map(lower)
  return words.every(word => tags.some(tag => lower(tag) === word) || names.some(each => each.includes(word)))
}

function lower(text: string): string {
  return text.toLocaleLowerCase('en-US')
}

import { annotations, entityRefOf, parseEntityRef, type Entity } from '@portico/catalog/common'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { isSameText, type IndexFilters } from './filters.ts'
import type { Viewer } from './selection.ts'

/** A row of the list: an entity, and what was found out about it. */
export interface EntityRow {
  readonly entity: Entity
  readonly resolved: {
    readonly name: string
    readonly entityRef: string
    /** Refs of the owners. */
    readonly owners: readonly string[]
    /** Refs of the systems that it is part of. */
    readonly systems: readonly string[]
  }
}

export function toEntityRow(entity: Entity): EntityRow {
  const targets = (type: string) => (entity.relations ?? []).filter(each => each.type === type).map(({ targetRef }) => targetRef)
  return {
    entity,
    resolved: {
      name: presentEntity(entity, { defaultKind: entity.kind }).primaryTitle,
      entityRef: entityRefOf(entity),
      owners: targets('ownedBy'),
      systems: targets('partOf').filter(isSystem),
    },
  }
}

function isSystem(ref: string): boolean {
  try {
    return isSameText(parseEntityRef(ref).kind, 'system')
  } catch {
    return false
  }
}

/** What a row needs of its entity. Users and groups show no relations, and may have thousands. */
export function fieldsOf(kind: string, { whole = false }: { readonly whole?: boolean } = {}): string[] {
  const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'metadata.description', 'metadata.tags', 'spec.type']
  if (kind === 'user' || kind === 'group') fields.push('spec.profile.displayName')
  else fields.push('spec.lifecycle', 'relations.ownedBy', 'relations.partOf')
  if (kind === 'location') fields.push('spec.target', 'spec.targets')
  if (whole) fields.push('status', `metadata.annotations.${annotations.orphan}`)
  return fields
}

/** Whether a row is in what the filters leave, where everything is in the browser. */
export function meetsFilters(row: EntityRow, filters: IndexFilters, viewer: Viewer, list = filters.user): boolean {
  const { entity, resolved } = row
  const { types, owners, lifecycles, tags, namespaces, orphan, error, text } = filters
  const own = new Set((entity.metadata.tags ?? []).map(lower))
  if (list === 'owned' && !resolved.owners.some(ref => viewer.ownershipRefs.includes(ref))) return false
  if (list === 'starred' && !viewer.starred.has(resolved.entityRef)) return false
  if (!isOneOf(types, entity.spec?.['type']) || !isOneOf(lifecycles, entity.spec?.['lifecycle'])) return false
  if (!isOneOf(namespaces, entity.metadata.namespace ?? 'default')) return false
  if (owners.length > 0 && !resolved.owners.some(ref => owners.includes(lower(ref)))) return false
  if (!tags.every(tag => own.has(lower(tag)))) return false
  if (orphan && entity.metadata.annotations?.[annotations.orphan] !== 'true') return false
  if (error && !entity.status?.items?.some(({ level }) => level === 'error')) return false
  return meetsText(entity, text)
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

function isOneOf(wanted: readonly string[], value: unknown): boolean {
  return wanted.length === 0 || (typeof value === 'string' && wanted.some(each => isSameText(each, value)))
}

function lower(text: string): string {
  return text.toLocaleLowerCase('en-US')
}

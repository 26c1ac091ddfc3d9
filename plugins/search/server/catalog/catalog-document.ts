import { compoundRefOf, entityRefOf, entityTitle, type Entity } from '@portico/catalog/common'
import type { FieldRole, SearchDocument } from '@portico/search/common'
import { toLocation } from '../documents/location.ts'

/** What the fields of an entity's document count as. */
export const catalogFields: Readonly<Record<string, FieldRole>> = { name: 'name', title: 'title', tags: 'tag', text: 'text' }

const defaultTemplate = '/catalog/:namespace/:kind/:name'

/** An entity as it is found: the fields of the wire, and its name and tags. */
export function toCatalogDocument(entity: Entity, locationTemplate: string = defaultTemplate): SearchDocument {
  const { metadata, kind } = entity
  const spec: Readonly<Record<string, unknown>> = entity.spec ?? {}
  const { namespace } = compoundRefOf(entity)
  const type = text(spec['type'])
  return {
    title: text(profileOf(entity)?.['displayName']) ?? entityTitle(entity),
    text: textOf(entity),
    name: metadata.name,
    tags: metadata.tags ?? [],
    componentType: type ?? 'other',
    type: type ?? 'other',
    namespace,
    kind,
    lifecycle: text(spec['lifecycle']) ?? '',
    owner: text(spec['owner']) ?? '',
    location: toLocation(locationTemplate, { namespace, kind, name: metadata.name }),
    authorization: { resourceRef: entityRefOf(entity) },
  }
}

function profileOf({ kind, spec }: Entity): Readonly<Record<string, unknown>> | undefined {
  return isPersonal(kind) ? (spec?.['profile'] as Readonly<Record<string, unknown>> | undefined) : undefined
}

function textOf(entity: Entity): string {
  const profile = profileOf(entity)
  return [entity.metadata.description, text(profile?.['displayName']), text(profile?.['email'])]
    .filter(each => each !== undefined)
    .join(' : ')
}

function isPersonal(kind: string): boolean {
  return ['user', 'group'].includes(kind.toLowerCase())
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

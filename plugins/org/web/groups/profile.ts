import { relationTargets, type Entity } from '@portico/catalog/common'
import { presentEntity } from '@portico/catalog/web'

/** The profile of a user or a group. */
export interface Profile {
  readonly name: string
  readonly email: string | undefined
  readonly picture: string | undefined
}

export function profileOf(entity: Entity): Profile {
  const given = (entity.spec?.['profile'] ?? {}) as { email?: unknown; picture?: unknown }
  return {
    name: presentEntity(entity, { defaultKind: entity.kind, defaultNamespace: entity.metadata.namespace }).primaryTitle,
    email: toText(given.email),
    picture: toText(given.picture),
  }
}

/** The mailto link of an address: escaped, so that it cannot add headers or recipients. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}

/** The refs that a relation leads to, in lower case, sorted. */
export function targetsOf(entity: Entity, type: string): string[] {
  return [...new Set(relationTargets(entity, type).map(ref => ref.toLowerCase()))].sort()
}

export function isKind(entity: Entity, kind: string): boolean {
  return entity.kind.toLowerCase() === kind
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

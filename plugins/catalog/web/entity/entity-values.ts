import { relationTargets, type Entity } from '@portico/catalog/common'

/** A text of the spec; undefined where there is none or it is something else. */
export function specText(entity: Entity, field: string): string | undefined {
  const value = entity.spec?.[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A list of texts in the spec, also where it is one text. */
export function specTexts(entity: Entity, field: string): string[] {
  return [entity.spec?.[field] ?? []].flat().filter((value): value is string => typeof value === 'string' && value !== '')
}

export function annotationOf(entity: Entity, name: string): string | undefined {
  const value = entity.metadata.annotations?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The targets of a relation that are of one kind. */
export function targetsOfKind(entity: Entity, type: string, kind: string): string[] {
  return relationTargets(entity, type).filter(ref => ref.toLowerCase().startsWith(`${kind}:`))
}

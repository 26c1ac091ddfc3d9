import type { RelationField } from './definition.ts'

/** The versions that all kinds of the standard model share. */
export const standardVersions = ['backstage.io/v1alpha1', 'backstage.io/v1beta1'] as const

/** A text that says something. */
export const text = { type: 'string', minLength: 1 } as const

/** A list of such texts. */
export const texts = { type: 'array', items: text } as const

/** How a person or group is shown. */
export const profile = { type: 'object', properties: { displayName: text, email: text, picture: text } } as const

/** The spec of a kind: some fields are needed, others have a shape, everything else is free. */
export function specOf(properties: Readonly<Record<string, object>>, required: readonly string[]) {
  return { type: 'object', required, properties }
}

export const ownedByField: RelationField = { field: 'owner', type: 'ownedBy', inverse: 'ownerOf', defaultKind: 'Group' }
export const partOfSystemField: RelationField = { field: 'system', type: 'partOf', inverse: 'hasPart', defaultKind: 'System' }
export const dependsOnField: RelationField = { field: 'dependsOn', type: 'dependsOn', inverse: 'dependencyOf' }
/** Not in the schemas: the reference takes a list, a single text or nothing here. */
export const dependencyOfField: RelationField = { field: 'dependencyOf', type: 'dependencyOf', inverse: 'dependsOn' }

import { inverseRelations } from '@portico/catalog/common'

/** The side of each standard pair that is drawn when neither end is nearer to a root: from the whole to its parts. */
const forward = new Set(['ownerOf', 'consumesApi', 'providesApi', 'hasPart', 'parentOf', 'hasMember', 'dependsOn'])

/** The inverse of a relation; undefined for custom relations. */
export function inverseOf(relation: string): string | undefined {
  return (inverseRelations as Readonly<Record<string, string>>)[relation]
}

/** One name for a relation and its opposite. */
export function pairOf(relation: string): string {
  const inverse = inverseOf(relation)
  return inverse !== undefined && forward.has(inverse) ? inverse : relation
}

/** Whether a relation is the side of its pair that is drawn; one without an opposite always is. */
export function isForward(relation: string): boolean {
  return pairOf(relation) === relation
}

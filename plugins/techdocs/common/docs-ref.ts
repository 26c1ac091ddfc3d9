import { toolAnnotations, type Entity } from '@portico/catalog/common'

/** Whether an entity has docs of its own, or shows those of another. */
export function hasDocs(entity: Entity): boolean {
  const found = entity.metadata.annotations ?? {}
  return found[toolAnnotations.techdocsRef] !== undefined || found[toolAnnotations.techdocsEntity] !== undefined
}

/** What users watch who want to be told that the docs of an entity have changed. */
export const docsWatchEvent = 'docs'

/** Whether the docs of an entity are its own. */
export function hasOwnDocs(entity: Entity): boolean {
  return entity.metadata.annotations?.[toolAnnotations.techdocsRef] !== undefined
}

/** The entity whose docs are shown for another one, and the page that opens first. */
export function docsOf(entity: Entity, ownRef: string): { readonly ref: string; readonly path: string } {
  const found = entity.metadata.annotations ?? {}
  const other = found[toolAnnotations.techdocsEntity]
  if (typeof other !== 'string' || other === '') return { ref: ownRef, path: '' }
  const path = found[toolAnnotations.techdocsEntityPath]
  return { ref: other, path: typeof path === 'string' ? path.replace(/^\/+/, '') : '' }
}

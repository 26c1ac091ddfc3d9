import { annotations, isScript, type Entity, type LocationRef } from '@portico/catalog/common'
import type { SourceLinks } from '@portico/integrations/server'

/** Where a link ends that would have run a script in the browser of a user who follows it. */
export const harmlessUrl = 'https://example.invalid/unsafe-address-removed'

/** The annotations that say where an entity comes from. What its file says itself about viewing and editing stands. */
export function annotateLocation(entity: Entity, location: LocationRef, origin: LocationRef, links: SourceLinks): Entity {
  const given = entity.metadata.annotations
  // Not an object: the validation reports it.
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) return entity
  const written: Record<string, string> = {
    ...(links.view !== undefined && { [annotations.viewUrl]: links.view }),
    ...(links.edit !== undefined && { [annotations.editUrl]: links.edit }),
    ...(links.folder !== undefined && { [annotations.sourceLocation]: `${location.type}:${links.folder}` }),
    ...given,
    [annotations.managedByLocation]: refOf(location),
    [annotations.managedByOriginLocation]: refOf(origin),
  }
  return { ...entity, metadata: { ...entity.metadata, annotations: withoutScripts(written) } }
}

/** Links that a browser would run are replaced. */
export function withoutScripts(written: Readonly<Record<string, string>>): Record<string, string> {
  const safe: Record<string, string> = { ...written }
  for (const name of [annotations.viewUrl, annotations.editUrl]) {
    const url = safe[name]
    if (typeof url === 'string' && isScript(url)) safe[name] = harmlessUrl
  }
  return safe
}

function refOf({ type, target }: LocationRef): string {
  return `${type}:${target}`
}

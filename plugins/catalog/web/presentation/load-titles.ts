import { catalogApi, parseEntityRef, type Entity } from '@portico/catalog/common'
import type { Client } from '@portico/core/web'
import { presentEntity } from './entity-presentation.ts'

const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'spec.profile']

/** The titles of entities by ref, in one request, for code that is not a component. Where the catalog does not answer: the names. */
export async function loadTitles(client: Client, entityRefs: readonly string[]): Promise<(entityRef: string) => string> {
  const wanted = [...new Set(entityRefs)]
  const entities = new Map<string, Entity>()
  if (wanted.length > 0) {
    try {
      const { items } = await client.call(catalogApi.getEntitiesByRefs, { body: { entityRefs: wanted, fields } })
      wanted.forEach((ref, at) => items[at] && entities.set(ref, items[at] as Entity))
    } catch {
      // A name is enough to go on with.
    }
  }
  return ref => presentEntity(entities.get(ref) ?? ref, { defaultKind: parseEntityRef(ref).kind }).primaryTitle
}

import { catalogApi, entityRefOf, relationTargets, type CatalogClient, type Entity } from '@portico/catalog/common'
import { useApi, useQuery } from '@portico/core/web'
import { catalogClientApiRef } from '../catalog-client.ts'

const parentRelations = ['partOf', 'childOf', 'memberOf']
const maxDepth = 4
const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'spec.type', 'spec.profile', 'relations']

/** What an entity is part of: the outermost first. A ref stands for a parent that could not be read. */
export function useParents(entity: Entity): readonly (Entity | string)[] {
  const catalog = useApi(catalogClientApiRef)
  const first = parentOf(entity)
  const { data } = useQuery({
    queryKey: [catalogApi.getEntitiesByRefs.plugin, 'parents', entityRefOf(entity), first ?? null],
    queryFn: ({ signal }) => readParents(catalog, entity, signal),
    enabled: first !== undefined,
  })
  if (first === undefined) return []
  return data ?? [first]
}

/** Walks up, one request a level, until there is no parent, the max depth is reached, or there is a cycle. */
async function readParents(
  catalog: Pick<CatalogClient, 'getEntitiesByRefs'>,
  entity: Entity,
  signal: AbortSignal,
): Promise<(Entity | string)[]> {
  const parents: (Entity | string)[] = []
  const seen = new Set([entityRefOf(entity)])
  let next = parentOf(entity)
  while (next !== undefined && !seen.has(next) && parents.length < maxDepth && !signal.aborted) {
    seen.add(next)
    const [parent]: readonly (Entity | undefined)[] = await catalog
      .getEntitiesByRefs({ entityRefs: [next], fields })
      .then(({ items }) => items)
      // Parents that could be read are shown even when further ones could not.
      .catch(() => [])
    parents.unshift(parent ?? next)
    next = parent && parentOf(parent)
  }
  return parents
}

function parentOf(entity: Entity): string | undefined {
  for (const type of parentRelations) {
    const [ref] = relationTargets(entity, type)
    if (ref !== undefined) return ref.toLowerCase()
  }
  return undefined
}

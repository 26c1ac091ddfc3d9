import type { AttentionContext, AttentionItem } from '@portico/core/web'
import { annotations, catalogApi, catalogPaths, entityRefOf, parseEntityRef, type Entity } from '@portico/catalog/common'
import { loadTitles } from '@portico/catalog/web'
import { scaffolderApi, type ProvenanceRecord } from '@portico/scaffolder/common'
import { scaffolderHomeMessages } from './messages.ts'

const maxOrigins = 50
const originKey = annotations.managedByOriginLocation

/** Owned entities whose repository is behind the template that made it, and for which no upgrade is open. */
export async function findUpgrades({ client, ownershipEntityRefs, text }: AttentionContext): Promise<readonly AttentionItem[]> {
  if (ownershipEntityRefs.length === 0) return []
  const { items } = await client.call(scaffolderApi.listProvenance, { query: { isOutdated: 'true', limit: String(maxOrigins) } })
  const behind = new Map(
    items.flatMap(origin => (origin.address === undefined || origin.request ? [] : [[placeOf(origin.address), origin]])),
  )
  if (behind.size === 0) return []
  const places = [...behind.keys()].map(place => ({ [`metadata.annotations.${originKey}`]: { $hasPrefix: place } }))
  const found = await client.call(catalogApi.queryEntitiesByPredicate, {
    body: {
      query: { $all: [{ 'relations.ownedBy': { $in: [...ownershipEntityRefs] } }, { $any: places }] },
      fields: ['kind', 'metadata.name', 'metadata.namespace', 'metadata.annotations'],
      limit: maxOrigins,
    },
  })
  const entities = found.items as Entity[]
  const titleOf = await loadTitles(client, entities.map(entityRefOf))
  return entities.flatMap(entity => {
    const location = entity.metadata.annotations?.[originKey]?.toLowerCase() ?? ''
    const [, origin] = [...behind].find(([place]) => location.startsWith(place.toLowerCase())) ?? []
    return origin ? toItem(entityRefOf(entity), origin, { text, titleOf }) : []
  })
}

/** What the locations in a repository begin with. */
function placeOf(address: string): string {
  return `url:${address.replace(/(\.git)?\/*$/, '')}/`
}

function toItem(
  entityRef: string,
  { changesBehind, outdatedSince }: ProvenanceRecord,
  { text, titleOf }: Pick<AttentionContext, 'text'> & { readonly titleOf: (entityRef: string) => string },
): AttentionItem {
  const kind = parseEntityRef(entityRef).kind.toLowerCase()
  return {
    id: entityRef,
    title: titleOf(entityRef),
    reason: text(scaffolderHomeMessages.behind, { count: changesBehind }),
    to: catalogPaths.entity(entityRef),
    severity: 'info',
    ...(outdatedSince !== undefined && { since: outdatedSince }),
    icon: `kind:${kind}`,
  }
}

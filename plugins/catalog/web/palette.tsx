import { catalogApi, catalogPaths, compoundRefOf, entityRefOf, type Entity } from '@portico/catalog/common'
import { matchCommands, type Command, type CommandSearch } from '@portico/core/web'
import { KindIcon } from './parts/KindIcon.tsx'
import { presentEntity, shortenRef } from './presentation/entity-presentation.ts'

/** More are requested than shown: the server finds by name, the best are those that begin with the words. */
const maxFound = 50
const maxShown = 8
const fields = 'kind,metadata.name,metadata.namespace,metadata.title,spec.type,spec.profile.displayName,spec.target'

/** Entities by name, for the command palette. */
export async function searchEntities(query: string, { client, signal }: CommandSearch): Promise<readonly Command[]> {
  const { items } = await client.call(
    catalogApi.queryEntities,
    { query: { fullTextFilterTerm: query, limit: maxFound, totalItems: 'exclude', orderField: 'metadata.name,asc', fields } },
    { signal },
  )
  const found = matchCommands(items, query, entity => [
    presentEntity(entity, { defaultKind: entity.kind }).primaryTitle,
    entity.metadata.name,
  ])
  // Matches of the server need not be at the beginning of a word: those come last.
  return [...new Set([...found, ...items])].slice(0, maxShown).map(toCommand)
}

function toCommand(entity: Entity): Command {
  const ref = entityRefOf(entity)
  const type = entity.spec?.['type']
  return {
    id: `catalog:${ref}`,
    title: presentEntity(entity, { defaultKind: entity.kind }).primaryTitle,
    subtitle: [shortenRef(ref), ...(typeof type === 'string' ? [type] : [])].join(' · '),
    icon: <KindIcon kind={entity.kind} />,
    to: catalogPaths.entity(compoundRefOf(entity)),
  }
}

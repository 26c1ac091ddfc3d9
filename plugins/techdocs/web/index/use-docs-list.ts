import { catalogApi, entityRefOf, toolAnnotations, type Entity } from '@portico/catalog/common'
import { useStarredEntities } from '@portico/catalog/web'
import { query, useIdentity, useQuery, useSearchParams } from '@portico/core/web'

export type DocsList = 'all' | 'owned' | 'starred'

export const maxDocs = 500

const fields = [
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  'metadata.annotations',
  'spec.type',
  'spec.lifecycle',
  'relations',
]
/** Asks for entities that have docs. */
export const hasDocsQuery = {
  $any: [`metadata.annotations.${toolAnnotations.techdocsRef}`, `metadata.annotations.${toolAnnotations.techdocsEntity}`].map(key => ({
    [key]: { $exists: true },
  })),
}

/** Which docs are listed, and how, as the address has it. */
export function useDocsState() {
  const [search, setSearch] = useSearchParams()
  const list = toChoice(search.get('list'), ['all', 'owned', 'starred'] as const)
  const look = toChoice(search.get('view'), ['table', 'cards'] as const)
  function change(key: 'list' | 'view', value: string, initial: string) {
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        if (value === initial) next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  }
  return {
    list,
    look,
    setList: (value: DocsList) => change('list', value, 'all'),
    setLook: (value: 'table' | 'cards') => change('view', value, 'table'),
  }
}

function toChoice<T extends string>(value: string | null, choices: readonly [T, ...T[]]): T {
  return choices.find(choice => choice === value) ?? choices[0]
}

/** Entities with docs, of those a list has. */
export function useDocsList(list: DocsList) {
  const { ownershipEntityRefs } = useIdentity()
  const { starred } = useStarredEntities()
  const owned = { 'relations.ownedBy': { $in: [...ownershipEntityRefs] } }
  const result = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: list === 'owned' ? { $all: [hasDocsQuery, owned] } : hasDocsQuery,
        fields,
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        limit: maxDocs,
      },
    }),
    placeholderData: previous => previous,
  })
  const items = result.data?.items as Entity[] | undefined
  return {
    ...result,
    entities: list === 'starred' ? items?.filter(entity => starred.has(entityRefOf(entity))) : items,
    total: result.data?.totalItems ?? 0,
  }
}

import { catalogApi, toolAnnotations, tryParseEntityRef, type Entity } from '@portico/catalog/common'
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
  function change(key: 'list' | 'view' | 'q', value: string, initial: string) {
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        if (value === initial) next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    list,
    look,
    words: search.get('q') ?? '',
    setList: (value: DocsList) => change('list', value, 'all'),
    setLook: (value: 'table' | 'cards') => change('view', value, 'table'),
    setWords: (value: string) => change('q', value, ''),
  }
}

function toChoice<T extends string>(value: string | null, choices: readonly [T, ...T[]]): T {
  return choices.find(choice => choice === value) ?? choices[0]
}

/** Entities with docs, of those a list has and whose name, title or description has the words. The server finds them: there may be thousands. */
export function useDocsList(list: DocsList, words: string) {
  const { ownershipEntityRefs } = useIdentity()
  const { starred } = useStarredEntities()
  const stars = [...starred].flatMap(toRefQuery)
  const only = { all: undefined, owned: { 'relations.ownedBy': { $in: [...ownershipEntityRefs] } }, starred: { $any: stars } }[list]
  const isNone = list === 'starred' && stars.length === 0
  const term = words.trim()
  const result = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: only ? { $all: [hasDocsQuery, only] } : hasDocsQuery,
        fields,
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        limit: maxDocs,
        ...(term !== '' && { fullTextFilter: { term, fields: ['metadata.name', 'metadata.title', 'metadata.description'] } }),
      },
    }),
    enabled: !isNone,
    placeholderData: previous => previous,
  })
  return {
    ...result,
    entities: isNone ? [] : (result.data?.items as Entity[] | undefined),
    total: isNone ? 0 : (result.data?.totalItems ?? 0),
  }
}

/** Nothing for a star that names no entity. */
function toRefQuery(ref: string) {
  const parts = tryParseEntityRef(ref)
  return parts ? [{ kind: parts.kind, 'metadata.namespace': parts.namespace, 'metadata.name': parts.name }] : []
}

import { catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { useStarredEntities } from '@portico/catalog/web'
import { query, useApi, useIdentity, useQuery, useSearchParams } from '@portico/core/web'
import { scaffolderClientApiRef } from '../apis.ts'
import type { TemplateFilters } from './template-filters.ts'

export const maxTemplates = 500

export type TemplateList = 'all' | 'favourites' | 'recent'
export type TemplateLook = 'cards' | 'table'

const fields = [
  'apiVersion',
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  'metadata.tags',
  'metadata.links',
  'metadata.annotations',
  'spec.type',
  'relations',
]

/** Which templates are listed, and how, as the address has it. */
export function useListState() {
  const [search, setSearch] = useSearchParams()
  function set(changes: Readonly<Record<string, string | readonly string[] | undefined>>) {
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        for (const [key, value] of Object.entries(changes)) {
          next.delete(key)
          for (const each of typeof value === 'string' ? [value] : (value ?? [])) if (each !== '') next.append(key, each)
        }
        return next
      },
      { replace: true },
    )
  }
  const filters: TemplateFilters = {
    words: search.get('q') ?? '',
    types: search.getAll('category'),
    tags: search.getAll('tag'),
    owners: search.getAll('owner'),
  }
  const list = search.get('list')
  return {
    filters,
    isFiltered: filters.words !== '' || filters.types.length + filters.tags.length + filters.owners.length > 0,
    list: (list === 'favourites' || list === 'recent' ? list : 'all') satisfies TemplateList as TemplateList,
    look: (search.get('view') === 'table' ? 'table' : 'cards') satisfies TemplateLook as TemplateLook,
    setWords: (words: string) => set({ q: words }),
    setTypes: (types: readonly string[]) => set({ category: types }),
    setTags: (tags: readonly string[]) => set({ tag: tags }),
    setOwners: (owners: readonly string[]) => set({ owner: owners }),
    setList: (next: TemplateList) => set({ list: next === 'all' ? undefined : next }),
    setLook: (next: TemplateLook) => set({ view: next === 'cards' ? undefined : next }),
    clear: () => set({ q: undefined, category: undefined, tag: undefined, owner: undefined }),
  }
}

export type ListState = ReturnType<typeof useListState>

/** The templates of the catalog, of those a list has, by title. */
export function useTemplates(list: TemplateList) {
  const { starred } = useStarredEntities()
  const { userEntityRef } = useIdentity()
  const client = useApi(scaffolderClientApiRef)
  const result = useQuery(
    query(catalogApi.queryEntitiesByPredicate, {
      body: { query: { kind: 'template' }, fields, orderBy: [{ field: 'metadata.title', order: 'asc' }], limit: maxTemplates },
    }),
  )
  const recent = useQuery({
    queryKey: ['scaffolder', 'recent-templates', userEntityRef],
    queryFn: () => client.recentTemplates(),
    enabled: list === 'recent',
  })
  const all = result.data?.items
  const error = result.error ?? (list === 'recent' ? recent.error : null)
  return {
    all,
    templates: list === 'recent' && recent.isPending ? undefined : all && chosen(all, list, starred, recent.data ?? []),
    total: result.data?.totalItems ?? 0,
    error,
    retry: () => void (result.error ? result : recent).refetch(),
  }
}

function chosen(all: readonly Entity[], list: TemplateList, starred: ReadonlySet<string>, recent: readonly string[]): readonly Entity[] {
  if (list === 'all') return all
  if (list === 'favourites') return all.filter(entity => starred.has(entityRefOf(entity)))
  return recent.flatMap(ref => all.filter(entity => entityRefOf(entity) === ref))
}

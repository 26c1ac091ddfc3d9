import { entityReadPermission, matches, parseFilterParams, searchPairs, type Entity } from '@portico/catalog/common'
import { catalogChanged, type Catalog } from '@portico/catalog/server'
import type { Events } from '@portico/core/server'
import type { SearchDocument } from '@portico/search/common'
import type { DocumentSource, Search } from '../search-service.ts'
import { catalogFields, toCatalogDocument } from './catalog-document.ts'

const readAtOnce = 100
// Each time is a transaction, under a revision of its own.
const writtenAtOnce = 500

/** Everything in the catalog, as the type `software-catalog`: by schedule, and each entity as it changes. */
export function registerCatalog({
  search,
  catalog,
  events,
  settings,
}: {
  readonly search: Search
  readonly catalog: Catalog
  readonly events: Pick<Events, 'subscribe'>
  /** `search.collators.catalog`. */
  readonly settings: () => { readonly locationTemplate?: string; readonly filter?: unknown; readonly batchSize?: number }
}): void {
  const source: DocumentSource = {
    type: 'software-catalog',
    configKey: 'catalog',
    visibilityPermission: entityReadPermission,
    fields: catalogFields,
    boost: 1.1,
    groups: {
      async *list() {
        const predicate = predicateOf()
        for await (const batch of catalog.versions(predicate && { predicate }))
          yield batch.map(({ ref, version }) => ({ group: ref, version }))
      },
      async read(refs) {
        const entities = await catalog.getEntities(refs, { isBulk: true })
        return Object.fromEntries(refs.map((ref, at) => [ref, documentsOf(entities[at])]))
      },
      batchSize: () => settings().batchSize ?? readAtOnce,
    },
  }

  function documentsOf(entity: Entity | undefined): SearchDocument[] {
    return entity ? [toCatalogDocument(entity, settings().locationTemplate)] : []
  }

  function predicateOf() {
    const { filter } = settings()
    return filter === undefined ? undefined : parseFilterParams(toFilterParams(filter))
  }

  const updates = search.registerSource(source)

  async function replace(refs: readonly string[], revision: number): Promise<void> {
    const predicate = predicateOf()
    const groups: Record<string, SearchDocument[]> = {}
    const versions: Record<string, string | undefined> = {}
    for (let at = 0; at < refs.length; at += readAtOnce) {
      const part = refs.slice(at, at + readAtOnce)
      const known = await catalog.versionsOf(part, { revision })
      const entities = await catalog.getEntities(part, { revision })
      for (const [i, ref] of part.entries()) {
        const entity = entities[i]
        const isWanted = entity !== undefined && (!predicate || matches(predicate, searchPairs(entity)))
        groups[ref] = isWanted ? documentsOf(entity) : []
        versions[ref] = known[i]
      }
    }
    await updates.replace(groups, versions)
  }

  events.subscribe({
    id: 'search-catalog',
    events: [catalogChanged],
    async run({ payload: { revision, created, updated, relationsOnly, deleted } }) {
      // Documents have no relations, but a filter may ask for some.
      const isUnchanged = settings().filter === undefined ? new Set(relationsOnly) : new Set()
      const refs = [...new Set([...created, ...updated.filter(ref => !isUnchanged.has(ref)), ...deleted])]
      for (let at = 0; at < refs.length; at += writtenAtOnce) await replace(refs.slice(at, at + writtenAtOnce), revision)
    },
  })
}

/** `{ kind: [api, component] }`, or a list of such, as the catalog's filter parameters. */
function toFilterParams(filter: unknown): string[] {
  const list = Array.isArray(filter) ? (filter as readonly unknown[]) : [filter]
  return list.map(each =>
    Object.entries(each as Readonly<Record<string, unknown>>)
      .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map(item => `${key}=${String(item)}`))
      .join(','),
  )
}

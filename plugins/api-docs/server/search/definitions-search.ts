import { definitionPath } from '@portico/api-docs/common'
import {
  compoundRefOf,
  entityReadPermission,
  entityRefOf,
  entityTitle,
  ownersOf,
  parseEntityRef,
  type Entity,
} from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { SearchDocument } from '@portico/search/common'
import type { Search } from '@portico/search/server'
import type { CurrentDefinition, ReadingStore } from '../definitions/reading-store.ts'
import type { ItemDocument } from './item-documents.ts'

interface Dependencies {
  readonly search: Search
  readonly catalog: Pick<Catalog, 'getEntities'>
  readonly store: ReadingStore
}

const batch = 5
const listedAtOnce = 1000

/** Brings operations, messages and types of all current definitions into the search: by schedule, and those of an API as soon as it was read. */
export function registerDefinitions({ search, catalog, store }: Dependencies) {
  async function documentsOf(refs: readonly string[]): Promise<Record<string, SearchDocument[]>> {
    const current = await store.current(refs)
    const found = await store.documents([...current.values()].map(({ readingId }) => readingId))
    const entities = await catalog.getEntities(refs, { isBulk: true })
    return Object.fromEntries(
      refs.map((ref, at) => {
        const [entity, items] = [entities[at], found.get(current.get(ref)?.readingId ?? '')]
        return [ref, entity && items !== undefined ? toSearchDocuments(entity, JSON.parse(items) as ItemDocument[]) : []]
      }),
    )
  }

  const updates = search.registerSource({
    type: 'api-docs',
    visibilityPermission: entityReadPermission,
    groups: {
      async *list() {
        for (let last = ''; ;) {
          const rows = await store.currentAfter(last, listedAtOnce)
          if (rows.length === 0) return
          yield rows.map(row => ({ group: row.entityRef, version: versionOf(row) }))
          last = rows.at(-1)!.entityRef
        }
      },
      read: documentsOf,
      batchSize: () => batch,
    },
  })

  return {
    /** The definition of an API was read, or is gone. */
    async update(refs: readonly string[]): Promise<void> {
      for (const ref of refs) await updates.replace(await documentsOf([ref]))
    },
  }
}

export type DefinitionsSearch = ReturnType<typeof registerDefinitions>

function versionOf({ entityVersion = '', readingId }: CurrentDefinition): string {
  return `${entityVersion} ${readingId}`
}

function toSearchDocuments(entity: Entity, items: readonly ItemDocument[]): SearchDocument[] {
  const ref = entityRefOf(entity)
  const { kind, namespace, name } = compoundRefOf(entity)
  const { type, lifecycle } = (entity.spec ?? {}) as Readonly<Record<string, unknown>>
  const owner = ownersOf(entity)[0]
  const facts = {
    kind: kind.toLowerCase(),
    namespace: namespace.toLowerCase(),
    name: name.toLowerCase(),
    entityTitle: entityTitle(entity),
    type: typeof type === 'string' ? type : '',
    lifecycle: typeof lifecycle === 'string' ? lifecycle : '',
    owner: owner === undefined ? '' : parseEntityRef(owner).name,
    authorization: { resourceRef: ref },
  }
  return items.map(({ item, title, text }) => ({ title, text, location: definitionPath(ref, item), ...facts }))
}

import { compoundRefOf, entityReadPermission, entityRefOf, type Entity } from '@portico/catalog/common'
import type { SearchDocument } from '@portico/search/common'
import type { Search } from '@portico/search/server'
import { techdocsPaths } from '@portico/techdocs/common'
import type { toSearchIndex } from '../engine/engine.ts'
import type { SearchDocumentStore } from './search-document-store.ts'

const batch = 50
/** The sections of a page have its text; the page itself is found by its title and beginning. */
const pageTextLength = 300

/** Brings the sections of all docs into the search: by schedule, and those of a site as soon as it has changed. */
export function registerDocs(search: Search, store: SearchDocumentStore) {
  const updates = search.registerSource({
    type: 'techdocs',
    visibilityPermission: entityReadPermission,
    async *documents({ signal }) {
      for (let last = ''; !signal.aborted;) {
        const rows = await store.after(last, batch)
        if (rows.length === 0) return
        for (const { documents } of rows) yield documents
        last = rows.at(-1)!.ref
      }
    },
  })
  return {
    async replace(entity: Entity, documents: readonly SearchDocument[]): Promise<void> {
      const ref = entityRefOf(entity)
      await store.save(ref, documents)
      await updates.replace({ [ref]: documents })
    },
    async remove(refs: readonly string[]): Promise<void> {
      if (refs.length === 0) return
      await store.remove(refs)
      await updates.replace(Object.fromEntries(refs.map(ref => [ref, []])))
    },
  }
}

export type DocsSearch = ReturnType<typeof registerDocs>

/** The documents of a site, from its search index. */
export function toSearchDocuments(entity: Entity, docs: ReturnType<typeof toSearchIndex>['docs']): SearchDocument[] {
  const ref = entityRefOf(entity)
  const { kind, namespace, name } = compoundRefOf(entity)
  const { title } = entity.metadata
  const owner = (entity.relations ?? []).find(({ type }) => type === 'ownedBy')?.targetRef
  const facts = {
    kind: kind.toLowerCase(),
    namespace: namespace.toLowerCase(),
    name,
    entityTitle: typeof title === 'string' ? title : name,
    ...(owner !== undefined && { owner }),
    authorization: { resourceRef: ref },
  }
  return docs.map(({ location, title: heading, text }) => {
    const [path = '', anchor] = location.split('#', 2)
    const address = techdocsPaths.page(ref, path.replace(/\/$/, ''))
    return {
      title: heading,
      text: anchor === undefined ? text.slice(0, pageTextLength) : text,
      location: anchor === undefined ? address : `${address}#${anchor}`,
      path: location,
      ...facts,
    }
  })
}
